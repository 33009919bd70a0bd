import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { PatchWrites } from '../../patches/pure/acceptance/patchWrites';
import { PatchCopies } from '../../runs/node/patchCopies';
import { hunksBetween } from '../../runs/pure/diff/hunksBetween';
import { patchCandidates } from '../../runs/pure/fold/patchCandidates';
import { fixOf } from '../../runs/pure/fold/runFix';
import { readRun } from '../currentRun/readRun';
import { showStatus } from '../display';
import { engineText } from '../engineText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { DecisionLogs } from './decisionLogs';
import { EvidenceDocuments } from './evidenceDocuments';
import { newSubject, PatchCommands } from './patchCommands';
import { PatchDocuments } from './patchDocuments';
import { preparePatch } from './preparePatch';
import { HunkCommands } from './review/hunkCommands';
import { HunkDecorations } from './review/hunkDecorations';
import { HunkLenses } from './review/hunkLenses';
import { judgeReview } from './review/judgeReview';
import { PatchReview } from './review/patchReview';
import { QuickDiff } from './review/quickDiff';
import { changesToReview, rememberChanges } from './review/reviewChanges';
import { ReviewDocuments, type ReviewedFiles, reviewRefOf, reviewScheme, reviewTabs } from './review/reviewDocuments';
import { ReviewDrafts } from './review/reviewDrafts';
import { UserFiles } from './userFiles';

/** Registers the patches of the run shown: as a list, as diffs, and hunk by hunk in the editor. */
export function registerPatches(services: Services): vscode.Disposable {
	const { log, shown, runs, clock, controller, patches } = services;
	const userFiles = new UserFiles();
	const copies = new PatchCopies(runs);
	const decisions = new DecisionLogs(runs, shown, clock);
	const writes = new PatchWrites({ files: userFiles, copies, log: decisions, newId: () => randomUUID().slice(0, 8) });
	const fail = (error: unknown) => void showError(log, error);
	const drafts = new ReviewDrafts(copies);
	const deps = { userFiles, writes, log: decisions, drafts, scheme: reviewScheme, showError: fail };
	const review = new PatchReview(deps);
	patches.follow(review);
	const hunks = new HunkCommands(review);
	const lenses = new HunkLenses(review, () => {
		const { runId, patchId } = review.subject ?? {};
		return patchId !== undefined && shown.run?.id === runId ? shown.run?.judgments?.[patchId] : undefined;
	});
	const act = new PatchCommands({ shown, patches, review, hunks, userFiles, writes, log: decisions });
	controller.beforeRemove.push(async runId => {
		await (review.subject?.runId === runId && review.end());
	});
	review.ready = recover(copies, writes, services)
		.then(() => resume(services, { review, decisions, userFiles }))
		.catch(fail);
	return vscode.Disposable.from(
		...[review, new PatchDocuments(runs, shown, { copies, userFiles }), new EvidenceDocuments(runs, shown)],
		...[new ReviewDocuments(review), new QuickDiff(review), lenses, new HunkDecorations(review)],
		patches.onDidChange(() => lenses.refresh()),
		new ReviewLanguage(review).register(),
		offer(services, { review, hunks }),
		vscode.workspace.onDidGrantWorkspaceTrust(() => recover(copies, writes, services).catch(fail)),
		registerCommand(log, commands.reviewChanges, async revision => {
			const patch = await changesToReview(services, userFiles, revision);
			await (patch && act.review(patch));
		}),
		registerCommand(log, commands.reviewRemember, () => rememberChanges(services)),
		registerCommand(log, commands.reviewJudge, () => judgeReview(services, { review, userFiles, log: decisions })),
		registerCommand(log, commands.patchOpenDiff, (patch, path) => act.openDiff(patch, path)),
		registerCommand(log, commands.patchReview, patch => act.review(patch)),
		registerCommand(log, commands.patchAccept, patch => act.accept(patch)),
		registerCommand(log, commands.patchReject, patch => act.reject(patch)),
		registerCommand(log, commands.patchUndo, patch => act.undo(patch)),
		registerCommand(log, commands.patchSaveAs, patch => act.saveAs(patch)),
		registerCommand(log, commands.patchCopyDiff, patch => act.copyDiff(patch)),
		registerCommand(log, commands.patchCompare, patch => act.compare(patch)),
		registerCommand(log, commands.patchPick, patch => act.pick(patch)),
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

/** Completes or undoes writes that a killed window left unfinished. Writes of another live window are not touched. */
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
	readonly review: PatchReview;
	readonly hunks: HunkCommands;
}

/** Updates the context keys of palette, menus and keys when the run, the review or the caret changes. */
function offer({ shown, context, patches }: Services, { review, hunks }: Offered): vscode.Disposable {
	const offerHere = () => {
		context.set(contextKeys.caretInPendingHunk, review.nPending > 0 && hunks.isCaretInHunk);
		context.set(contextKeys.fileHasPendingHunks, review.nPending > 0 && hunks.isFilePending);
	};
	const offerAll = () => {
		const nCandidates = patches.candidates().length;
		context.set(contextKeys.hasPatches, nCandidates > 0);
		context.set(contextKeys.hasSeveralPatches, nCandidates > 1);
		context.set(contextKeys.hasPendingHunks, review.nPending > 0);
		context.set(contextKeys.reviewsTree, review.nPending > 0 && review.isInFiles);
		offerHere();
	};
	offerAll();
	return vscode.Disposable.from(
		patches.onDidChange(offerAll),
		review.onDidDecideAll(({ title, runId, patchId }) => {
			const decided = runId === shown.run?.id ? patches.patch(patchId)?.decided : undefined;
			const text = decided === undefined ? vscode.l10n.t('all changes decided') : engineText(decided);
			showStatus(`$(check) ${title}: ${text}`, 8000);
		}),
		vscode.window.onDidChangeTextEditorSelection(offerHere),
		vscode.window.onDidChangeActiveTextEditor(offerHere),
	);
}

/**
 * Hovers and definitions in review documents, requested for the user's file because language extensions support only files.
 * Pending lines, which are not in that file, have none.
 */
export class ReviewLanguage implements vscode.HoverProvider, vscode.DefinitionProvider {
	constructor(private readonly review: ReviewedFiles) {}

	register(): vscode.Disposable {
		const { scheme } = this.review;
		return vscode.Disposable.from(
			vscode.languages.registerHoverProvider({ scheme }, this),
			vscode.languages.registerDefinitionProvider({ scheme }, this),
		);
	}

	async provideHover({ uri }: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
		const hovers = await this.ask<vscode.Hover>('vscode.executeHoverProvider', uri, position);
		return hovers.length === 0 ? undefined : new vscode.Hover(hovers.flatMap(({ contents }) => contents));
	}

	async provideDefinition({ uri }: vscode.TextDocument, position: vscode.Position): Promise<vscode.LocationLink[]> {
		const found = await this.ask<vscode.Location | vscode.LocationLink>(
			'vscode.executeDefinitionProvider',
			uri,
			position,
		);
		return found.map(each => ('uri' in each ? { targetUri: each.uri, targetRange: each.range } : each));
	}

	private async ask<T>(command: string, uri: vscode.Uri, position: vscode.Position): Promise<readonly T[]> {
		const file = this.review.fileOf(uri);
		const line = file && lineInFile(file.review.file ?? '', file.live, position.line + 1);
		if (file === undefined || line === undefined) {
			return [];
		}
		const at = new vscode.Position(line - 1, position.character);
		return vscode.commands.executeCommand<readonly T[]>(command, file.fileUri, at);
	}
}

/** The line in the file (1-based); undefined for a line that the file does not have. */
function lineInFile(file: string, live: string, line: number): number | undefined {
	let shift = 0;
	for (const { baseline, current } of hunksBetween(file, live)) {
		if (line < current.startLine) {
			break;
		}
		if (line < current.startLine + current.nLines) {
			return undefined;
		}
		shift += baseline.nLines - current.nLines;
	}
	return line + shift;
}
