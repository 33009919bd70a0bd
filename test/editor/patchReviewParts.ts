import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ShownRun } from '../../src/editor/currentRun/shownRun';
import { DecisionLogs } from '../../src/editor/patches/decisionLogs';
import { type PreparedFile, preparePatch } from '../../src/editor/patches/preparePatch';
import { HunkCommands } from '../../src/editor/patches/review/hunkCommands';
import { PatchReview, type ReviewSubject } from '../../src/editor/patches/review/patchReview';
import { ReviewDocuments } from '../../src/editor/patches/review/reviewDocuments';
import { ReviewDrafts } from '../../src/editor/patches/review/reviewDrafts';
import { UserFiles } from '../../src/editor/patches/userFiles';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { type DecisionLog, PatchWrites } from '../../src/patches/pure/acceptance/patchWrites';
import { PatchCopies } from '../../src/runs/node/patchCopies';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { HunkState } from '../../src/runs/pure/events/patchDecisions';
import { hunkState } from '../../src/runs/pure/events/patchDecisions';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import type { Patch, PatchedFile } from '../../src/runs/pure/model/patch';
import { systemClock } from '../../src/system/node/systemClock';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { createScratchFolder } from '../support/scratchFolder';

export const runId = '20260101-000000-000-abcd';

/**
 * A review over real files, buffers and a real log, as in the extension, in a separate storage folder. The scheme
 * of its documents is its own, as the extension has registered the other.
 */
export class ReviewParts {
	private readonly folder = createScratchFolder('review');
	private readonly uris = new Map<string, vscode.Uri>();
	private readonly runs = new RunFiles(this.folder.path, new RecordedLog());
	private nReviews = 0;
	private files: readonly PatchedFile[] = [];
	readonly copies = new PatchCopies(this.runs);
	readonly userFiles = new UserFiles();
	/** Called after each event about a decision is logged, and before anything else is done. */
	afterEvent: ((body: RunEventBody) => Promise<void>) | undefined;
	readonly decisions: DecisionLog = this.newLog();
	readonly writes = this.newWrites();
	readonly errors: unknown[] = [];
	private documents: ReviewDocuments;
	review: PatchReview;
	hunks: HunkCommands;

	/** `isInFiles`: the changes are those of the working tree. */
	constructor(private readonly isInFiles = false) {
		this.review = this.newReview();
		this.documents = new ReviewDocuments(this.review);
		this.hunks = new HunkCommands(this.review);
	}

	/** As another window has it. */
	newWrites(): PatchWrites {
		let n = 0;
		const newId = () => `w${Math.random().toString(36).slice(2, 8)}${++n}`;
		return new PatchWrites({ files: this.userFiles, copies: new PatchCopies(this.runs), log: this.decisions, newId });
	}

	/** Makes new parts over the open documents, as a window does that is loaded again. */
	async reload(): Promise<void> {
		const { subject } = this.review;
		this.review.dispose();
		this.documents.dispose();
		this.review = this.newReview();
		this.documents = new ReviewDocuments(this.review);
		this.hunks = new HunkCommands(this.review);
		await this.review.resume(subject ?? assert.fail(), await this.prepare());
	}

	async write(path: string, text: string | Uint8Array): Promise<vscode.Uri> {
		const uri = uriOfPath(path) ?? assert.fail('no folder is open');
		this.uris.set(path, uri);
		await vscode.workspace.fs.writeFile(uri, typeof text === 'string' ? Buffer.from(text) : text);
		return uri;
	}

	/** What is on disk. */
	async disk(path: string): Promise<string> {
		return (await this.bytes(path)).toString();
	}

	async bytes(path: string): Promise<Buffer> {
		const uri = uriOfPath(path) ?? assert.fail('no folder is open');
		return Buffer.from(await vscode.workspace.fs.readFile(uri));
	}

	/** The text under review. */
	live(path: string): string {
		return this.review.files.find(file => file.path === path)?.live ?? assert.fail(`${path} is not under review`);
	}

	/** Starts the review of a patch of these files in a run that ended, and shows the first. */
	async start(...files: readonly PatchedFile[]): Promise<vscode.TextEditor> {
		await this.seed(...files);
		const prepared = await this.prepare();
		assert.deepEqual(
			prepared.flatMap(({ offered }) => offered.conflicts),
			[],
		);
		await this.begin(prepared);
		return this.show(files[0]?.path ?? '');
	}

	async seed(...files: readonly PatchedFile[]): Promise<void> {
		this.files = files;
		for (const event of numbered(patchRunEvents(runId, 'title', [this.patch]))) {
			await this.runs.append(runId, event);
		}
	}

	async prepare(): Promise<PreparedFile[]> {
		return preparePatch(this.patch, await this.decisions.decisions(runId), this.userFiles);
	}

	async begin(prepared: readonly PreparedFile[]): Promise<void> {
		await this.review.start(this.newSubject(), prepared);
	}

	async show(path: string): Promise<vscode.TextEditor> {
		const uri = this.review.files.find(file => file.path === path)?.uri ?? assert.fail();
		return vscode.window.showTextDocument(uri, { preview: false });
	}

	newSubject(): ReviewSubject {
		return { runId, patchId: 'p1', title: 'Patch 1', review: `${Date.now()}-${++this.nReviews}` };
	}

	/** What is pending, as texts. */
	pending(): readonly (readonly [was: string, is: string])[] {
		return this.review.files.flatMap(({ pending }) =>
			pending.hunks.map(({ baseline, current }) => [baseline.text, current.text] as const),
		);
	}

	/** The decisions in the log about the hunks of a file. */
	async states(path: string, nHunks: number): Promise<HunkState[]> {
		const decisions = await this.decisions.decisions(runId);
		return Array.from({ length: nHunks }, (_, hunk) => hunkState(decisions, 'p1', path, hunk));
	}

	async events(): Promise<readonly RunEventBody[]> {
		return (await this.runs.read(runId)).filter(({ type }) => /^(patchWrite[SE]|hunks)/.test(type));
	}

	async run() {
		return foldRun(await this.runs.read(runId));
	}

	/** *Undo Patch*, where nothing is in the way. */
	async undo(): Promise<void> {
		const { written, takenBack } = await this.decisions.decisions(runId);
		await this.review.end();
		for (const { path, writes, conflicts } of await this.writes.planUndo(runId, [...written, ...takenBack])) {
			assert.deepEqual(conflicts, []);
			await this.writes.undo(
				{ runId, path },
				writes.map(({ write }) => write),
				'undone',
			);
		}
	}

	async dispose(): Promise<void> {
		await this.review.end();
		this.review.dispose();
		this.documents.dispose();
		for (const [path, uri] of this.uris) {
			const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
			if (document?.isDirty) {
				await vscode.window.showTextDocument(document);
				await vscode.commands.executeCommand('workbench.action.files.revert');
			}
			await vscode.workspace.fs.delete(uri).then(undefined, () => assert.ok(path));
		}
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await this.runs.close();
		this.folder.remove();
		assert.deepEqual(this.errors, []);
	}

	private get patch(): Patch {
		return { ...patchOf('p1', ...this.files), ...(this.isInFiles && { isInFiles: true }) };
	}

	private newLog(): DecisionLog {
		const log = new DecisionLogs(this.runs, new ShownRun(), systemClock);
		return {
			decisions: id => log.decisions(id),
			emit: async (id, body) => {
				await log.emit(id, body);
				await this.afterEvent?.(body);
			},
		};
	}

	private newReview(): PatchReview {
		const { userFiles, writes, decisions: log } = this;
		const drafts = new ReviewDrafts(this.copies);
		const scheme = 'faultline-review-test';
		return new PatchReview({ userFiles, writes, log, drafts, scheme, showError: error => this.errors.push(error) });
	}
}

export function caretAt(editor: vscode.TextEditor, line: number): void {
	editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
}
