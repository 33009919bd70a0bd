import { rootNode } from '../../core/model/run';
import type { RunNode } from '../../core/model/runNode';
import { callItem } from './callItem';
import { rowIds } from './rowIds';
import type { Item, RunView } from './runItems';

/** Stages and rounds, each below the node that opened it. */
export function nodeItems(view: RunView): Item[] {
	const numbers = roundNumbers(view.run.nodes);
	const below = (parent: string): Item[] =>
		view.run.nodes
			.filter(node => node.parent === parent)
			.map(node => nodeItem(view, node, numbers.get(node.id), below(node.id)));
	return below(rootId(view.run.nodes));
}

/** Counts the rounds from 1, in the order they were opened. */
export function roundNumbers(nodes: readonly RunNode[]): ReadonlyMap<string, number> {
	return new Map(nodes.filter(({ kind }) => kind === 'round').map(({ id }, idx) => [id, idx + 1]));
}

function rootId(nodes: readonly RunNode[]): string {
	return nodes.find(({ kind }) => kind === 'run')?.id ?? rootNode;
}

function nodeItem(view: RunView, node: RunNode, number: number | undefined, inner: readonly Item[]): Item {
	const title = node.summary ?? node.title;
	const state = node.state === 'closed' ? 'done' : view.session.live ? 'running' : 'stopped';
	const spoken = { done: '', running: ', running', stopped: ', stopped' }[state];
	return {
		id: rowIds.node(node.id),
		label: `${number === undefined ? '' : `Round ${number}: `}${title}${spoken}`,
		content: { kind: 'node', title, state, ...(number === undefined ? {} : { number }) },
		startsOpen: node.kind === 'stage' || view.detail === 'full',
		children: [...reasoningItems(node), ...node.calls.map(call => callItem(view, node, call)), ...inner],
	};
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
