import * as vscode from 'vscode';
import { patchHunks } from '../../patches/pure/acceptance/offeredFile';
import type { DecisionLog, PatchWrites } from '../../patches/pure/acceptance/patchWrites';
import { hunkState } from '../../runs/pure/events/patchDecisions';
import type { PatchCandidate } from '../../runs/pure/fold/patchCandidates';
import { patchName, patchSummary } from '../../runs/pure/fold/shownPatch';
import { UserError } from '../../system/pure/errors/userError';
import type { PatchList } from '../currentRun/patchList';
import type { ShownRun } from '../currentRun/shownRun';
import { askModal, pickRow, showStatus } from '../display';
import { engineText } from '../engineText';
import { openComparedPatches, openPatchDiff } from './openChanges';
import { type PreparedFile, preparePatch } from './preparePatch';
import type { HunkCommands } from './review/hunkCommands';
import type { PatchReview, ReviewSubject } from './review/patchReview';
import { undoPatch } from './undoPatch';
import { requireTrust, type UserFiles } from './userFiles';

interface PatchCommandsDeps {
	readonly shown: ShownRun;
	readonly patches: PatchList;
	readonly review: PatchReview;
	readonly hunks: HunkCommands;
	readonly userFiles: UserFiles;
	readonly writes: PatchWrites;
	readonly log: DecisionLog;
}

/** The commands for a whole patch. */
export class PatchCommands {
	constructor(private readonly deps: PatchCommandsDeps) {}

	/** Opens the diff of a patch, or of its file at `path`. */
	async openDiff(argument: unknown, path?: unknown): Promise<void> {
		const written = this.deps.patches.written(idOfArgument(argument) ?? '') ?? (await this.patch(argument));
		if (written !== undefined) {
			await openPatchDiff(this.runId, written, typeof path === 'string' ? path : undefined);
		}
	}

	/** Compares two patches: a given one, or one that the user chooses, with the only other one or a chosen one. */
	async compare(argument: unknown): Promise<void> {
		const all = this.deps.patches.candidates();
		const given = idOfArgument(argument);
		const one =
			given === undefined
				? await this.choose(all, vscode.l10n.t('Compare Patches (1/2)'))
				: all.find(({ patch }) => patch.id === given);
		const others = all.filter(each => each !== one);
		const other =
			one && (others.length === 1 ? others[0] : await this.choose(others, vscode.l10n.t('Compare Patches (2/2)')));
		if (one !== undefined && other !== undefined) {
			await openComparedPatches(this.runId, one, other);
		}
	}

	/** Puts a patch that the user prefers first. */
	async pick(argument: unknown): Promise<void> {
		const candidate = await this.decidable(argument);
		if (candidate !== undefined && candidate.number > 1) {
			await this.deps.log.emit(this.runId, { type: 'patchPicked', patch: candidate.patch.id });
		}
	}

	/** Starts the review at its first change, or continues it at the next pending one. */
	async review(argument: unknown): Promise<void> {
		const candidate = await this.decidable(argument);
		if (candidate === undefined) {
			return;
		}
		if (this.isReviewed(candidate)) {
			await this.deps.hunks.walk(1);
		} else if (await this.begin(candidate)) {
			await this.deps.hunks.goToFirst();
		}
	}

	/** Accepts a whole patch, or its pending changes. */
	async accept(argument: unknown): Promise<void> {
		const candidate = await this.decidable(argument);
		if (candidate !== undefined && (this.isReviewed(candidate) || (await this.begin(candidate)))) {
			await this.deps.hunks.decideAll('accept');
		}
	}

	/** Rejects all of a patch except its accepted changes. */
	async reject(argument: unknown): Promise<void> {
		const candidate = await this.decidable(argument);
		if (candidate === undefined) {
			return;
		}
		const { review, log } = this.deps;
		const { id, files, isInFiles } = candidate.patch;
		if (isInFiles) {
			await this.takeBackAll(candidate);
			return;
		}
		if (review.isOf(this.runId, id)) {
			await review.decideAll('reject');
			await review.end();
		}
		const decisions = await log.decisions(this.runId);
		for (const file of files) {
			const numbers = patchHunks(file).map((_, hunk) => hunk);
			const hunks = numbers.filter(
				hunk => !['accepted', 'rejected'].includes(hunkState(decisions, id, file.path, hunk)),
			);
			if (hunks.length > 0) {
				await log.emit(this.runId, { type: 'hunksDecided', patch: id, path: file.path, hunks, decision: 'rejected' });
			}
		}
	}

	/** Rejects the undecided changes of the working tree, which takes them out of the user's files. */
	private async takeBackAll(candidate: PatchCandidate): Promise<void> {
		if (!this.isReviewed(candidate) && !(await this.begin(candidate))) {
			return;
		}
		const { review } = this.deps;
		const takeBack = vscode.l10n.t('Take Back');
		const answer = await askModal(
			vscode.l10n.t('Take back all changes that are not decided yet?'),
			`${pendingText(review)} ${vscode.l10n.t('Undo Patch makes them again.')}`,
			takeBack,
		);
		if (answer === takeBack) {
			await review.decideAll('reject');
		}
	}

	/** Undoes the accepted changes of a patch in the user's files. */
	async undo(argument: unknown): Promise<void> {
		const candidate = await this.decidable(argument);
		if (candidate !== undefined) {
			if (this.deps.review.isOf(this.runId, candidate.patch.id)) {
				await this.deps.review.end();
			}
			await undoPatch(this.deps, this.runId, candidate);
		}
	}

	async copyDiff(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate !== undefined) {
			await vscode.env.clipboard.writeText(candidate.patch.diff);
			showStatus(`$(check) ${vscode.l10n.t('The diff of Patch {0} is in the clipboard', candidate.number)}`, 5000);
		}
	}

	async saveAs(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
		if (candidate !== undefined) {
			const name = `faultline-patch-${candidate.number}.patch`;
			const target = await vscode.window.showSaveDialog({
				...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
				filters: { [vscode.l10n.t('Patches')]: ['patch', 'diff'] },
				title: vscode.l10n.t('Save Patch'),
			});
			if (target !== undefined) {
				await this.deps.userFiles.saveChosen(target, candidate.patch.diff);
			}
		}
	}

	private get runId(): string {
		return this.deps.shown.run?.id ?? '';
	}

	/** The patch a command acts on: by its id, or chosen (palette). Undefined if the user chose none. */
	private async patch(argument: unknown): Promise<PatchCandidate | undefined> {
		const candidates = this.deps.patches.candidates();
		const id = idOfArgument(argument);
		if (id !== undefined) {
			return (
				candidates.find(({ patch }) => patch.id === id) ??
				fail('This patch belongs to another run. Open that run first.')
			);
		}
		if (candidates.length === 0) {
			fail('The run shown has no patch. Open a run that has one.');
		}
		return candidates.length === 1 ? candidates[0] : this.choose(candidates, vscode.l10n.t('Choose a Patch'));
	}

	/** The same, for a command that decides about it. Throws `UserError` for a patch that can only be read. */
	private async decidable(argument: unknown): Promise<PatchCandidate | undefined> {
		const candidate = await this.patch(argument);
		if (candidate === undefined) {
			return undefined;
		}
		const { isExcerpt, isInFiles } = candidate.patch;
		if (!isExcerpt && !isInFiles && this.deps.shown.run?.isReadOnly === true) {
			throw new UserError('This run can only be read. Close its replay, if it is one, to decide about its patches.');
		}
		if (isExcerpt) {
			throw new UserError(
				`Of Patch ${candidate.number} only the changed lines are known here. Open or save its diff instead.`,
			);
		}
		return candidate;
	}

	/** Lets the user choose a patch. */
	private async choose(candidates: readonly PatchCandidate[], title: string): Promise<PatchCandidate | undefined> {
		const rows = candidates.map(candidate => {
			const shown = this.deps.patches.patch(candidate.patch.id);
			return {
				label: engineText(patchName(candidate)),
				...(shown !== undefined && { description: engineText(patchSummary(shown)) }),
				detail: candidate.reasons.map(engineText).join(' '),
				candidate,
			};
		});
		return (await pickRow(rows, { title, matchOnDescription: true }))?.candidate;
	}

	private isReviewed({ patch }: PatchCandidate): boolean {
		const { review } = this.deps;
		return review.nPending > 0 && review.isOf(this.runId, patch.id);
	}

	/** Returns false if the user declined; then nothing has changed. */
	private async begin(candidate: PatchCandidate): Promise<boolean> {
		const { review, userFiles, log } = this.deps;
		const { number, patch } = candidate;
		requireTrust();
		if (review.nPending > 0 && !(await this.leaveOther())) {
			return false;
		}
		const prepared = await preparePatch(patch, await log.decisions(this.runId), userFiles);
		if (prepared.length === 0) {
			throw new UserError(`Your files already contain all of Patch ${number}.`);
		}
		const isComplete = prepared.every(({ offered }) => offered.conflicts.length === 0);
		if (!isComplete && !(await this.appliesRest(candidate, prepared))) {
			return false;
		}
		await review.start(newSubject(this.runId, candidate), prepared);
		return true;
	}

	private async leaveOther(): Promise<boolean> {
		const { review, hunks } = this.deps;
		if (review.isInFiles) {
			// They stay in the files, and pending.
			return true;
		}
		const [discard, show] = [vscode.l10n.t('Discard Pending Changes'), vscode.l10n.t('Show Changes')];
		const answer = await askModal(
			vscode.l10n.t('{0} is still under review.', review.subject?.title ?? ''),
			pendingText(review),
			...[discard, show],
		);
		if (answer === discard) {
			await review.decideAll('reject');
		} else if (answer === show) {
			await hunks.walk(1);
		}
		return answer === discard;
	}

	private async appliesRest(candidate: PatchCandidate, prepared: readonly PreparedFile[]): Promise<boolean> {
		const conflicts = prepared.flatMap(({ offered }) => offered.conflicts);
		const isAnyLeft = prepared.some(({ offered, now }) => offered.text !== (now ?? ''));
		const [diff, apply] = [vscode.l10n.t('Open Diff'), vscode.l10n.t('Apply Non-conflicting Changes')];
		const more = conflicts.length > 5 ? [vscode.l10n.t('And {0} more.', conflicts.length - 5)] : [];
		const answer = await askModal(
			vscode.l10n.t('Patch {0} no longer applies cleanly. Nothing was changed.', candidate.number),
			[...conflicts.slice(0, 5).map(engineText), ...more].join('\n'),
			...[diff, ...(isAnyLeft ? [apply] : [])],
		);
		if (answer === diff) {
			await openPatchDiff(this.runId, candidate);
		}
		return answer === apply;
	}
}

function pendingText({ nPending }: Pick<PatchReview, 'nPending'>): string {
	return nPending === 1 ? vscode.l10n.t('1 change is pending.') : vscode.l10n.t('{0} changes are pending.', nPending);
}

/** A review of a candidate; a new one unless `review` has the id of an existing one. */
export function newSubject(runId: string, { number, patch }: PatchCandidate, review?: string): ReviewSubject {
	const title = patch.isInFiles ? vscode.l10n.t('Changes') : engineText(patchName({ number }));
	return { runId, patchId: patch.id, title, review: review ?? String(Date.now()) };
}

/** From a message or a keybinding, or from the context of a row's menu. */
function idOfArgument(argument: unknown): string | undefined {
	const isMenu = typeof argument === 'object' && argument !== null && 'patch' in argument;
	const id = isMenu ? argument.patch : argument;
	return typeof id === 'string' ? id : undefined;
}

function fail(message: string): never {
	throw new UserError(message, { cures: [{ kind: 'showRuns' }] });
}
