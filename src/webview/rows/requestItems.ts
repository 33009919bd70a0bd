import type { RequestFailure, RunNode, RunRequest } from '../../runs/pure/fold/runNode';
import { wholeUsageText } from '../../runs/pure/fold/usage';
import { engineText, t } from '../language';
import { type Item, leaf } from './item';
import type { RequestRow } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** The requests of a round: the model's texts in simple detail, each request as well in full detail. */
export function requestItems(view: RunView, node: RunNode): Item[] {
	return view.detail === 'full'
		? node.requests.map(request => requestItem(view, node, request))
		: node.requests.flatMap(request => textItems(node, request, false));
}

/** The row of a note of a run or a round, or of a failed attempt. */
export function noteItem(id: string, text: string, isFailure = false): Item {
	return leaf(id, text, { kind: 'note', text, isFailure });
}

function requestItem(view: RunView, node: RunNode, request: RunRequest): Item {
	const state = requestState(view, request);
	const end = request.answer === undefined ? unanswered[state] : engineText(wholeUsageText(request.answer.usage));
	const purpose = engineText(request.purpose);
	const outcome = [request.model, end].filter(Boolean).join(' · ');
	return {
		id: rowIds.request({ node: node.id, request: request.id }),
		label: `${t('Asked to {0}', purpose)}, ${outcome}`,
		content: { kind: 'request', node: node.id, request: request.id, purpose, state, outcome },
		startsOpen: true,
		children: textItems(node, request, true),
	};
}

const unanswered: Readonly<Record<RequestRow['state'], string>> = {
	ok: '',
	running: t('waiting for the answer'),
	failed: t('failed'),
	stopped: t('stopped'),
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

/** Failed attempts and the answer. Answers for machines are shown in full detail only. */
function textItems(node: RunNode, { id, failures, answer }: RunRequest, withCode: boolean): Item[] {
	const content = modelText(answer?.text ?? '');
	const request = `${node.id}:${id}`;
	const failed = failures.map((failure, idx) =>
		noteItem(`failure:${request}:${idx}`, failureText(failure, idx + 1), true),
	);
	if (content === undefined || (content.isCode && !withCode)) {
		return failed;
	}
	const row = { kind: 'modelText', ...content } as const;
	return [...failed, leaf(`modelText:${request}`, row.text, row)];
}

/** `The server is busy. Attempt 2 in 7 s.` */
function failureText({ message, retryInMs }: RequestFailure, nAttempts: number): string {
	const again = (ms: number) => t('Attempt {0} in {1} s.', nAttempts + 1, Math.ceil(ms / 1000));
	return retryInMs === undefined ? engineText(message) : `${engineText(message)} ${again(retryInMs)}`;
}

/**
 * The readable part of a model's text: the `analysis` of a JSON answer that has one, else the whole text. Undefined for an
 * empty text.
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
		// Almost JSON: shown unchanged.
		return undefined;
	}
}
