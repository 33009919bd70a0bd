import type { Checkout, Checkouts } from './checkouts';
import type { ExecutionDeps } from './executionDeps';

/** Copies of the workspace that can be moved to commits of its history. */
export interface CommitCheckouts extends Checkouts {
	create(name: string, signal?: AbortSignal, runId?: string): Promise<CommitCheckout>;
}

export interface CommitCheckout extends Checkout {
	/**
	 * Makes it a copy of a commit, by its full id, instead of the workspace's current state: `reset` then restores that.
	 * Installed dependencies stay those of the workspace. No hook and no filter of the user's git runs. Returns
	 * the workspace paths of all files that are others than before. Throws `UserError` if the commit cannot be read, or the
	 * workspace is not one repository.
	 */
	moveTo(commit: string, signal?: AbortSignal): Promise<readonly string[]>;
}

/** The dependencies for running the code of old commits. */
export type CommitExecution = Omit<ExecutionDeps, 'checkouts'> & { readonly checkouts: CommitCheckouts };
