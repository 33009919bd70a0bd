import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PatchedFile } from '../../src/core/model/patch';
import { HunkCommands } from '../../src/editor/patches/hunkCommands';
import { keepOffDisk } from '../../src/editor/patches/keepOffDisk';
import { type EndedReview, PatchReview } from '../../src/editor/patches/patchReview';
import { preparePatch } from '../../src/editor/patches/preparePatch';
import { RestorePoints } from '../../src/editor/patches/restorePoints';
import { ReviewFile } from '../../src/editor/patches/reviewFile';
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
	readonly points = new RestorePoints(async runId => join(this.folder.path, runId));
	readonly userFiles = new UserFiles(this.points);
	review: PatchReview;
	hunks: HunkCommands;
	private parts: vscode.Disposable;

	constructor() {
		[this.review, this.hunks, this.parts] = this.made();
	}

	/** Takes the parts apart and makes new ones, as a window does that is loaded again. */
	reload(): void {
		this.parts.dispose();
		[this.review, this.hunks, this.parts] = this.made();
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
		return vscode.window.showTextDocument(uriOfPath(files[0]?.path ?? '') ?? assert.fail());
	}

	/** What is to be decided, as texts. */
	pending(): readonly (readonly [was: string, is: string])[] {
		return this.review.files.flatMap(({ pending }) =>
			pending.hunks.map(({ baseline, current }) => [baseline.text, current.text] as const),
		);
	}

	async dispose(): Promise<void> {
		this.parts.dispose();
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

	private made(): [PatchReview, HunkCommands, vscode.Disposable] {
		const review = new PatchReview(this.userFiles, new ReviewFile(this.folder.path));
		review.onDidEnd(ended => this.ended.push(ended));
		const parts = vscode.Disposable.from(review, keepOffDisk(this.log, review, this.userFiles));
		return [review, new HunkCommands(review), parts];
	}
}

export function caretAt(editor: vscode.TextEditor, line: number): void {
	editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
}
