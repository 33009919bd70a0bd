import { type Run, rootNode } from '../../runs/pure/fold/run';
import type { RunNode } from '../../runs/pure/fold/runNode';
import { compareIds, followers } from '../../runs/pure/fold/runTree';

type Tree = Pick<Run, 'nodes'>;

/** A node of a run with its place in the map: the first child is straight below it, each alternative to that one in a column of its own. */
export interface MapNode {
	readonly id: string;
	/**
	 * The nodes shown in its box: the node itself, then the stages that its turn asks for, such as submitting and checking
	 * a patch.
	 */
	readonly parts: readonly string[];
	readonly parent?: string;
	readonly children: readonly string[];
	/** From 0. */
	readonly column: number;
	/** From 0, for the root. */
	readonly row: number;
	/** Among its siblings, from 1. */
	readonly posInSet: number;
	readonly setSize: number;
	/** The last patch on the path to a leaf. */
	readonly patch?: string;
}

/** The line from a node to the columns of the alternatives that follow it. */
export interface MapRail {
	/** The row of the node. */
	readonly row: number;
	readonly from: number;
	readonly to: number;
}

/** A column of the map: the rows of its first and its last node. */
export interface MapColumn {
	readonly from: number;
	readonly to: number;
}

export interface MapLayout {
	readonly nodes: ReadonlyMap<string, MapNode>;
	/** By the id of a node of the run: the one in whose box it is shown. */
	readonly boxOf: ReadonlyMap<string, string>;
	/** In the order in which the run reached them. */
	readonly inOrder: readonly string[];
	readonly rails: readonly MapRail[];
	readonly columns: readonly MapColumn[];
	readonly nRows: number;
}

interface OpenNode {
	readonly id: string;
	readonly parent?: MapNode;
	readonly posInSet: number;
	readonly setSize: number;
	/** The last patch on the path to its parent. */
	readonly patch: string | undefined;
}

/** A node, and the stages of its turn: each is the only one that follows the node before it. */
function partsFrom(tree: Tree, id: string): RunNode[] {
	const first = tree.nodes[id];
	const parts = first === undefined ? [] : [first];
	for (const part of first?.expansion === undefined ? [] : parts) {
		const [next, ...others] = followers(tree, part);
		if (next?.kind === 'stage' && others.length === 0) {
			parts.push(next);
		}
	}
	return parts;
}

/** The places of all nodes that lie on a path of the run, with the root at the top left. */
export function mapLayout(tree: Tree): MapLayout {
	const nodes = new Map<string, MapNode>();
	const boxOf = new Map<string, string>();
	const columns: MapColumn[] = [];
	/** By node: the column of its last alternative. */
	const ends = new Map<MapNode, number>();
	const open: OpenNode[] = [{ id: rootNode, posInSet: 1, setSize: 1, patch: undefined }];
	// Depth first without recursion: a path may have thousands of nodes. A new column is right of all that is placed.
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const { id, parent, posInSet, setSize } = next;
		const parts = partsFrom(tree, id);
		const patch = parts.flatMap(({ patches }) => patches).at(-1)?.id ?? next.patch;
		const children = parts.slice(-1).flatMap(last => followers(tree, last).map(child => child.id));
		const row = parent === undefined ? 0 : parent.row + 1;
		const column = parent === undefined || posInSet > 1 ? columns.length : parent.column;
		const isLeaf = children.length === 0;
		const node: MapNode = {
			...{ id, parts: parts.map(part => part.id), children, column, row, posInSet, setSize },
			...(parent !== undefined && { parent: parent.id }),
			...(isLeaf && patch !== undefined && { patch }),
		};
		nodes.set(id, node);
		for (const part of node.parts) {
			boxOf.set(part, id);
		}
		columns[column] = { from: columns[column]?.from ?? row, to: row };
		if (parent !== undefined && posInSet > 1) {
			ends.set(parent, column);
		}
		const opened = children.map((child, at) => ({ id: child, posInSet: at + 1, setSize: children.length }));
		open.push(...opened.map(child => ({ ...child, parent: node, patch })).reverse());
	}
	const rails = [...ends].map(([{ row, column }, to]) => ({ row, from: column, to }));
	const inOrder = [...nodes.keys()].sort(compareIds);
	return { nodes, boxOf, inOrder, rails, columns, nRows: columns.reduce((most, { to }) => Math.max(most, to + 1), 0) };
}
