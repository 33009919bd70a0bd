/**
 * A node of a search that branches at some actions: an alternative to such an action is its sibling. The type of an
 * action is the first word of its command: `edit`.
 */
export interface Expansion {
	/** The type of the action that this one is an alternative to: its first sibling. Absent for that sibling. */
	readonly replaces?: string;
	/** How many more alternatives actions of each type may get on this path. */
	readonly left: Readonly<Record<string, number>>;
}

/** Several actions were sampled as alternatives to another one, and the action of this node was chosen among them. */
export interface CandidatesCompared {
	readonly type: 'candidatesCompared';
	readonly candidates: readonly CandidateAction[];
	/** Why this one: the text of the model that chose. */
	readonly reasons: string;
	/** How effective the chosen one probably is, from 1 to 10; absent if no model rated it. */
	readonly score?: number;
}

export interface CandidateAction {
	readonly thought: string;
	readonly action: string;
}

/**
 * Why no turn follows one. `submitted`: the model submitted its changes. `exit_…`: it could not continue, because its
 * answers could not be read, its context window is full, the action could not be taken, or a limit of the tree is
 * reached. `dropped`: no alternative to the replaced action was found.
 */
export type BranchExit = (typeof branchExits)[number];

export const branchExits = ['submitted', 'exit_format', 'exit_context', 'exit_error', 'exit_limit', 'dropped'] as const;

/** No turn follows this one. */
export interface BranchEnded {
	readonly type: 'branchEnded';
	readonly exit: BranchExit;
}

/** The user pruned the turns after this one: no turn follows it any more, nor any alternative to its later turns. */
export interface BranchPruned {
	readonly type: 'branchPruned';
}

/** The user restored the turns after this one. */
export interface BranchRestored {
	readonly type: 'branchRestored';
}

/** Events of a search that branches at some actions. */
export type TreeEvent = CandidatesCompared | BranchEnded | BranchPruned | BranchRestored;
