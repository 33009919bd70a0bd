import { emptyRanking } from '../model/location';
import type { RankedPatch } from '../model/patch';
import { type LeafResult, type Run, rootNode } from './run';
import type { RunNode } from './runNode';

type Tree = Pick<Run, 'nodes'>;
type RankedTree = Pick<Run, 'nodes' | 'pickedPatch'>;

/** All nodes, oldest first; the root comes first. */
export function nodesOf({ nodes }: Tree): RunNode[] {
	return Object.values(nodes).sort((a, b) => compareIds(a.id, b.id));
}

/** The rounds of every branch, oldest first. */
export function roundsOf(run: Tree): RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

/** Ids are assigned in the order in which nodes are opened: `n2` comes before `n10`, and the root before all. */
export function compareIds(a: string, b: string): number {
	if (a === b || a === rootNode || b === rootNode) {
		return a === b ? 0 : a === rootNode ? -1 : 1;
	}
	return a.length - b.length || (a < b ? -1 : 1);
}

/**
 * The trajectory that ends at a node: its ancestors from the root on, and the node itself. Empty for an unknown node.
 */
export function pathTo({ nodes }: Tree, id: string): RunNode[] {
	const path: RunNode[] = [];
	for (let node = nodes[id]; node !== undefined; node = nodes[node.parent ?? '']) {
		path.push(node);
	}
	return path.reverse();
}

/** A node and everything that follows it, oldest first. */
export function subtreeOf(run: Tree, id: string): RunNode[] {
	if (id === rootNode) {
		return nodesOf(run);
	}
	const { nodes } = run;
	const root = nodes[id];
	const found = root === undefined ? [] : [root];
	for (const node of found) {
		found.push(...node.children.flatMap(child => nodes[child] ?? []));
	}
	return found.sort((a, b) => compareIds(a.id, b.id));
}

export function leavesOf(run: Tree, below: string = rootNode): RunNode[] {
	return subtreeOf(run, below).filter(node => node.isAside !== true && followers(run, node).length === 0);
}

/** Whether a path of the run parts. */
export function hasBranches(run: Tree): boolean {
	return Object.values(run.nodes).some(node => followers(run, node).length > 1);
}

/** The children that continue the trajectory of a node, oldest first. */
export function followers({ nodes }: Tree, { children }: RunNode): RunNode[] {
	return children.flatMap(id => nodes[id] ?? []).filter(({ isAside }) => isAside !== true);
}

/** The result of the path to a leaf. Locations from before a feedback node count until its branch names its own. */
export function resultOf(run: Tree, leaf: string): LeafResult {
	return pathTo(run, leaf).reduce(continued, { ...noResult, leaf });
}

/** The results of all leaves below a node, each node visited once. */
function leafResults(run: Tree, below: string): LeafResult[] {
	const root = run.nodes[below];
	const open = root === undefined ? [] : [{ node: root, result: resultOf(run, below) }];
	const results: LeafResult[] = [];
	for (const { node, result } of open) {
		const children = followers(run, node);
		open.push(...children.map(child => ({ node: child, result: continued(result, child) })));
		results.push(...(children.length === 0 ? [result] : []));
	}
	return results;
}

const noResult: LeafResult = { leaf: rootNode, locations: [], ranking: emptyRanking, isProvisional: false };

/** A path's result once one more node follows. */
function continued(result: LeafResult, { id, named, patches }: RunNode): LeafResult {
	const patch = patches.at(-1)?.id;
	const { isEmbedded: _isEmbedded, ...before } = result;
	return {
		...(named === undefined ? result : before),
		leaf: id,
		...(named !== undefined && { ...named, namedIn: id }),
		...(patch !== undefined && { patch }),
	};
}

/**
 * The leaf that is shown. Within the branch the user chose: the leaf whose patch ranks best, else one whose patch
 * resolves the issue according to its evaluation, else a leaf whose search ended before one with provisional locations,
 * else the newest. Until a new branch names its first locations, the locations of the rest of the run are shown.
 */
export function selectedResult(run: RankedTree & Pick<Run, 'picked'>): LeafResult {
	const result = bestResult(run, run.picked);
	return result.namedIn === undefined ? { ...bestResult(run, rootNode), leaf: result.leaf } : result;
}

function bestResult(run: RankedTree, below: string): LeafResult {
	const ranks = new Map(newestRanking(run, below).map(({ patch }, at) => [patch, at]));
	const resolved = resolvedPatches(run);
	const results = leafResults(run, below);
	const rank = ({ patch }: LeafResult) => ranks.get(patch ?? '') ?? Number.POSITIVE_INFINITY;
	const resolves = ({ patch }: LeafResult) => Number(resolved.has(patch ?? ''));
	const [best] = results.sort(
		(a, b) =>
			compareNumbers(rank(a), rank(b)) ||
			resolves(b) - resolves(a) ||
			ended(b) - ended(a) ||
			compareIds(b.leaf, a.leaf),
	);
	return best ?? resultOf(run, rootNode);
}

/** According to the latest evaluation of each. */
function resolvedPatches({ nodes }: Tree): ReadonlySet<string> {
	const outcomes = new Map(
		Object.values(nodes).flatMap(({ evaluations = [] }) =>
			evaluations.map(({ patch, outcome }) => [patch, outcome] as const),
		),
	);
	return new Set([...outcomes].flatMap(([patch, outcome]) => (outcome === 'resolved' ? [patch] : [])));
}

/** The newest ranking of patches below a node; the one that the user picked comes first. */
export function newestRanking(run: RankedTree, below: string): readonly RankedPatch[] {
	const nodes = subtreeOf(run, below);
	const ranking = nodes.findLast(({ ranked }) => ranked !== undefined)?.ranked ?? [];
	const { pickedPatch: patch } = run;
	if (patch === undefined || nodes.every(({ patches }) => patches.every(({ id }) => id !== patch))) {
		return ranking;
	}
	const picked = ranking.find(each => each.patch === patch) ?? { patch, reasons: [] };
	return [{ ...picked, why: pickedWhy }, ...ranking.filter(each => each.patch !== patch)];
}

const pickedWhy = 'Picked by you.';

function ended({ locations, isProvisional }: LeafResult): number {
	return locations.length === 0 ? 0 : isProvisional ? 1 : 2;
}

/** Also handles infinite numbers, whose difference is NaN. */
function compareNumbers(a: number, b: number): number {
	return a === b ? 0 : a - b;
}

/** Returns the first node of the branch that is shown: the newest feedback on its path, else the root. */
export function branchRoot(run: Run): string {
	return pathTo(run, run.selected.leaf).findLast(({ kind }) => kind === 'feedback')?.id ?? rootNode;
}

/** Returns the next feedback on the path from a node to the leaf that is shown; undefined if there is none. */
export function feedbackAfter(run: Run, id: string): RunNode | undefined {
	const path = pathTo(run, run.selected.leaf);
	const at = path.findIndex(node => node.id === id);
	const next = at === -1 ? undefined : path[at + 1];
	return next?.kind === 'feedback' ? next : undefined;
}
