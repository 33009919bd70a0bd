import type { CandidatesCompared } from './expansion';

/**
 * Why no turn follows one. `submitted`: the model submitted its changes. `exit_…`: it could not continue, because its answers
 * could not be read, its context window is full, the action could not be taken, or a limit of the tree is reached. `dropped`:
 * no alternative to the replaced action was found.
 */
export type BranchExit = 'submitted' | 'exit_format' | 'exit_context' | 'exit_error' | 'exit_limit' | 'dropped';

/** No turn follows this one. */
export interface BranchEnded {
	readonly type: 'branchEnded';
	readonly exit: BranchExit;
}

/** Events of a search that branches at some actions. */
export type TreeEvent = CandidatesCompared | BranchEnded;
