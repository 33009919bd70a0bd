import assert from 'node:assert/strict';
import { readdirSync, symlinkSync, unlinkSync } from 'node:fs';
import * as vscode from 'vscode';
import type { PatchedFile } from '../../src/core/model/patch';
import { applyPreviewed } from '../../src/editor/patches/applyPreviewed';
import { preparePatch } from '../../src/editor/patches/preparePatch';
import { patchOf } from '../support/patchRun';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';
import { caretAt, ReviewParts, subject } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nmore\nseven\n';

/** Review in real editors, on real files. */
describe('PatchReview', () => {
	let parts: ReviewParts;
	let nTests = 0;
	let path: string;
	let whole: PatchedFile;

	beforeEach(async () => {
		parts = new ReviewParts();
		// VS Code keeps the text of a file for a while after it is gone.
		path = `reviewed${++nTests}.txt`;
		whole = { path, before, after };
		await parts.write(path, before);
	});

	afterEach(() => parts.dispose());

	it('puts a patch into the editor and leaves the disk alone', async () => {
		await parts.start(whole);
		assert.equal(await parts.buffer(path), after);
		assert.equal(await parts.disk(path), before);
		assert.deepEqual(parts.pending(), [
			['two\n', 'TWO\n'],
			['six\n', 'SIX\nmore\n'],
		]);
	});

	it('is one step of undo, and of redo', async () => {
		await parts.start(whole);
		await vscode.commands.executeCommand('undo');
		assert.equal(await parts.buffer(path), before);
		assert.deepEqual(parts.pending(), []);
		await vscode.commands.executeCommand('redo');
		assert.equal(parts.pending().length, 2);
	});

	it('saves once each change is accepted or rejected', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('reject', []);
		assert.equal(await parts.buffer(path), after.replace('TWO', 'two'));
		assert.equal(await parts.disk(path), before);
		caretAt(editor, 7);
		await parts.hunks.decide('accept', []);
		assert.equal(await parts.disk(path), after.replace('TWO', 'two'));
		assert.equal(editor.document.isDirty, false);
		assert.equal(editor.selection.active.line, 6);
		assert.deepEqual(parts.ended, [{ subject, accepted: true, unsaved: [] }]);
	});

	it('has a rejected change pending again after undo', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('reject', []);
		assert.equal(parts.pending().length, 1);
		await vscode.commands.executeCommand('undo');
		assert.deepEqual(parts.pending()[0], ['two\n', 'TWO\n']);
		assert.equal(await parts.buffer(path), after);
	});

	it('does not bring an accepted change back when what was done before is undone', async () => {
		const editor = await parts.start(whole);
		await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		await vscode.commands.executeCommand('undo');
		assert.equal(await parts.buffer(path), after);
		assert.deepEqual(parts.pending(), [['six\n', 'SIX\nmore\n']]);
	});

	it('leaves what is typed elsewhere to the person when all is rejected', async () => {
		const editor = await parts.start(whole);
		await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
		await parts.hunks.decideFile('reject');
		assert.equal(await parts.buffer(path), before.replace('four', 'four and a half'));
		assert.deepEqual(parts.pending(), []);
		assert.equal(parts.ended[0]?.accepted, false);
	});

	it('writes nothing that is to be decided when the person saves, and goes on', async () => {
		const editor = await parts.start(whole);
		await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
		await editor.document.save();
		assert.equal(await parts.disk(path), before.replace('four', 'four and a half'));
		await eventually(() => parts.pending().length === 2);
		assert.equal(await parts.buffer(path), after.replace('four', 'four and a half'));
	});

	it('keeps line ends, the byte order mark and a missing last line end', async () => {
		const bytes = (text: string) => Buffer.from(`\ufeff${text.trimEnd().replaceAll('\n', '\r\n')}`);
		await parts.write(path, bytes(before));
		// Patches are of texts without the mark, and models write line ends as they like.
		await parts.start({ path, before: before.trimEnd().replaceAll('\n', '\r\n'), after: after.trimEnd() });
		assert.equal(parts.pending().length, 2);
		await parts.hunks.decideAll('accept');
		assert.equal(await parts.disk(path), bytes(after).toString());
	});

	it('merges with a file that moved on', async () => {
		await parts.write(path, `zero\n${before}`);
		const prepared = await preparePatch(patchOf('p1', whole));
		assert.deepEqual([prepared.merged, prepared.conflicts], [[path], []]);
		await parts.review.start(subject, prepared);
		await parts.hunks.decideAll('accept');
		assert.equal(await parts.disk(path), `zero\n${after}`);
	});

	it('changes nothing where the file changed in the same lines, and says which', async () => {
		await parts.write(path, before.replace('six', 'half a dozen'));
		const prepared = await preparePatch(patchOf('p1', whole));
		assert.deepEqual(prepared.conflicts, [`${path} line 6 changed where the patch does.`]);
		assert.equal(await parts.buffer(path), before.replace('six', 'half a dozen'));
		await parts.review.start(subject, prepared);
		assert.deepEqual(parts.pending(), [['two\n', 'TWO\n']]);
	});

	it('goes on after the window was loaded again', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		assert.deepEqual(await parts.reload(), []);
		assert.deepEqual(parts.pending(), [['six\n', 'SIX\nmore\n']]);
		await parts.hunks.decideAll('reject');
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
	});

	it('puts the patch in again where the window lost what was not saved', async () => {
		await parts.start(whole);
		parts.close();
		await vscode.commands.executeCommand('workbench.action.files.revert');
		assert.equal(await parts.buffer(path), before);
		assert.deepEqual(await parts.reload(), []);
		assert.equal(await parts.buffer(path), after);
		assert.equal(parts.pending().length, 2);
	});

	it('leaves a file alone that changed while the window was closed', async () => {
		const editor = await parts.start(whole);
		parts.close();
		await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'something else\n'));
		assert.deepEqual(await parts.reload(), [path]);
		assert.deepEqual(parts.pending(), []);
		assert.match(parts.notes.messages().join(), /changed while the window was closed: the changes of Patch 1/);
		assert.equal(parts.notes.status()?.isWarning, true);
		await parts.decisions.set(subject.runId, subject.patchId, 'rejected');
		assert.deepEqual(parts.notes.messages(), []);
	});

	it('leaves saving to the person where they had changes that were not saved', async () => {
		const document = await vscode.workspace.openTextDocument(await parts.write(path, before));
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
		await parts.start(whole);
		await parts.hunks.decideAll('accept');
		assert.equal(await parts.disk(path), before);
		assert.equal(await parts.buffer(path), after.replace('four', 'four and a half'));
		assert.deepEqual(parts.ended[0]?.unsaved, [path]);
		const said = () => parts.notes.messages().join();
		assert.match(said(), /saving is left to you/);
		await parts.reload();
		assert.match(said(), /saving is left to you/);
		await editor.document.save();
		await eventually(() => said() === '');
	});

	it('says that auto save took a patch out, until it is there again', async () => {
		await parts.start(whole);
		assert.match(parts.notes.status()?.text ?? '', /Patch 1: 2 to decide/);
		const settings = vscode.workspace.getConfiguration('files');
		await settings.update('autoSaveDelay', 50, vscode.ConfigurationTarget.Workspace);
		await settings.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Workspace);
		try {
			await eventually(() => parts.notes.messages().length === 1);
			assert.deepEqual(parts.pending(), []);
			assert.match(parts.notes.messages()[0] ?? '', /^Auto save took Patch 1 out of/);
			assert.deepEqual([await parts.buffer(path), await parts.disk(path)], [before, before]);
		} finally {
			await settings.update('autoSave', undefined, vscode.ConfigurationTarget.Workspace);
			await settings.update('autoSaveDelay', undefined, vscode.ConfigurationTarget.Workspace);
		}
		await vscode.commands.executeCommand('undo');
		await eventually(() => parts.pending().length === 2);
		await eventually(() => parts.notes.messages().length === 0);
	});

	it('says what it merged with, as long as that is in review', async () => {
		await parts.write(path, `zero\n${before}`);
		await parts.start(whole);
		assert.deepEqual(parts.notes.messages(), [`Merged with your changes in ${path}.`]);
		await parts.hunks.decideAll('accept');
		assert.deepEqual([parts.notes.messages(), parts.notes.status()], [[], undefined]);
	});

	it('makes and deletes files only once that is accepted', async () => {
		await parts.write('gone.txt', 'old\n');
		await parts.start(
			{ path, before, after: before.replace('one', 'ONE') },
			{ path: 'gone.txt', before: 'old\n' },
			{ path: 'made.txt', after: 'new\n' },
		);
		assert.equal(parts.review.nPending, 3);
		assert.equal(await parts.disk('gone.txt'), 'old\n');
		await assert.rejects(parts.disk('made.txt'));
		await parts.hunks.decideAll('accept');
		assert.equal(await parts.disk('made.txt'), 'new\n');
		await assert.rejects(parts.disk('gone.txt'));
		const files = await parts.points.read(subject);
		assert.deepEqual(
			files.map(file => [file.path, file.bytes?.toString()]),
			[
				[path, before],
				['gone.txt', 'old\n'],
				['made.txt', undefined],
			],
		);
		await parts.write('made.txt', 'changed since\n');
		const uris = await Promise.all(files.map(async file => ({ ...file, uri: await uriOf(file.path) })));
		assert.deepEqual(
			(await parts.userFiles.changedSince(uris)).map(({ path }) => path.split('/').at(-1)),
			['made.txt'],
		);
		await parts.userFiles.restore(uris);
		assert.deepEqual([await parts.disk(path), await parts.disk('gone.txt')], [before, 'old\n']);
		await assert.rejects(parts.disk('made.txt'));
	});

	it('takes nothing of a refactor preview that is discarded', async () => {
		const prepared = await preparePatch(patchOf('p1', whole, { path: 'made.txt', after: 'new\n' }));
		let ended: unknown;
		void applyPreviewed(parts, subject, prepared).then(taken => {
			ended = taken;
		});
		await eventually(async () => {
			await vscode.commands.executeCommand('refactorPreview.discard');
			return ended !== undefined;
		});
		assert.deepEqual(ended, { taken: [], unsaved: [] });
		assert.deepEqual([await parts.disk(path), await parts.points.read(subject)], [before, []]);
		await assert.rejects(parts.disk('made.txt'));
	});

	it('touches nothing outside the workspace, also not by way of a link', async () => {
		const outside = createScratchFolder('outside');
		const [uri, link] = [await uriOf('linked/made.txt'), (await uriOf('linked')).fsPath];
		symlinkSync(outside.path, link, 'dir');
		try {
			await assert.rejects(parts.userFiles.replaceWhole(uri, 'new\n', subject), /outside the workspace/);
			await assert.rejects(
				preparePatch(patchOf('p1', { path: '../made.txt', after: 'new\n' })),
				/outside the workspace/,
			);
			assert.deepEqual(readdirSync(outside.path), []);
		} finally {
			unlinkSync(link);
			outside.remove();
		}
	});

	it('walks from change to change, over the files and around', async () => {
		const other = `${path.replace('.txt', '')}-other.txt`;
		await parts.write(other, before);
		const editor = await parts.start(whole, { path: other, before, after: `${before}eight\n` });
		assert.equal(editor.document.lineCount, 9);
		const seen: string[] = [];
		for (let step = 0; step < 4; step++) {
			await parts.hunks.walk(1);
			const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
			seen.push(`${document.uri.path.split('/').at(-1)}:${selection.active.line + 1}`);
		}
		assert.deepEqual(seen, [`${path}:2`, `${path}:6`, `${other}:8`, `${path}:2`]);
	});

	it('goes on to the next change once one is decided where that is set, and stays otherwise', async () => {
		const other = `${path.replace('.txt', '')}-other.txt`;
		await parts.write(other, before);
		const edited = { path, before, after: after.replace('four', 'FOUR') };
		const editor = await parts.start(edited, { path: other, before, after: `${before}eight\n` });
		const settings = vscode.workspace.getConfiguration('faultline.review');
		const place = () => {
			const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
			return `${document.uri.path.split('/').at(-1)}:${selection.active.line + 1}`;
		};
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		assert.equal(place(), `${path}:2`);
		await settings.update('autoAdvance', true, vscode.ConfigurationTarget.Workspace);
		try {
			caretAt(editor, 4);
			await parts.hunks.decide('reject', []);
			assert.equal(place(), `${path}:6`);
			await parts.hunks.decide('accept', []);
			assert.equal(place(), `${other}:8`);
		} finally {
			await settings.update('autoAdvance', undefined, vscode.ConfigurationTarget.Workspace);
		}
	});

	it('decides the changes that the peek of VS Code shows as one', async () => {
		const editor = await parts.start(whole);
		const change = { modifiedStartLineNumber: 6, modifiedEndLineNumber: 7 };
		await parts.hunks.decide('reject', [editor.document.uri, [{}, change], 1]);
		assert.deepEqual(parts.pending(), [['two\n', 'TWO\n']]);
		await parts.hunks.decide('accept', [editor.document.uri.toString(), 2]);
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
	});
});

async function uriOf(path: string): Promise<vscode.Uri> {
	return vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), path);
}
