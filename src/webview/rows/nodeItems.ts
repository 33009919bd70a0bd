import { roundNumbers } from '../../core/model/roundNumbers';
import { rootNode } from '../../core/model/run';
import type { RunNode } from '../../core/model/runNode';
import { noUsage, sumUsage } from '../../core/model/runRequest';
import { usageText } from '../../core/model/usageText';
import { callItem } from './callItem';
import type { Item } from './item';
import { nodeDoing } from './nodeDoing';
import { noteItem, requestItems } from './requestItems';
import type { NodeRow, NodeState } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** Stages, rounds and branches, each below the node that opened it; what was noted of the run itself behind them. */
export function nodeItems(view: RunView): Item[] {
	const { nodes } = view.run;
	const numbers = roundNumbers(nodes);
	const below = (parent: string): Item[] =>
		[...nodes.filter(node => node.parent === parent)]
			.sort((a, b) => Number(a.kind === 'branch') - Number(b.kind === 'branch'))
			.map(node =>
				node.kind === 'branch'
					? branchItem(node, numbers, below(node.id))
					: nodeItem(view, node, { number: numbers.get(node.id), inner: below(node.id) }),
			);
	const root = nodes.find(({ kind }) => kind === 'run');
	const notes = (root?.notes ?? []).map((text, idx) => noteItem(`note:${rootNode}:${idx}`, text));
	return [...below(root?.id ?? rootNode), ...notes];
}

interface Around {
	readonly number: string | undefined;
	readonly inner: readonly Item[];
}

function nodeItem(view: RunView, node: RunNode, { number, inner }: Around): Item {
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
			...inner,
		],
	};
}

function branchItem(node: RunNode, numbers: ReadonlyMap<string, string>, inner: readonly Item[]): Item {
	const number = numbers.get(node.after ?? '');
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
	waiting: 'Waits for you',
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
