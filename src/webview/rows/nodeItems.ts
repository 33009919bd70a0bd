import { roundNumbers } from '../../core/model/roundNumbers';
import { rootNode } from '../../core/model/run';
import type { RunNode } from '../../core/model/runNode';
import { nodesOf } from '../../core/model/runTree';
import { noUsage, sumUsage, usageText } from '../../core/model/usage';
import { callItem } from './callItem';
import type { Item } from './item';
import { nodeDoing } from './nodeDoing';
import { noteItem, requestItems } from './requestItems';
import type { NodeRow, NodeState } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/**
 * The nodes of the run tree: rounds and stages one below the other, as they follow one another; each feedback with the
 * branch it began behind them, and then what was noted of the run itself.
 */
export function nodeItems(view: RunView): Item[] {
	const { run } = view;
	const numbers = roundNumbers(run);
	const nodes = nodesOf(run).filter(({ kind }) => kind !== 'run');
	/** The feedback whose branch a node is part of, else the root. */
	const branchOf = new Map([[rootNode, rootNode]]);
	for (const { id, kind, parent = rootNode } of nodes) {
		branchOf.set(id, kind === 'feedback' ? id : (branchOf.get(parent) ?? rootNode));
	}
	const itemsOf = (branch: string): Item[] =>
		nodes
			.filter(({ id, kind }) => kind !== 'feedback' && branchOf.get(id) === branch)
			.map(node => nodeItem(view, node, numbers.get(node.id)));
	const branches = nodes.filter(({ kind }) => kind === 'feedback');
	const notes = (run.nodes[rootNode]?.notes ?? []).map((text, idx) => noteItem(`note:${rootNode}:${idx}`, text));
	return [...itemsOf(rootNode), ...branches.map(branch => branchItem(branch, numbers, itemsOf(branch.id))), ...notes];
}

function nodeItem(view: RunView, node: RunNode, number: string | undefined): Item {
	const state = nodeState(view, node);
	const cost = costText(node);
	const title = titleText(node, state);
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
			...node.calls.map(call => callItem(view, node, call)),
			...node.notes.map((text, idx) => noteItem(`note:${node.id}:${idx}`, text)),
		],
	};
}

function branchItem(node: RunNode, numbers: ReadonlyMap<string, string>, inner: readonly Item[]): Item {
	const number = numbers.get(node.parent ?? '');
	const after = number === undefined ? '' : `after round ${number}`;
	return {
		id: rowIds.node(node.id),
		label: `Feedback: ${node.title}${after === '' ? '' : `, ${after}`}`,
		content: { kind: 'branch', feedback: node.title, after },
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

/** A title that only counts the rounds says nothing beside their number. */
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
	return node.reasoning.map((text, idx) => ({
		id: `reasoning:${node.id}:${idx}`,
		label: text,
		content: { kind: 'reasoning', text },
		startsOpen: false,
		children: [],
	}));
}
