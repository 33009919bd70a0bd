import type { Phase } from '../../runs/pure/events/runEvent';
import type { BranchExit } from '../../runs/pure/events/treeEvents';
import { withoutAlternatives } from '../../runs/pure/fold/actionTree/treeCounts';
import { isTreeTurn } from '../../runs/pure/fold/actionTree/treeTurn';
import { patchNumbers, patchPrefix } from '../../runs/pure/fold/patchCandidates';
import { type EndReason, pathEnding, reasonText } from '../../runs/pure/fold/pathEnding';
import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import { phaseOf, type RunNode } from '../../runs/pure/fold/runNode';
import { nodesOf } from '../../runs/pure/fold/runTree';
import { patchName } from '../../runs/pure/fold/shownPatch';
import { noUsage, sumUsage, usageText } from '../../runs/pure/fold/usage';
import type { Patch } from '../../runs/pure/model/patch';
import { comma, engineText, t } from '../language';
import { callItem, callSignature } from './callItems';
import { expansionItems, nextAfterBranches, nextItem } from './expansionItems';
import { type Item, leaf } from './item';
import { memoryItems } from './memoryItems';
import { nodeText, noteText, reasoningText } from './nodeText';
import { attemptItems } from './patchItems';
import { reproducerItems } from './reproducerItems';
import { noteItem, requestItems } from './requestItems';
import type { NodeRow, NodeState } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** The data for the rows of every phase. */
interface ShownNodes {
	readonly nodes: readonly RunNode[];
	readonly grouped: ReadonlyMap<string, readonly RunNode[]>;
	/** The rounds' numbers, by node. */
	readonly numbers: ReadonlyMap<string, string>;
	/** The patches' numbers, by patch. */
	readonly patches: ReadonlyMap<string, number>;
	/** The node at which the run continued, by the last node of a branch. */
	readonly next: ReadonlyMap<string, RunNode>;
}

/**
 * A function for the nodes of one phase: rounds and stages in order, each trajectory with its own, then each branch with its
 * own, then, in the first phase, the notes of the run itself.
 */
export function nodeItems(view: RunView): (phase: Phase) => Item[] {
	const { run, hiddenAlternatives = [] } = view;
	const tree = withoutAlternatives(run, new Set(hiddenAlternatives));
	const nodes = nodesOf(tree).filter(({ kind }) => kind !== 'run');
	const shown: ShownNodes = {
		...{ nodes, grouped: groups(nodes), next: nextAfterBranches(tree) },
		// Hidden rounds and patches keep their numbers.
		...{ numbers: roundNumbers(run), patches: patchNumbers(fixOf(run)) },
	};
	return phase => phaseNodes(view, shown, phase);
}

function phaseNodes(view: RunView, shown: ShownNodes, phase: Phase): Item[] {
	const { nodes, grouped, numbers } = shown;
	const branches = nodes.filter(startsBranch).flatMap(branch => {
		const inner = groupItems(view, shown, { phase, group: branch.id });
		// The search shows all feedback; a later phase shows the steps after it.
		if (inner.length === 0 && (branch.kind !== 'feedback' || phase !== 'locate')) {
			return [];
		}
		const written = (grouped.get(branch.id) ?? []).flatMap(node => node.patches);
		return [branchItem(view, branch, { phase, after: numbers.get(branch.parent ?? ''), written, inner })];
	});
	const notes = phase === 'locate' ? (view.run.nodes[rootNode]?.notes ?? []) : [];
	return [
		...groupItems(view, shown, { phase, group: rootNode }),
		...branches,
		...notes.map((text, idx) => noteItem(`note:${rootNode}:${idx}`, noteText(text))),
	];
}

interface PhaseGroup {
	readonly phase: Phase;
	readonly group: string;
}

function groupItems(view: RunView, shown: ShownNodes, { phase, group }: PhaseGroup): Item[] {
	const { grouped, numbers, patches, next } = shown;
	const members = (grouped.get(group) ?? []).filter(node => node.kind !== 'feedback' && phaseOf(node) === phase);
	return members.flatMap(node => {
		const item = nodeItem(view, node, { number: numbers.get(node.id), patch: patchOf(node, patches) });
		const inner =
			node.kind === 'trajectory'
				? [...groupItems(view, shown, { phase, group: node.id }), ...memoryItems(view, node.id)]
				: [];
		const after = next.get(node.id);
		return [
			{ ...item, children: [...item.children, ...inner] },
			...(after === undefined ? [] : [nextItem(node, after, numbers.get(after.id))]),
		];
	});
}

/**
 * The nodes by the start of the branch or the trajectory that they are shown below, else the root. A stage that follows a
 * trajectory is about all of them, and is shown beside them.
 */
function groups(nodes: readonly RunNode[]): ReadonlyMap<string, readonly RunNode[]> {
	const shownBelow = new Map<string, string>();
	const grouped = new Map<string, RunNode[]>();
	/** The group of the nodes after a node. */
	const groupAfter = new Map([[rootNode, rootNode]]);
	const trajectories = new Set(nodes.flatMap(({ id, kind }) => (kind === 'trajectory' ? [id] : [])));
	for (const node of nodes) {
		const { id, kind, parent = rootNode } = node;
		const group = groupAfter.get(parent) ?? rootNode;
		const own = kind === 'stage' && trajectories.has(group) ? (shownBelow.get(group) ?? rootNode) : group;
		const isStart = startsBranch(node);
		// An alternative is the first round of its branch; feedback is no round.
		const below = isStart ? id : own;
		shownBelow.set(id, below);
		grouped.set(below, grouped.get(below) ?? []);
		grouped.get(below)?.push(node);
		groupAfter.set(id, isStart || kind === 'trajectory' ? id : own);
	}
	return grouped;
}

function patchOf(node: RunNode, numbers: ReadonlyMap<string, number>): string {
	return engineText(patchPrefix(node, numbers).replace(/: $/, ''));
}

interface NodeNumbers {
	/** The number of the round; undefined for a stage. */
	readonly number: string | undefined;
	/** `Patch 2`; '' for a node of no patch. */
	readonly patch: string;
}

function nodeItem(view: RunView, node: RunNode, { number, patch }: NodeNumbers): Item {
	const state = nodeState(view, node);
	const cost = costText(node);
	const title = patch === '' ? titleText(node, state) : t('{0}: {1}', patch, titleText(node, state));
	const round = number === undefined ? title : t('Round {0}: {1}', number, title);
	const spoken = [state === 'done' ? '' : nodeStates[state], node.isPruned === true ? t('pruned') : '', cost];
	const next = node.outcome?.kind === 'failed' ? engineText(node.outcome.next) : undefined;
	const content: NodeRow = {
		...{ kind: 'node', node: node.id, title, state, asked: node.requests.length > 0 },
		...(number !== undefined && { number }),
		...(next !== undefined && { next }),
		...(cost !== '' && { cost }),
		...(isTreeTurn(view.run, node) && { turn: node.isPruned === true ? 'pruned' : 'growing' }),
		...(view.streamed?.node === node.id && state === 'running' && { coming: view.streamed.text }),
	};
	return {
		id: rowIds.node(node.id),
		label: [...(next === undefined ? [] : [next]), round, ...spoken.filter(part => part !== '')].join(comma),
		content,
		startsOpen: view.detail === 'full',
		children: [
			...reasoningItems(node),
			...requestItems(view, node),
			...expansionItems(view, node),
			...reproducerItems(node),
			...attemptItems(node, view.patches),
			...node.calls.map(call => callItem(view, node, call)),
			...node.notes.map((text, idx) => noteItem(`note:${node.id}:${idx}`, noteText(text))),
		],
	};
}

/** Feedback, or an alternative to an action. */
function startsBranch({ kind, expansion }: RunNode): boolean {
	return kind === 'feedback' || expansion?.replaces !== undefined;
}

interface Branch {
	readonly phase: Phase;
	/** The number of the round that it follows. */
	readonly after: string | undefined;
	/** The patches of its rounds. */
	readonly written: readonly Patch[];
	readonly inner: readonly Item[];
}

function branchItem(view: RunView, node: RunNode, { phase, after: number, written, inner }: Branch): Item {
	const { patches } = view;
	const replaces = node.expansion?.replaces;
	const ended = endedText(view, node);
	const what = replaces === undefined ? t('Feedback') : t('Alternative to {0}', replaces);
	const title = nodeText(node);
	const results =
		replaces === undefined
			? []
			: patches
					.filter(patch => written.some(({ id }) => id === patch.id))
					.map(patch => t('{0}: {1}', engineText(patchName(patch)), engineText(patch.verdict.why)));
	const after = [...(number === undefined ? [] : [t('after round {0}', number)]), ...results].join(' · ');
	return {
		// Feedback has no row of a round.
		id:
			replaces !== undefined ? `branch:${node.id}` : phase === 'locate' ? rowIds.node(node.id) : `${phase}:${node.id}`,
		label: [t('{0}: {1}', what, title), after, ended].filter(part => part !== '').join(comma),
		content: {
			...{ kind: 'branch', node: node.id, isFeedback: replaces === undefined, what, title, after },
			...(ended !== '' && { ended }),
		},
		startsOpen: replaces === undefined,
		children: inner,
	};
}

/** `No patch: The limit of actions was reached.`; '' for a branch that has a result or is under way, or whose title is its end. */
function endedText({ run, session }: RunView, { id, exit }: RunNode): string {
	if (run.imported !== undefined || exit !== undefined) {
		return '';
	}
	const reason = session.live ? liveEnding(run, id) : pathEnding(run, id);
	const result = run.goal === 'fix' ? t('No patch') : t('No location');
	return reason === undefined ? '' : t('{0}: {1}', result, engineText(reasonText(reason, run).why));
}

/** While the run continues, only a branch that nothing follows any more has ended. */
function liveEnding(run: Run, id: string): EndReason | undefined {
	const reason = pathEnding(run, id);
	return reason !== undefined && unfinishedReasons.has(reason) ? undefined : reason;
}

const unfinishedReasons: ReadonlySet<EndReason> = new Set(['interrupted', 'cancelled', 'failed', 'noResult', 'cap']);

function nodeState({ run, session }: RunView, { state, outcome, exit }: RunNode): NodeState {
	if (state === 'closed') {
		return outcome?.kind === 'failed' || (exit !== undefined && failedExits.has(exit))
			? 'failed'
			: outcome === undefined && (exit === undefined || exit === 'submitted')
				? 'done'
				: 'empty';
	}
	if (!session.live) {
		return 'stopped';
	}
	return run.state === 'paused' ? 'waiting' : 'running';
}

/** Something went wrong; other ends are part of any search. */
const failedExits: ReadonlySet<BranchExit> = new Set(['exit_format', 'exit_context', 'exit_error']);

/** Replaces titles that only repeat the round number. */
function titleText(node: RunNode, state: NodeState): string {
	if (node.summary !== undefined) {
		return nodeText(node);
	}
	const doing = state === 'running' ? nodeDoing(node) : undefined;
	return doing ?? (/^Round \d+$/.test(node.title) ? unfinished[state] : nodeText(node));
}

const unfinished: Readonly<Record<NodeState, string>> = {
	running: t('Getting ready'),
	waiting: t('Waiting for your input'),
	done: t('Done'),
	empty: t('Done'),
	failed: t('Failed'),
	stopped: t('Not finished'),
};

/** In words, for a node that is not done. */
export const nodeStates: Readonly<Record<Exclude<NodeState, 'done'>, string>> = {
	running: t('running'),
	waiting: t('waiting'),
	empty: t('without a result'),
	failed: t('failed'),
	stopped: t('stopped'),
};

function costText({ requests }: RunNode): string {
	const answers = requests.flatMap(({ answer }) => answer ?? []);
	return answers.length === 0
		? ''
		: engineText(usageText(answers.reduce((sum, { usage }) => sumUsage(sum, usage), noUsage)));
}

function reasoningItems(node: RunNode): Item[] {
	return node.reasoning.map((reasoned, idx) => {
		const text = reasoningText(node, reasoned);
		return leaf(`reasoning:${node.id}:${idx}`, text, { kind: 'reasoning', text });
	});
}

/** The current activity of a running round; undefined where its title describes it, as without a model. */
function nodeDoing({ requests, calls }: RunNode): string | undefined {
	const asked = requests.at(-1);
	if (asked === undefined) {
		return undefined;
	}
	if (asked.answer === undefined) {
		const purpose = engineText(asked.purpose);
		const failure = asked.failures.at(-1);
		return failure === undefined
			? t('Asking the model to {0}', purpose)
			: `${engineText(failure.message)} ${t('Attempt {0}: {1}', asked.failures.length + 1, purpose)}`;
	}
	const call = calls.find(({ answer }) => answer === undefined);
	return call === undefined ? undefined : callSignature(call);
}
