import * as vscode from 'vscode';
import type { PatchCandidate } from '../../core/model/patchCandidates';
import { UserError } from '../../core/util/userError';
import { openPatchDiff } from './openChanges';
import { type PreparedPatch, preparePatch } from './preparePatch';
import type { HunkCommands } from './review/hunkCommands';
import type { PatchReview, ReviewSubject } from './review/patchReview';

/** Works out what a patch would do to the files as they are, and asks the person where that is not clear. */
export class FittingPatches {
	private readonly review: PatchReview;
	private readonly hunks: HunkCommands;

	constructor(review: PatchReview, hunks: HunkCommands) {
		this.review = review;
		this.hunks = hunks;
	}

	/** Undefined where the person chose not to go on. Of this patch nothing has changed then, or before. */
	async prepare(runId: string, candidate: PatchCandidate): Promise<PreparedPatch | undefined> {
		const { review } = this;
		if (!vscode.workspace.isTrusted) {
			throw new UserError('This folder is in Restricted Mode. Trust it to take patches; Open Diff works without.');
		}
		if (review.nPending > 0 && !(await this.giveUpOther(review.subject))) {
			return undefined;
		}
		const prepared = await preparePatch(candidate.patch);
		if (prepared.conflicts.length > 0 && !(await takesWhatFits(runId, candidate, prepared))) {
			return undefined;
		}
		if (prepared.changed.length + prepared.whole.length === 0) {
			throw new UserError(`Nothing is left of Patch ${candidate.number}: your files have all of it that fits.`);
		}
		return prepared;
	}

	private async giveUpOther(subject: ReviewSubject | undefined): Promise<boolean> {
		const { review, hunks } = this;
		const [reject, show] = ['Reject the Rest and Go On', 'Go to It'];
		const answer = await vscode.window.showWarningMessage(
			`${subject?.title} is still in review.`,
			{ modal: true, detail: `${review.nPending} of its changes are not decided.` },
			...[reject, show],
		);
		if (answer === reject) {
			await review.decideAll('reject');
		} else if (answer === show) {
			await hunks.walk(1);
		}
		return answer === reject;
	}
}

async function takesWhatFits(
	runId: string,
	candidate: PatchCandidate,
	{ conflicts, changed, whole }: PreparedPatch,
): Promise<boolean> {
	const [diff, fits] = ['Open Diff', 'Take What Fits'];
	const more = conflicts.length > 5 ? [`And ${conflicts.length - 5} more.`] : [];
	const answer = await vscode.window.showWarningMessage(
		`Patch ${candidate.number} does not fit any more. Nothing was changed.`,
		{ modal: true, detail: [...conflicts.slice(0, 5), ...more].join('\n') },
		...[diff, ...(changed.length + whole.length > 0 ? [fits] : [])],
	);
	if (answer === diff) {
		await openPatchDiff(runId, candidate);
	}
	return answer === fits;
}
