import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PatchedFile } from '../../src/core/model/patch';
import { PatchDecisions } from '../../src/editor/patches/patchDecisions';
import { preparePatch } from '../../src/editor/patches/preparePatch';
import { RestorePoints } from '../../src/editor/patches/restore/restorePoints';
import { HunkCommands } from '../../src/editor/patches/review/hunkCommands';
import { keepOffDisk } from '../../src/editor/patches/review/keepOffDisk';
import { LeftUnsaved } from '../../src/editor/patches/review/leftUnsaved';
import { type EndedReview, PatchReview } from '../../src/editor/patches/review/patchReview';
import { ReviewFile } from '../../src/editor/patches/review/reviewFile';
import { ReviewNotes } from '../../src/editor/patches/review/reviewNotes';
import { UserFiles } from '../../src/editor/patches/userFiles';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { patchOf } from '../support/patchRun';
import { createScratchFolder } from '../support/scratchFolder';

export const subject = { runId: 'run', patchId: 'p1', title: 'Patch 1' };

/** A review over real files and buffers, as the extension has it, in a storage folder of its own. */
export class ReviewParts {
	private readonly folder = createScratchFolder('review');
	private readonly log = vscode.window.createOutputChannel('Review test', { log: true });
	private readonly uris = new Map<string, vscode.Uri>();
	readonly ended: EndedReview[] = [];
	readonly points = new RestorePoints(
		{ artifacts: async runId => join(this.folder.path, runId), artifactFolders: async () => [] },
		this.log,
	);
	readonly userFiles = new UserFiles(this.points);
	readonly memento = new MapMemento();
	private made: MadeParts;

	constructor() {
		this.made = this.make();
	}

	get review(): PatchReview {
		return this.made.review;
	}

	get hunks(): HunkCommands {
		return this.made.hunks;
	}

	get notes(): ReviewNotes {
		return this.made.notes;
	}

	get decisions(): PatchDecisions {
		return this.made.decisions;
	}

	/** As a window that is closed. */
	close(): void {
		this.made.all.dispose();
	}

	/** Takes the parts apart and makes new ones, as a window does that is loaded again. */
	async reload(): Promise<readonly string[]> {
		this.close();
		this.made = this.make();
		const lost = await this.review.restore();
		this.notes.addLost(lost);
		await this.made.left.restore();
		return lost;
	}

	async write(path: string, text: string | Uint8Array): Promise<vscode.Uri> {
		const uri = uriOfPath(path) ?? assert.fail('no folder is open');
		this.uris.set(path, uri);
		await vscode.workspace.fs.writeFile(uri, typeof text === 'string' ? Buffer.from(text) : text);
		return uri;
	}

	/** What is on disk. */
	async disk(path: string): Promise<string> {
		const uri = uriOfPath(path) ?? assert.fail('no folder is open');
		return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
	}

	/** What is in the editor. */
	async buffer(path: string): Promise<string> {
		return (await vscode.workspace.openTextDocument(uriOfPath(path) ?? assert.fail())).getText();
	}

	/** Puts a patch of these files into the editor, and shows the first of them. */
	async start(...files: readonly PatchedFile[]): Promise<vscode.TextEditor> {
		const prepared = await preparePatch(patchOf('p1', ...files));
		assert.deepEqual(prepared.conflicts, []);
		await this.review.start(subject, prepared);
		this.notes.addMerged(prepared.merged);
		return vscode.window.showTextDocument(uriOfPath(files[0]?.path ?? '') ?? assert.fail());
	}

	/** What is to be decided, as texts. */
	pending(): readonly (readonly [was: string, is: string])[] {
		return this.review.files.flatMap(({ pending }) =>
			pending.hunks.map(({ baseline, current }) => [baseline.text, current.text] as const),
		);
	}

	async dispose(): Promise<void> {
		this.made.all.dispose();
		this.log.dispose();
		for (const [path, uri] of this.uris) {
			const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
			if (document?.isDirty) {
				await vscode.window.showTextDocument(document);
				await vscode.commands.executeCommand('workbench.action.files.revert');
			}
			await vscode.workspace.fs.delete(uri).then(undefined, () => assert.ok(path));
		}
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		this.folder.remove();
	}

	private make(): MadeParts {
		const review = new PatchReview(this.userFiles, new ReviewFile(this.folder.path));
		const decisions = new PatchDecisions(this.memento);
		const left = new LeftUnsaved(this.memento, this.userFiles, this.log);
		const notes = new ReviewNotes({ review, decisions, left });
		review.onDidEnd(ended => {
			this.ended.push(ended);
			left.add(ended);
		});
		const off = keepOffDisk(this.log, review, this.userFiles, path => notes.addTakenOut(path));
		const all = vscode.Disposable.from(review, decisions, left, notes, off);
		return { review, hunks: new HunkCommands(review), decisions, notes, left, all };
	}
}

interface MadeParts {
	readonly review: PatchReview;
	readonly hunks: HunkCommands;
	readonly decisions: PatchDecisions;
	readonly notes: ReviewNotes;
	readonly left: LeftUnsaved;
	readonly all: vscode.Disposable;
}

/** What VS Code keeps for an extension, as long as the test lasts. */
class MapMemento implements vscode.Memento {
	private readonly values = new Map<string, unknown>();

	keys(): readonly string[] {
		return [...this.values.keys()];
	}

	get<T>(key: string): T | undefined;
	get<T>(key: string, otherwise: T): T;
	get(key: string, otherwise?: unknown): unknown {
		return this.values.has(key) ? this.values.get(key) : otherwise;
	}

	async update(key: string, value: unknown): Promise<void> {
		this.values.set(key, structuredClone(value));
	}
}

export function caretAt(editor: vscode.TextEditor, line: number): void {
	editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
}
