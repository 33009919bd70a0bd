import * as vscode from 'vscode';
import type { PatchCandidate } from '../../core/model/patchCandidates';
import type { ShownRun } from '../run/shownRun';
import { applyPreviewed } from './applyPreviewed';
import type { FittingPatches } from './fittingPatches';
import { openComparedPatches, openPatchDiff } from './openChanges';
import { choosePatch, patchOfArgument, pathOfArgument } from './patchArgument';
import type { PatchDecisions } from './patchDecisions';
import type { PatchTree } from './patchTree';
import type { RestorePoints } from './restore/restorePoints';
import type { HunkCommands } from './review/hunkCommands';
import type { EndedReview, PatchReview, ReviewSubject } from './review/patchReview';
import type { ReviewNotes } from './review/reviewNotes';
import type { UserFiles } from './userFiles';

interface Parts {
	readonly shown: ShownRun;
	readonly tree: PatchTree;
	readonly review: PatchReview;
	readonly hunks: HunkCommands;
	readonly decisions: PatchDecisions;
	readonly userFiles: UserFiles;
	readonly points: RestorePoints;
	readonly notes: ReviewNotes;
	readonly fitting: FittingPatches;
	/** Something of a patch was taken without a review. */
	readonly onDidTake: (ended: EndedReview) => void;
}

/** What can be done with a patch as a whole. */
export class PatchCommands {
	private readonly parts: Parts;

	constructor(parts: Parts) {
		this.parts = parts;
	}

	async openDiff(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate !== undefined) {
			await openPatchDiff(this.runId, candidate, pathOfArgument(argument));
		}
	}

	/** Two patches side by side: those with a tick, else chosen. */
	async compare(): Promise<void> {
		const { tree } = this.parts;
		const checked = tree.checkedCandidates();
		const all = tree.candidates();
		const one = checked.length === 2 ? checked[0] : await choosePatch(all, 'Compare Patches (1/2)');
		const others = all.filter(each => each.patch.id !== one?.patch.id);
		const other = checked.length === 2 ? checked[1] : one && (await choosePatch(others, 'Compare Patches (2/2)'));
		if (one !== undefined && other !== undefined) {
			await openComparedPatches(this.runId, one, other);
		}
	}

	/** Puts the patch into the buffers and goes to its first change. */
	async review(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate === undefined) {
			return;
		}
		const isThere =
			this.isReviewed(candidate) ||
			((await mayWait(candidate, () => this.openDiff(candidate.patch.id))) && (await this.begin(candidate)));
		if (isThere && this.parts.review.nPending > 0) {
			await this.parts.hunks.walk(1);
		}
	}

	/** Takes all of a patch, or all that is left of it, and saves. */
	async accept(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate === undefined) {
			return;
		}
		if (this.isReviewed(candidate) || (await this.begin(candidate))) {
			await this.parts.review.decideAll('accept');
		}
	}

	/** Lets the person take what they tick in VS Code's own preview of a refactoring, and waits for that. */
	async preview(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate === undefined) {
			return;
		}
		const prepared = await this.parts.fitting.prepare(this.runId, candidate);
		if (prepared !== undefined) {
			const subject = this.subjectOf(candidate);
			const { taken, unsaved } = await applyPreviewed(this.parts, subject, prepared);
			if (taken.length === 0) {
				vscode.window.setStatusBarMessage(`$(circle-slash) Nothing of ${subject.title} was applied`, 8000);
			} else {
				this.parts.onDidTake({ subject, accepted: true, unsaved });
			}
		}
	}

	async reject(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate === undefined) {
			return;
		}
		if (this.isReviewed(candidate)) {
			await this.parts.review.decideAll('reject');
		}
		await this.parts.decisions.set(this.runId, candidate.patch.id, 'rejected');
	}

	async copyDiff(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		if (candidate !== undefined) {
			await vscode.env.clipboard.writeText(candidate.patch.diff);
			vscode.window.setStatusBarMessage(`$(check) The diff of Patch ${candidate.number} is in the clipboard`, 5000);
		}
	}

	async saveAs(argument: unknown): Promise<void> {
		const candidate = await this.patch(argument);
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
		if (candidate !== undefined) {
			const name = `faultline-patch-${candidate.number}.patch`;
			const target = await vscode.window.showSaveDialog({
				...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
				filters: { Patches: ['patch', 'diff'] },
				title: 'Save Patch',
			});
			if (target !== undefined) {
				await this.parts.userFiles.saveChosen(target, candidate.patch.diff);
			}
		}
	}

	private get runId(): string {
		return this.parts.shown.run?.id ?? '';
	}

	private patch(argument: unknown): Promise<PatchCandidate | undefined> {
		return patchOfArgument(this.parts.tree, argument);
	}

	private isReviewed({ patch }: PatchCandidate): boolean {
		const { subject, nPending } = this.parts.review;
		return nPending > 0 && subject?.runId === this.runId && subject.patchId === patch.id;
	}

	/** False where the person chose not to; then nothing has changed. */
	private async begin(candidate: PatchCandidate): Promise<boolean> {
		const prepared = await this.parts.fitting.prepare(this.runId, candidate);
		if (prepared === undefined) {
			return false;
		}
		await this.parts.review.start(this.subjectOf(candidate), prepared);
		this.parts.notes.addMerged(prepared.merged);
		return true;
	}

	private subjectOf({ number, patch }: PatchCandidate): ReviewSubject {
		return { runId: this.runId, patchId: patch.id, title: `Patch ${number}` };
	}
}

/** Auto save would write what is still to be decided. False: the person chose another way. */
async function mayWait({ number }: PatchCandidate, openDiff: () => Promise<void>): Promise<boolean> {
	if (vscode.workspace.getConfiguration('files').get<string>('autoSave') !== 'afterDelay') {
		return true;
	}
	const [diff, setting] = ['Open Diff', 'Open Setting'];
	const answer = await vscode.window.showWarningMessage(
		`Auto save would write Patch ${number} before it is accepted.`,
		{ modal: true, detail: 'Turn it off to review in the editor, or look at the diff.' },
		...[diff, setting],
	);
	if (answer === diff) {
		await openDiff();
	} else if (answer === setting) {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'files.autoSave');
	}
	return false;
}
