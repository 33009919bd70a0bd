import type { DecisionStep, Verdict } from '../../../patches/pure/acceptance/fileReview';
import type { DecisionLog, PatchWrites } from '../../../patches/pure/acceptance/patchWrites';
import { hunksBetween, type TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { exchangedHunks } from '../../../runs/pure/diff/textReview';
import { withLineEnds } from '../../../runs/pure/diff/withLineEnds';
import { hunkState } from '../../../runs/pure/events/patchDecisions';
import { UserError } from '../../../system/pure/errors/userError';
import type { UserFiles } from '../userFiles';
import type { ReviewedFile } from './reviewedFile';

/** The text of a review document can change while an edit of it is under way. */
const maxFollowTries = 5;
const stateAfter = { accept: 'accepted', reject: 'rejected' } as const;
const changedMeanwhile = 'VS Code did not apply the change because the text changed meanwhile. Try again.';

export interface FileDecisionsDeps {
	readonly userFiles: UserFiles;
	readonly writes: PatchWrites;
	readonly log: DecisionLog;
}

/** Identifies a patch of a run. */
export interface PatchRef {
	readonly runId: string;
	readonly patchId: string;
}

/**
 * Carries decisions about one file out: in its review document, in the user's file and in the log. Called by `PatchReview`,
 * one at a time.
 */
export class FileDecisions {
	constructor(private readonly deps: FileDecisionsDeps) {}

	/** Accepts or rejects hunks: one of the two changes the user's file, and the other is only recorded. */
	async decide(verdict: Verdict, of: PatchRef, file: ReviewedFile, hunks: readonly TextHunk[]): Promise<void> {
		const { review, live } = file;
		const writes = verdict === review.writing;
		if (writes) {
			await this.writeTyped(file, live);
		}
		const decision = review.decide(verdict, live, hunks);
		const step = review.decided(decision, live);
		try {
			// Before the file is written, which takes time: from here on Ctrl+Z takes this decision back and no other.
			if (!(await this.addStep(verdict, file, hunks))) {
				review.forget(step);
			}
			await (writes ? this.write(of, file, step) : this.record(of, file, decision.hunks, stateAfter[verdict]));
		} catch (error) {
			review.revoke(step);
			throw error;
		}
	}

	/** Decides in the review document, in one undo step. Returns false if there is none. */
	private async addStep(verdict: Verdict, file: ReviewedFile, hunks: readonly TextHunk[]): Promise<boolean> {
		const { document } = file;
		if (verdict === 'accept') {
			const line = hunks[0]?.current.startLine ?? 1;
			return document !== undefined && this.deps.userFiles.addUndoStep(document, line);
		}
		if (!(await this.exchange(file, hunks, 'current'))) {
			throw new UserError(changedMeanwhile);
		}
		return document !== undefined;
	}

	/** `text`: the user's file with the decision. */
	private async write(
		{ runId, patchId: patch }: PatchRef,
		{ review, path }: ReviewedFile,
		step: DecisionStep,
		text = step.decision.file,
	): Promise<void> {
		const { verdict, hunks } = step.decision;
		const of = { runId, patch, path, hunks };
		const change = { base: review.file, text };
		const { writes } = this.deps;
		const { write } = await (verdict === 'accept' ? writes.accept(of, change) : writes.takeBack(of, change));
		step.write = write;
		// Decided in another window, it is in the file with any other changes there.
		review.file = write === undefined ? review.file : text && withLineEnds(text, '\n');
	}

	/** Applies an undo or redo of a decision in the review document to the log and the user's file. */
	async replay(of: PatchRef, file: ReviewedFile, step: DecisionStep, kind: 'undo' | 'redo'): Promise<void> {
		const { verdict, hunks } = step.decision;
		try {
			if (verdict !== file.review.writing) {
				await this.record(of, file, hunks, kind === 'undo' ? 'pending' : stateAfter[verdict]);
			} else {
				await (kind === 'undo' ? this.undoWrite(of, file, step) : this.writeAgain(of, file, step));
			}
		} catch (error) {
			file.review.keep(step, kind);
			throw error;
		}
	}

	/** Writes text typed outside of pending hunks, on its own, so that undoing a decision leaves it in the file. */
	async writeTyped({ review, path }: ReviewedFile, text: string): Promise<void> {
		const decided = review.decidedFile(text);
		if (decided !== review.file) {
			await this.deps.writes.writeTyped(path, { base: review.file, text: decided });
			review.file = decided;
		}
	}

	/** Merges changes of the user's file into the review document. Returns whether there were any. */
	async follow({ runId, patchId }: PatchRef, file: ReviewedFile): Promise<boolean> {
		const { review, path } = file;
		for (let nTries = 0; nTries < maxFollowTries; nTries++) {
			const now = await this.deps.userFiles.textNow(path);
			// A missing file is reported when it is to be written.
			if (now === undefined || now === review.file) {
				return false;
			}
			const decisions = await this.deps.log.decisions(runId);
			const { live } = file;
			const merged = review.followed(now, live);
			// Refused if the user typed, or took something back, since `live` was read.
			if (await this.exchange(file, hunksBetween(live, merged), 'baseline')) {
				review.rebase(now, live, merged);
				review.withdraw(review.offered.filter(hunk => hunkState(decisions, patchId, path, hunk) === 'accepted'));
				return true;
			}
		}
		throw new UserError(changedMeanwhile);
	}

	private async undoWrite({ runId }: PatchRef, { review, path }: ReviewedFile, { write }: DecisionStep): Promise<void> {
		if (write !== undefined) {
			review.file = (await this.deps.writes.undo({ runId, path }, [write], 'pending')).text;
		}
	}

	private async writeAgain(of: PatchRef, file: ReviewedFile, step: DecisionStep): Promise<void> {
		const { review, live } = file;
		if (step.decision.verdict === 'accept') {
			review.keep(step, 'redo');
			await this.writeTyped(file, live);
			review.keep(step, 'undo');
		}
		await this.write(of, file, step, review.decidedFile(live));
	}

	private async record(
		{ runId, patchId: patch }: PatchRef,
		{ path }: ReviewedFile,
		hunks: readonly number[],
		decision: 'accepted' | 'rejected' | 'pending',
	): Promise<void> {
		if (hunks.length > 0) {
			await this.deps.log.emit(runId, { type: 'hunksDecided', patch, path, hunks, decision });
		}
	}

	/** Replaces one side of hunks with the other in the text under review. Returns whether it did, as `editReview`. */
	private async exchange(
		file: ReviewedFile,
		hunks: readonly TextHunk[],
		from: 'baseline' | 'current',
	): Promise<boolean> {
		const { document, live } = file;
		if (document !== undefined) {
			return this.deps.userFiles.editReview(document, hunks, from);
		}
		file.setSaved(exchangedHunks(live, hunks, from));
		return true;
	}
}
