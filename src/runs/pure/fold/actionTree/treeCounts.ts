import { counted } from '../../../../system/pure/text/counted';
import type { Run } from '../run';
import type { RunNode } from '../runNode';
import { leavesOf, nodesOf } from '../runTree';

/** Counts of a tree of actions. */
export interface TreeCounts {
	readonly nActions: number;
	/** Actions whose observation is known. */
	readonly nObservations: number;
	/** How many actions have an alternative, by their type. */
	readonly branchPoints: ReadonlyMap<string, number>;
	/** Paths from the first action to a last one. */
	readonly nPaths: number;
	readonly nPatches: number;
	/** Patches that resolve the issue, according to an evaluation. */
	readonly nResolved: number;
}

type Tree = Pick<Run, 'nodes'>;

export function treeCounts(run: Tree): TreeCounts {
	const nodes = nodesOf(run);
	// Others searched for locations before.
	const actions = nodes.filter(
		({ kind, phase, expansion }) => kind === 'round' && (phase === 'patch' || expansion !== undefined),
	);
	const replaced = new Map(
		actions.flatMap(({ parent, expansion }) =>
			expansion?.replaces === undefined ? [] : [[parent, expansion.replaces] as const],
		),
	);
	const branchPoints = new Map<string, number>();
	for (const type of replaced.values()) {
		branchPoints.set(type, (branchPoints.get(type) ?? 0) + 1);
	}
	return {
		nActions: actions.length,
		nObservations: actions.filter(({ calls }) => calls.some(({ answer }) => answer !== undefined)).length,
		branchPoints,
		nPaths: leavesOf(run).length,
		nPatches: nodes.reduce((sum, { patches }) => sum + patches.length, 0),
		nResolved: nodes.flatMap(resolvedIn).length,
	};
}

function resolvedIn({ evaluations = [] }: RunNode): string[] {
	return evaluations.flatMap(({ outcome, patch }) => (outcome === 'resolved' ? [patch] : []));
}

/**
 * `116 actions, 12 branch points (append 3, create 1), 13 paths, 12 patches, 6 of them right`; counts of 0 are left
 * out.
 */
export function treeCountsText({ nActions, branchPoints, nPaths, nPatches, nResolved }: TreeCounts): string {
	const points = [...branchPoints].sort(([a], [b]) => (a < b ? -1 : 1));
	const nPoints = points.reduce((sum, [, n]) => sum + n, 0);
	const types = points.map(([type, n]) => `${type} ${n}`).join(', ');
	return [
		counted(nActions, 'action'),
		...(nPoints === 0 ? [] : [`${counted(nPoints, 'branch point')} (${types})`]),
		...(nPaths < 2 ? [] : [counted(nPaths, 'path')]),
		counted(nPatches, 'patch', 'patches'),
		...(nResolved === 0 ? [] : [`${nResolved} of them right`]),
	].join(', ');
}

/** The types of the actions that have alternatives, in alphabetical order. */
export function replacedTypes({ nodes }: Tree): string[] {
	return [...new Set(Object.values(nodes).flatMap(({ expansion }) => expansion?.replaces ?? []))].sort();
}

/** The tree without the alternatives to actions of these types, and without the nodes that follow them. */
export function withoutAlternatives(run: Tree, hidden: ReadonlySet<string>): Tree {
	if (hidden.size === 0) {
		return run;
	}
	const dropped = new Set<string>();
	// Oldest first: a parent comes before its children.
	const kept = nodesOf(run).filter(({ id, parent = '', expansion }) => {
		const isDropped = dropped.has(parent) || hidden.has(expansion?.replaces ?? '');
		if (isDropped) {
			dropped.add(id);
		}
		return !isDropped;
	});
	const withKept = (children: readonly string[]) => children.filter(child => !dropped.has(child));
	return { nodes: Object.fromEntries(kept.map(node => [node.id, { ...node, children: withKept(node.children) }])) };
}
