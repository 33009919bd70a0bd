import type { RequestFailure, RunNode, RunRequest } from '../../core/model/run/runNode';
import { wholeUsageText } from '../../core/model/run/usage';
import type { Item } from './item';
import type { RequestRow } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** What the model was asked in a round: in simple detail what it said, in full detail each request as well. */
export function requestItems(view: RunView, node: RunNode): Item[] {
	return view.detail === 'full'
		? node.requests.map(request => requestItem(view, node, request))
		: node.requests.flatMap(request => saidItems(node, request, false));
}

/** For a note of a run or a round, or a try that failed. */
export function noteItem(id: string, text: string, isFailure = false): Item {
	return { id, label: text, content: { kind: 'note', text, isFailure }, startsOpen: false, children: [] };
}

function requestItem(view: RunView, node: RunNode, request: RunRequest): Item {
	const state = requestState(view, request);
	const outcome = request.answer === undefined ? unanswered[state] : wholeUsageText(request.answer.usage);
	return {
		id: rowIds.request({ node: node.id, request: request.id }),
		label: `Asked to ${request.purpose}, ${outcome}`,
		content: { kind: 'request', node: node.id, request: request.id, purpose: request.purpose, state, outcome },
		startsOpen: true,
		children: saidItems(node, request, true),
	};
}

const unanswered: Readonly<Record<RequestRow['state'], string>> = {
	ok: '',
	running: 'waiting for the answer',
	failed: 'failed',
	stopped: 'stopped',
};

function requestState({ session }: RunView, { answer, failures }: RunRequest): RequestRow['state'] {
	if (answer !== undefined) {
		return 'ok';
	}
	const last = failures.at(-1);
	if (last !== undefined && last.retryInMs === undefined) {
		return 'failed';
	}
	return session.live ? 'running' : 'stopped';
}

/** Tries that failed, and what was said. Answers for machines are shown in full detail only. */
function saidItems(node: RunNode, { id, failures, answer }: RunRequest, withCode: boolean): Item[] {
	const said = modelText(answer?.text ?? '');
	const request = `${node.id}:${id}`;
	const failed = failures.map((failure, idx) =>
		noteItem(`failure:${request}:${idx}`, failureText(failure, idx + 1), true),
	);
	if (said === undefined || (said.isCode && !withCode)) {
		return failed;
	}
	const content = { kind: 'modelText', ...said } as const;
	return [...failed, { id: `said:${request}`, label: said.text, content, startsOpen: false, children: [] }];
}

/** `The server is busy. Try 2 in 7 s.` */
function failureText({ message, retryInMs }: RequestFailure, nTries: number): string {
	return retryInMs === undefined ? message : `${message} Try ${nTries + 1} in ${Math.ceil(retryInMs / 1000)} s.`;
}

/**
 * What a model said, as a person reads it. Answers in JSON say what the model thinks in a field of their own; of those
 * that do not, the whole is there to be looked at. Undefined: it said nothing.
 */
export function modelText(text: string): { readonly text: string; readonly isCode: boolean } | undefined {
	const trimmed = text.trim();
	if (trimmed === '') {
		return undefined;
	}
	const analysis = analysisOf(trimmed);
	return analysis === undefined
		? { text: trimmed, isCode: /^(?:```\w*\s*)?[{[]/.test(trimmed) }
		: { text: analysis, isCode: false };
}

function analysisOf(text: string): string | undefined {
	if (!text.startsWith('{')) {
		return undefined;
	}
	try {
		const value: unknown = JSON.parse(text);
		const hasAnalysis = typeof value === 'object' && value !== null && 'analysis' in value;
		return hasAnalysis && typeof value.analysis === 'string' && value.analysis.trim() !== ''
			? value.analysis.trim()
			: undefined;
	} catch {
		// Nearly JSON: it is shown as it is.
		return undefined;
	}
}
