import type { BranchKind, TreeRules } from './treeRules';

/** A turn of the agent as the scheduler sees it: an action and its observation. */
export interface TreeTurn {
	readonly id: string;
	/** The turn it follows; absent for one that follows the start. */
	readonly parent?: string;
	/** Absent for an action without a branch. */
	readonly kind?: BranchKind;
	/** The turn whose action it replaces, which has the same parent. */
	readonly replaces?: string;
	/** A remark of the user: no turn of the agent, so that it counts for no limit. The depth is counted from it. */
	readonly isRemark?: true;
	/** Nothing follows it: its branch ended with it. */
	readonly isLast: boolean;
	/** The user gave up the branch after it. */
	readonly isPruned?: true;
	/** The changes up to it were submitted as a patch that is proven. */
	readonly isProven?: boolean;
	/** Of the critic, for an alternative. */
	readonly score?: number;
}

/** What to do next. An absent `at` is the start. */
export type Move =
	/** Take the next turn after this one. */
	| { readonly kind: 'continue'; readonly at?: string }
	/** Begin a branch after `at`, with an alternative to the turn `replaces`. */
	| { readonly kind: 'branch'; readonly at?: string; readonly replaces: string }
	/** End the branch of this turn: it is at a limit. */
	| { readonly kind: 'leave'; readonly at: string }
	| { readonly kind: 'done'; readonly why: 'proven' | 'exhausted' | 'maxTurns' };

/** A turn that waits for an alternative. */
export interface Pending {
	readonly at?: string;
	readonly replaces: string;
	/** Of the turn to be replaced, from 1. */
	readonly depth: number;
}

/**
 * Returns the tree's next move: the newest path is followed to its end, then the shallowest pending branch begins. A
 * pure function of the tree, so that a run that was killed continues in the same order. `turns`: the finished ones,
 * oldest first. `newest`: a remark; the tree grows only below it. If it is none of the turns or is pruned, the whole
 * tree grows.
 */
export function nextMove(turns: readonly TreeTurn[], rules: TreeRules, newest?: string): Move {
	const kept = withoutPruned(turns);
	const root = kept.some(({ id }) => id === newest) ? newest : undefined;
	const begun = turnsFrom(turns, root);
	const growing = turnsFrom(kept, root);
	if (rules.stopsWhenProven && growing.some(({ isProven, isPruned }) => isProven && isPruned !== true)) {
		return { kind: 'done', why: 'proven' };
	}
	if (begun.length === 0) {
		return { kind: 'continue' };
	}
	const followed = new Set(growing.map(({ parent }) => parent));
	const leaf = growing.findLast(({ id, isLast, isPruned }) => !isLast && isPruned !== true && !followed.has(id));
	if (leaf !== undefined) {
		const isEnd = turnsLeft(turns, rules, { at: leaf.id, root }) <= 0;
		return { kind: isEnd ? 'leave' : 'continue', at: leaf.id };
	}
	const isUsedUp = nTurnsLeft(begun, rules) <= 0;
	const [first] = isUsedUp ? [] : pendingBranches(turns, rules, root);
	if (first !== undefined) {
		const { at, replaces } = first;
		return { kind: 'branch', replaces, ...(at !== undefined && { at }) };
	}
	return { kind: 'done', why: isUsedUp ? 'maxTurns' : 'exhausted' };
}

/** How many turns the path to `at`, or to the start, may still get. `root`: a remark that the tree grows below. */
export function turnsLeft(
	turns: readonly TreeTurn[],
	rules: TreeRules,
	{ at = '', root }: { readonly at?: string | undefined; readonly root?: string | undefined },
): number {
	const depth = turnStates(turns, rules).get(at)?.depth ?? 0;
	return Math.min(rules.maxDepth - depth, nTurnsLeft(turnsFrom(turns, root), rules));
}

function nTurnsLeft(growing: readonly TreeTurn[], { maxTurns }: TreeRules): number {
	return maxTurns - growing.filter(({ isRemark }) => isRemark !== true).length;
}

/** A remark with all that follows it; every turn if it is none of them. */
function turnsFrom(turns: readonly TreeTurn[], root: string | undefined): readonly TreeTurn[] {
	if (turns.every(({ id }) => id !== root)) {
		return turns;
	}
	const found = new Set([root]);
	// Oldest first: a parent comes before its children.
	return turns.filter(({ id, parent }) => {
		const isFound = id === root || (parent !== undefined && found.has(parent));
		if (isFound) {
			found.add(id);
		}
		return isFound;
	});
}

/** Without the branches after a turn that the user pruned. There may be an alternative to that turn itself. */
function withoutPruned(turns: readonly TreeTurn[]): readonly TreeTurn[] {
	const given = new Set(turns.flatMap(({ id, isPruned }) => (isPruned === true ? [id] : [])));
	return turns.filter(({ id, parent = '' }) => {
		const isKept = !given.has(parent);
		if (!isKept) {
			given.add(id);
		}
		return isKept;
	});
}

/**
 * The queue: the shallowest first; of equally deep ones the better rated if the rules require it, then the older one.
 * `root`: as for `nextMove`.
 */
export function pendingBranches(turns: readonly TreeTurn[], rules: TreeRules, root?: string): readonly Pending[] {
	const states = turnStates(turns, rules);
	const nMade = (id: string) => turns.filter(({ replaces }) => replaces === id).length;
	const waiting = turnsFrom(withoutPruned(turns), root).flatMap(({ id, parent }) => {
		const state = states.get(id);
		const isKept = state !== undefined && state.depth - 1 >= rules.leastKept * lengthAfter(turns, states, id);
		const isWaiting = state?.mayBranch === true && isKept && nMade(id) < rules.nAlternatives;
		return isWaiting ? [{ state, pending: { ...(parent !== undefined && { at: parent }), replaces: id } }] : [];
	});
	// The sort is stable: equals stay in the order their actions were taken in.
	return waiting
		.toSorted(({ state: a }, { state: b }) => a.depth - b.depth || (rules.ordersByScore ? b.score - a.score : 0))
		.map(({ state: { depth }, pending }) => ({ ...pending, depth }));
}

/** The turns of the longest path through a turn. */
function lengthAfter(turns: readonly TreeTurn[], states: ReadonlyMap<string, TurnState>, id: string): number {
	return Math.max(...turnsFrom(turns, id).map(each => states.get(each.id)?.depth ?? 0));
}

/** The state that results from the path to a turn. */
interface TurnState {
	/** Turns from the start, or from the newest remark, to here. */
	readonly depth: number;
	/** Kinds of the actions that were replaced on the path. */
	readonly replaced: readonly BranchKind[];
	/** How often a branch may still begin below. */
	readonly left: TreeRules['limits'];
	readonly mayBranch: boolean;
	/** Of the newest alternative on the path. */
	readonly score: number;
}

function turnStates(turns: readonly TreeTurn[], rules: TreeRules): ReadonlyMap<string, TurnState> {
	const start: TurnState = { depth: 0, replaced: [], left: rules.limits, mayBranch: false, score: 0 };
	const kinds = new Map(turns.map(({ id, kind }) => [id, kind]));
	const states = new Map<string, TurnState>();
	for (const turn of turns) {
		const before = states.get(turn.parent ?? '') ?? start;
		const depth = turn.isRemark === true ? 0 : before.depth + 1;
		states.set(turn.id, {
			...(turn.replaces === undefined ? taken(turn, before, rules) : replacing(turn, before, kinds)),
			depth,
		});
	}
	return states;
}

/** An action that a branch begins at counts for the turns after it, but not for its alternatives. */
function taken({ kind }: TreeTurn, before: TurnState, { after }: TreeRules): TurnState {
	const mayBranch =
		kind !== undefined &&
		(before.left[kind] ?? 0) > 0 &&
		before.replaced.every(each => after[each]?.includes(kind) === true);
	const left = mayBranch ? { ...before.left, [kind]: (before.left[kind] ?? 0) - 1 } : before.left;
	return { ...before, left, mayBranch };
}

function replacing(
	{ replaces = '', score }: TreeTurn,
	before: TurnState,
	kinds: ReadonlyMap<string, BranchKind | undefined>,
): TurnState {
	const kind = kinds.get(replaces);
	return {
		...before,
		mayBranch: false,
		score: score ?? before.score,
		replaced: [...before.replaced, ...(kind === undefined ? [] : [kind])],
	};
}

/** How often a branch may still begin at each kind of action, after a turn; after the start unless one is given. */
export function limitsAfter(turns: readonly TreeTurn[], rules: TreeRules, at = ''): TreeRules['limits'] {
	return turnStates(turns, rules).get(at)?.left ?? rules.limits;
}
