import type { PatchEvidence } from './patchEvidence';
import type { PatchVerdict } from './patchVerdict';

/** The user's decision about a patch as a whole. `excerpt`: nothing can be decided, see `Patch.isExcerpt`. */
export type PatchState = 'open' | 'accepted' | 'partial' | 'rejected' | 'undone' | 'excerpt';

/** A patch as every view shows it. */
export interface ShownPatch {
	readonly id: string;
	/** From 1, the same in every view. */
	readonly number: number;
	readonly state: PatchState;
	/** It is what changed in the user's files: its changes are kept or taken back. */
	readonly isOfTree?: true;
	/** The user prefers it to all others. */
	readonly isPicked?: true;
	readonly verdict: PatchVerdict;
	/** Its executions and its review have not ended. */
	readonly isBeingJudged?: true;
	/** `2 of 3 changes accepted`; absent while nothing is decided. */
	readonly decided?: string;
	/** Pending changes of its review; absent while it is not under review. */
	readonly nPending?: number;
	/** Files that were edited since it was written; its review merges it with them. */
	readonly merged?: readonly string[];
	/** `+4 −1 in 2 files` */
	readonly changes: string;
	/** Of the first one: why it is first, in one line. */
	readonly why?: string;
	/** The reasons for its rank. */
	readonly reasons: readonly string[];
	readonly evidence: readonly PatchEvidence[];
	readonly files: readonly ShownPatchFile[];
}

export interface ShownPatchFile {
	readonly path: string;
	/** Its path before the patch, if the patch renames it. */
	readonly oldPath?: string;
	readonly kind: 'changed' | 'new' | 'deleted' | 'renamed';
	/** `+4 −1`; '' if unknown. */
	readonly counts: string;
	/** Why it runs by itself; absent for a file that does not. */
	readonly warning?: string;
}

export function patchName({ number, isOfTree }: Pick<ShownPatch, 'number' | 'isOfTree'>): string {
	return isOfTree ? 'Changes' : `Patch ${number}`;
}

/** One phrase that follows the name of a patch. */
export function patchSummary({ nPending, decided, changes, verdict, isOfTree }: ShownPatch): string {
	const pending = nPending === undefined ? undefined : `${nPending} pending`;
	return [pending, decided, changes, isOfTree ? undefined : verdict.why].filter(text => text !== undefined).join(' · ');
}

/**
 * The patch to look at next: the one the user prefers, else the best one, without a decision before one that was
 * undone. One that failed its checks only if no other is left.
 */
export function nextToReview(patches: readonly ShownPatch[]): ShownPatch | undefined {
	const left = (['open', 'undone'] as const).flatMap(state => patches.filter(patch => patch.state === state));
	return left.find(patch => patch.isPicked === true || !hasFailedChecks(patch)) ?? left[0];
}

/** `Review Patch 2`, with the reason if the patch failed its checks. */
export function reviewLabel(patch: ShownPatch): string {
	return `Review ${patchName(patch)}${hasFailedChecks(patch) ? ` (${patch.verdict.why})` : ''}`;
}

/** The reproducer, the tests or the review refuted it. */
export function hasFailedChecks({ verdict }: Pick<ShownPatch, 'verdict'>): boolean {
	return verdict.verdict === 'bad';
}
