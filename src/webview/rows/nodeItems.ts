import { counted } from '../../core/model/counted';
import { placeName, placeText } from '../../core/model/placeText';
import { patchNumbers, patchPrefix } from '../../core/model/run/patchCandidates';
import { roundNumbers } from '../../core/model/run/roundNumbers';
import { type Run, rootNode } from '../../core/model/run/run';
import type { FoundPlace, Phase } from '../../core/model/run/runEvent';
import { fixOf } from '../../core/model/run/runFix';
import { phaseOf, type RunCall, type RunNode } from '../../core/model/run/runNode';
import { nodesOf } from '../../core/model/run/runTree';
import { noUsage, sumUsage, usageText } from '../../core/model/run/usage';
import type { CallRef } from '../../protocol/messages';
import { type Item, leaf } from './item';
import { attemptItems } from './patchItems';
import { reproducerItems } from './reproducerItems';
import { noteItem, requestItems } from './requestItems';
import type { CallRow, NodeRow, NodeState } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/**
 * The nodes of one phase: rounds and stages in order, then each feedback with its branch, then, in the first phase, the
 * notes of the run itself.
 */
export function nodeItems(view: RunView, phase: Phase): Item[] {
	const { run } = view;
	const numbers = roundNumbers(run);
	const patches = patchNumbers(fixOf(run));
	const nodes = nodesOf(run).filter(({ kind }) => kind !== 'run');
	/** For each node the feedback that begins its branch, else the root. */
	const branchOf = new Map([[rootNode, rootNode]]);
	for (const { id, kind, parent = rootNode } of nodes) {
		branchOf.set(id, kind === 'feedback' ? id : (branchOf.get(parent) ?? rootNode));
	}
	const itemsOf = (branch: string): Item[] =>
		nodes
			.filter(node => node.kind !== 'feedback' && phaseOf(node) === phase && branchOf.get(node.id) === branch)
			.map(node => nodeItem(view, node, { number: numbers.get(node.id), patch: patchPrefix(node, patches) }));
	const branches = nodes
		.filter(({ kind }) => kind === 'feedback')
		.map(branch => branchItem(run, branch, { phase, inner: itemsOf(branch.id) }))
		// The search shows all feedback; a later phase shows what was done after it.
		.filter(({ children }) => phase === 'locate' || children.length > 0);
	const notes = phase === 'locate' ? (run.nodes[rootNode]?.notes ?? []) : [];
	return [...itemsOf(rootNode), ...branches, ...notes.map((text, idx) => noteItem(`note:${rootNode}:${idx}`, text))];
}

interface NodeNumbers {
	/** The number of the round; undefined for a stage. */
	readonly number: string | undefined;
	/** `Patch 2: ` */
	readonly patch: string;
}

function nodeItem(view: RunView, node: RunNode, { number, patch }: NodeNumbers): Item {
	const state = nodeState(view, node);
	const cost = costText(node);
	const title = `${patch}${titleText(node, state)}`;
	const spoken = state === 'done' ? '' : `, ${state}`;
	const content: NodeRow = {
		...{ kind: 'node', node: node.id, title, state, asked: node.requests.length > 0 },
		...(number !== undefined && { number }),
		...(cost !== '' && { cost }),
		...(view.streamed?.node === node.id && state === 'running' && { coming: view.streamed.text }),
	};
	return {
		id: rowIds.node(node.id),
		label: `${number === undefined ? '' : `Round ${number}: `}${title}${spoken}${cost === '' ? '' : `, ${cost}`}`,
		content,
		startsOpen: view.detail === 'full',
		children: [
			...reasoningItems(node),
			...requestItems(view, node),
			...reproducerItems(node),
			...attemptItems(node, view.patches),
			...node.calls.map(call => callItem(view, node, call)),
			...node.notes.map((text, idx) => noteItem(`note:${node.id}:${idx}`, text)),
		],
	};
}

function branchItem(
	run: Run,
	node: RunNode,
	{ phase, inner }: { readonly phase: Phase; readonly inner: readonly Item[] },
): Item {
	const number = roundNumbers(run).get(node.parent ?? '');
	const after = number === undefined ? '' : `after round ${number}`;
	return {
		id: phase === 'locate' ? rowIds.node(node.id) : `${phase}:${node.id}`,
		label: `Feedback: ${node.title}${after === '' ? '' : `, ${after}`}`,
		content: { kind: 'branch', node: node.id, feedback: node.title, after },
		startsOpen: true,
		children: inner,
	};
}

function nodeState({ run, session }: RunView, { state }: RunNode): NodeState {
	if (state === 'closed') {
		return 'done';
	}
	if (!session.live) {
		return 'stopped';
	}
	return run.state === 'paused' ? 'waiting' : 'running';
}

/** Replaces titles that only repeat the round number. */
function titleText(node: RunNode, state: NodeState): string {
	if (node.summary !== undefined) {
		return node.summary;
	}
	const title = state === 'running' ? nodeDoing(node) : node.title;
	return /^Round \d+$/.test(title) ? unfinished[state] : title;
}

const unfinished: Readonly<Record<NodeState, string>> = {
	running: 'Getting ready',
	waiting: 'Waiting for your input',
	done: 'Done',
	stopped: 'Not finished',
};

function costText({ requests }: RunNode): string {
	const answers = requests.flatMap(({ answer }) => answer ?? []);
	return answers.length === 0 ? '' : usageText(answers.reduce((sum, { usage }) => sumUsage(sum, usage), noUsage));
}

function reasoningItems(node: RunNode): Item[] {
	return node.reasoning.map((text, idx) => leaf(`reasoning:${node.id}:${idx}`, text, { kind: 'reasoning', text }));
}

/** The current activity of a running round; without a model its title describes it. */
function nodeDoing({ requests, calls, title }: RunNode): string {
	const asked = requests.at(-1);
	if (asked === undefined) {
		return title;
	}
	if (asked.answer === undefined) {
		return asked.failures.length === 0
			? `Asking the model to ${asked.purpose}`
			: `${asked.failures.at(-1)?.message} Attempt ${asked.failures.length + 1}: ${asked.purpose}`;
	}
	const call = calls.find(({ answer }) => answer === undefined);
	return call === undefined ? title : callSignature(call);
}

/** One tool call with the places found and, in full detail, the answer as a model reads it. */
function callItem(view: RunView, node: RunNode, call: RunCall): Item {
	const ref = { node: node.id, call: call.id };
	const signature = callSignature(call);
	const state = callState(view, call);
	const outcome = outcomeText(view, ref, call, state);
	return {
		id: rowIds.call(ref),
		label: `${signature}, ${outcome}`,
		content: { kind: 'call', signature, state, outcome, ref, clipped: isCut(view, ref) },
		startsOpen: view.detail === 'full',
		children: call.answer === undefined ? [] : answerItems(view, ref, call.answer),
	};
}

/** `search_method_in_class("filter", "QuerySet")`. */
function callSignature({ tool, args }: RunCall): string {
	return `${tool}(${Object.values(args)
		.map(value => JSON.stringify(value))
		.join(', ')})`;
}

function callState({ session }: RunView, { answer }: RunCall): CallRow['state'] {
	if (answer === undefined) {
		return session.live ? 'running' : 'stopped';
	}
	return answer.ok ? 'ok' : 'failed';
}

type Answer = NonNullable<RunCall['answer']>;

function outcomeText(view: RunView, ref: CallRef, { answer }: RunCall, state: CallRow['state']): string {
	switch (state) {
		case 'running':
			return 'running';
		case 'stopped':
			return 'stopped';
		case 'failed':
			return 'nothing found';
		case 'ok': {
			const nPlaces = wholeAnswer(view, ref, answer)?.places.length ?? 0;
			return nPlaces === 0 ? 'answered' : `${counted(nPlaces, 'place')}${isCut(view, ref) ? ' or more' : ''}`;
		}
	}
}

function answerItems(view: RunView, ref: CallRef, answer: Answer): Item[] {
	const whole = wholeAnswer(view, ref, answer) ?? answer;
	const places = whole.places.map((place, idx) => placeItem(ref, place, idx));
	// The text of a call without places suggests what to try instead, so simple detail shows it too.
	if (view.detail === 'simple' && whole.places.length > 0) {
		return places;
	}
	return [
		...places,
		leaf(`answer:${ref.node}:${ref.call}`, `Answer: ${whole.text}`, {
			...{ kind: 'answer', ...ref, text: whole.text, clipped: isCut(view, ref) },
		}),
	];
}

function wholeAnswer(
	view: RunView,
	ref: CallRef,
	answer: RunCall['answer'],
): Pick<Answer, 'text' | 'places'> | undefined {
	return view.answers.get(rowIds.call(ref)) ?? answer;
}

/** Whether only the host has the complete answer. */
function isCut({ clipped, answers }: RunView, ref: CallRef): boolean {
	return !answers.has(rowIds.call(ref)) && clipped.some(({ node, call }) => node === ref.node && call === ref.call);
}

function placeItem(ref: CallRef, place: FoundPlace, idx: number): Item {
	const name = placeName(place);
	return leaf(`place:${ref.node}:${ref.call}:${idx}`, `${name}, ${placeText(place)}`, { kind: 'place', place, name });
}
