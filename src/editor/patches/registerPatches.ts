import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { PatchWrites } from '../../core/acceptance/patchWrites';
import { patchCandidates } from '../../core/model/patchCandidates';
import { fixOf } from '../../core/model/runFix';
import { PatchCopies } from '../../node/patchCopies';
import { commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import { readRun } from '../run/readRun';
import type { Services } from '../services';
import { showError } from '../showError';
import { DecisionLogs } from './decisionLogs';
import { EvidenceDocuments } from './evidenceDocuments';
import { newSubject, PatchCommands } from './patchCommands';
import { PatchDocuments } from './patchDocuments';
import { PatchTree } from './patchTree';
import { preparePatch } from './preparePatch';
import { HunkCommands } from './review/hunkCommands';
import { HunkDecorations } from './review/hunkDecorations';
import { HunkLenses } from './review/hunkLenses';
import { PatchReview } from './review/patchReview';
import { QuickDiff } from './review/quickDiff';
import { ReviewDocuments, reviewRefOf, reviewScheme, reviewTabs } from './review/reviewDocuments';
import { ReviewDrafts } from './review/reviewDrafts';
import { ReviewLanguage } from './review/reviewLanguage';
import { showReviewStatus } from './review/reviewStatus';
import { UserFiles } from './userFiles';

/** The patches of the run shown: as a list, as diffs, and hunk by hunk in the editor. */
export function registerPatches(services: Services): vscode.Disposable {
	const { log, shown, runs, clock } = services;
	const userFiles = new UserFiles();
	const copies = new PatchCopies(runs);
	const decisions = new DecisionLogs(runs, shown, clock);
	const writes = new PatchWrites({ files: userFiles, copies, log: decisions, newId: () => randomUUID().slice(0, 8) });
	const fail = (error: unknown) => void showError(log, error);
	const drafts = new ReviewDrafts(copies);
	const deps = { userFiles, writes, log: decisions, drafts, scheme: reviewScheme, showError: fail };
	const review = new PatchReview(deps);
	const data = new PatchTree(shown, review);
	const tree = vscode.window.createTreeView(views.patches, {
		treeDataProvider: data,
		manageCheckboxStateManually: true,
	});
	const hunks = new HunkCommands(review);
	const act = new PatchCommands({ shown, tree: data, review, hunks, userFiles, writes, log: decisions });
	review.ready = recover(copies, writes, services)
		.then(() => resume(services, { review, decisions, userFiles }))
		.catch(fail);
	return vscode.Disposable.from(
		...[review, tree, new PatchDocuments(runs, shown, { copies, userFiles }), new EvidenceDocuments(runs, shown)],
		...[new ReviewDocuments(review), new QuickDiff(review), new HunkLenses(review), new HunkDecorations(review)],
		...[new ReviewLanguage(review).register(), showReviewStatus(review, tree)],
		tree.onDidChangeCheckboxState(({ items }) => data.check(items)),
		offer(services, { data, review, hunks }),
		vscode.workspace.onDidGrantWorkspaceTrust(() => recover(copies, writes, services).catch(fail)),
		registerCommand(log, commands.patchOpenDiff, patch => act.openDiff(patch)),
		registerCommand(log, commands.patchReview, patch => act.review(patch)),
		registerCommand(log, commands.patchAccept, patch => act.accept(patch)),
		registerCommand(log, commands.patchReject, patch => act.reject(patch)),
		registerCommand(log, commands.patchRestoreFiles, patch => act.undo(patch)),
		registerCommand(log, commands.patchSaveAs, patch => act.saveAs(patch)),
		registerCommand(log, commands.patchCopyDiff, patch => act.copyDiff(patch)),
		registerCommand(log, commands.patchCompare, () => act.compare()),
		registerCommand(log, commands.hunkNext, () => hunks.walk(1)),
		registerCommand(log, commands.hunkPrevious, () => hunks.walk(-1)),
		registerCommand(log, commands.hunkAccept, (...args) => hunks.decide('accept', args)),
		registerCommand(log, commands.hunkReject, (...args) => hunks.decide('reject', args)),
		registerCommand(log, commands.hunkOpenDiff, (...args) => hunks.openDiff(args)),
		registerCommand(log, commands.hunkAcceptFile, () => hunks.decideFile('accept')),
		registerCommand(log, commands.hunkRejectFile, () => hunks.decideFile('reject')),
		registerCommand(log, commands.hunkAcceptAll, () => review.decideAll('accept')),
		registerCommand(log, commands.hunkRejectAll, () => review.decideAll('reject')),
	);
}

/** Settles what a killed window left half done. Another window that is still writing settles its own. */
async function recover(copies: PatchCopies, writes: PatchWrites, { log }: Services): Promise<void> {
	if (vscode.workspace.isTrusted) {
		for (const runId of await copies.runsWithWrites()) {
			await writes.recover(runId).catch((error: unknown) => showError(log, error));
		}
	}
}

interface Resumed {
	readonly review: PatchReview;
	readonly decisions: DecisionLogs;
	readonly userFiles: UserFiles;
}

/** Continues the review whose documents were open in the last window. */
async function resume({ runs, shown }: Services, { review, decisions, userFiles }: Resumed): Promise<void> {
	const [first] = reviewTabs(reviewScheme);
	if (first !== undefined && vscode.workspace.isTrusted) {
		const { run: runId, patch: patchId, review: id } = reviewRefOf(first.uri);
		const fix = fixOf(await readRun(runId, runs, shown));
		const candidate = patchCandidates(fix).find(({ patch }) => patch.id === patchId);
		if (candidate !== undefined) {
			const prepared = await preparePatch(candidate.patch, await decisions.decisions(runId), userFiles);
			await review.resume(newSubject(runId, candidate, id), prepared);
		}
	}
	const ended = reviewTabs(reviewScheme).filter(({ uri }) => review.fileOf(uri) === undefined);
	await vscode.window.tabGroups.close(ended.map(({ tab }) => tab));
}

interface Offered {
	readonly data: PatchTree;
	readonly review: PatchReview;
	readonly hunks: HunkCommands;
}

/** What the palette, the menus and the keys offer follows the run, the review and the caret. */
function offer({ shown, context }: Services, { data, review, hunks }: Offered): vscode.Disposable {
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
	const isOfPatches = (type: string) => /^(patch|hunks|reproducerRan)/.test(type);
	offerAll();
	return vscode.Disposable.from(
		shown.onDidShow(offerAll),
		shown.onDidChange(({ type }) => isOfPatches(type) && offerAll()),
		review.onDidChange(offerAll),
		review.onDidDecideAll(({ title, runId, patchId }) => {
			const text = runId === shown.run?.id ? data.takenText(patchId) : undefined;
			vscode.window.setStatusBarMessage(`$(check) ${title}: ${text ?? 'all changes decided'}`, 8000);
		}),
		vscode.window.onDidChangeTextEditorSelection(offerHere),
		vscode.window.onDidChangeActiveTextEditor(offerHere),
	);
}
