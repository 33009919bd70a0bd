import * as vscode from 'vscode';
import { commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { EvidenceDocuments } from './evidenceDocuments';
import { FittingPatches } from './fittingPatches';
import { patchOfArgument } from './patchArgument';
import { PatchCommands } from './patchCommands';
import { PatchDecisions } from './patchDecisions';
import { PatchDocuments } from './patchDocuments';
import { PatchTree } from './patchTree';
import { restoreFiles } from './restore/restoreFiles';
import { RestorePoints } from './restore/restorePoints';
import { HunkCommands } from './review/hunkCommands';
import { HunkDecorations } from './review/hunkDecorations';
import { HunkLenses } from './review/hunkLenses';
import { keepOffDisk } from './review/keepOffDisk';
import { LeftUnsaved } from './review/leftUnsaved';
import { type EndedReview, PatchReview } from './review/patchReview';
import { QuickDiff } from './review/quickDiff';
import { ReviewFile } from './review/reviewFile';
import { ReviewNotes } from './review/reviewNotes';
import { showNotes } from './review/showNotes';
import { UserFiles } from './userFiles';

/** The patches of the run shown: as a list, as diffs, and hunk by hunk in the editor. */
export function registerPatches(services: Services): vscode.Disposable {
	const { extension, log, shown, runs } = services;
	const decisions = new PatchDecisions(extension.workspaceState);
	const points = new RestorePoints(runs, log);
	const userFiles = new UserFiles(points);
	const storage = (extension.storageUri ?? extension.globalStorageUri).fsPath;
	const review = new PatchReview(userFiles, new ReviewFile(storage));
	const data = new PatchTree(shown, decisions, review);
	const tree = vscode.window.createTreeView(views.patches, {
		treeDataProvider: data,
		manageCheckboxStateManually: true,
	});
	const hunks = new HunkCommands(review);
	const left = new LeftUnsaved(extension.workspaceState, userFiles, log);
	const notes = new ReviewNotes({ review, decisions, left });
	const restore = async (argument: unknown) => {
		const candidate = await patchOfArgument(data, argument);
		if (candidate !== undefined) {
			await restoreFiles({ points, userFiles, decisions }, shown.run?.id ?? '', candidate);
		}
	};
	const end = (ended: EndedReview) => {
		left.add(ended);
		tellEnd(decisions, ended, notes.mergedPaths).catch((error: unknown) => showError(log, error));
	};
	const fitting = new FittingPatches(review, hunks);
	const act = new PatchCommands({
		...{ shown, tree: data, review, hunks, decisions, userFiles, points, notes, fitting },
		onDidTake: end,
	});
	goOn(review, notes, left).catch((error: unknown) => showError(log, error));
	return vscode.Disposable.from(
		...[decisions, review, tree, new PatchDocuments(runs, shown, points), new EvidenceDocuments(runs, shown)],
		new QuickDiff(review),
		...[new HunkLenses(review), new HunkDecorations(review), left, notes, showNotes(notes, tree)],
		keepOffDisk(log, review, userFiles, path => notes.addTakenOut(path)),
		tree.onDidChangeCheckboxState(({ items }) => data.check(items)),
		review.onDidEnd(end),
		offer(services, { data, review, hunks, decisions }),
		registerCommand(log, commands.patchOpenDiff, patch => act.openDiff(patch)),
		registerCommand(log, commands.patchReview, patch => act.review(patch)),
		registerCommand(log, commands.patchAccept, patch => act.accept(patch)),
		registerCommand(log, commands.patchPreview, patch => act.preview(patch)),
		registerCommand(log, commands.patchReject, patch => act.reject(patch)),
		registerCommand(log, commands.patchSaveAs, patch => act.saveAs(patch)),
		registerCommand(log, commands.patchCopyDiff, patch => act.copyDiff(patch)),
		registerCommand(log, commands.patchCompare, () => act.compare()),
		registerCommand(log, commands.patchRestoreFiles, patch => restore(patch)),
		registerHunkCommands(log, hunks),
	);
}

function registerHunkCommands(log: vscode.LogOutputChannel, hunks: HunkCommands): vscode.Disposable {
	return vscode.Disposable.from(
		registerCommand(log, commands.hunkNext, () => hunks.walk(1)),
		registerCommand(log, commands.hunkPrevious, () => hunks.walk(-1)),
		registerCommand(log, commands.hunkAccept, (...args) => hunks.decide('accept', args)),
		registerCommand(log, commands.hunkReject, (...args) => hunks.decide('reject', args)),
		registerCommand(log, commands.hunkOpenDiff, (...args) => hunks.openDiff(args)),
		registerCommand(log, commands.hunkAcceptFile, () => hunks.decideFile('accept')),
		registerCommand(log, commands.hunkRejectFile, () => hunks.decideFile('reject')),
		registerCommand(log, commands.hunkAcceptAll, () => hunks.decideAll('accept')),
		registerCommand(log, commands.hunkRejectAll, () => hunks.decideAll('reject')),
	);
}

interface Offered {
	readonly data: PatchTree;
	readonly review: PatchReview;
	readonly hunks: HunkCommands;
	readonly decisions: PatchDecisions;
}

/** What the palette, the menus and the keys offer follows the run, the review and the caret. */
function offer({ shown, context }: Services, { data, review, hunks, decisions }: Offered): vscode.Disposable {
	const offerHere = () => {
		context.set(contextKeys.caretInPendingHunk, review.nPending > 0 && hunks.isCaretInHunk);
		context.set(contextKeys.fileHasPendingHunks, review.nPending > 0 && hunks.isFilePending);
	};
	const offerAll = () => {
		const nCandidates = data.candidates().length;
		context.set(contextKeys.hasPatches, nCandidates > 0);
		context.set(contextKeys.hasSeveralPatches, nCandidates > 1);
		context.set(contextKeys.hasPendingHunks, review.nPending > 0);
		offerHere();
		data.refresh();
	};
	const isOfPatches = (type: string) => /^(patch|reproducerRan)/.test(type);
	offerAll();
	return vscode.Disposable.from(
		shown.onDidShow(offerAll),
		shown.onDidChange(({ type }) => isOfPatches(type) && offerAll()),
		review.onDidChange(offerAll),
		decisions.onDidChange(offerAll),
		vscode.window.onDidChangeTextEditorSelection(offerHere),
		vscode.window.onDidChangeActiveTextEditor(offerHere),
	);
}

async function tellEnd(
	decisions: PatchDecisions,
	{ subject, accepted, unsaved }: EndedReview,
	merged: readonly string[],
): Promise<void> {
	await decisions.set(subject.runId, subject.patchId, accepted ? 'accepted' : 'rejected');
	// What is left to save has a note of its own.
	if (unsaved.length === 0) {
		const kept = merged.length === 0 ? '' : `, with your changes in ${merged.join(', ')}`;
		const what = accepted ? `accepted and saved${kept}` : 'rejected';
		const told = vscode.window.setStatusBarMessage(`$(check) ${subject.title} is ${what}`, 8000);
		// Restored, or decided otherwise: it is no longer so.
		const untold = decisions.onDidChange(() => vscode.Disposable.from(told, untold).dispose());
	}
}

/** In a window that was loaded again. */
async function goOn(review: PatchReview, notes: ReviewNotes, left: LeftUnsaved): Promise<void> {
	const lost = await review.restore();
	notes.addLost(lost);
	await left.restore();
}
