import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PatchedFile } from '../../src/runs/pure/model/patch';
import { eventually } from './eventually';
import { caretAt, ReviewParts } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nmore\nseven\n';

/** The review of what the user's files have already, in real editors, on real files, with a real log. */
describe('PatchReview of changes of the working tree', () => {
	let parts: ReviewParts;
	let nTests = 0;
	let path: string;
	let whole: PatchedFile;

	beforeEach(() => {
		parts = new ReviewParts(true);
		path = `tree${++nTests}.txt`;
		whole = { path, before, after };
	});

	afterEach(() => parts.dispose());

	const disk = async () => (await parts.bytes(path).catch(() => undefined))?.toString();

	it('keeps what is accepted, and takes what is rejected out of the file, with one undo step each', async () => {
		await parts.write(path, after);
		const editor = await parts.start(whole);
		assert.equal(editor.document.getText(), after);
		assert.deepEqual(parts.pending(), [
			['two\n', 'TWO\n'],
			['six\n', 'SIX\nmore\n'],
		]);
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		assert.equal(await disk(), after);
		caretAt(editor, 6);
		await parts.hunks.decide('reject', []);
		assert.equal(await disk(), before.replace('two', 'TWO'));
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'rejected']);
		await vscode.commands.executeCommand('undo');
		await parts.review.settled();
		await eventually(async () => (await disk()) === after);
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'pending']);
		await vscode.commands.executeCommand('undo');
		await parts.review.settled();
		await eventually(() => parts.pending().length === 2);
		assert.deepEqual(await parts.states(path, 2), ['pending', 'pending']);
		await vscode.commands.executeCommand('redo');
		await vscode.commands.executeCommand('redo');
		await parts.review.settled();
		await eventually(async () => (await disk()) === before.replace('two', 'TWO'));
	});

	it('keeps every byte that no decision is about', async () => {
		const bytes = (text: string) =>
			Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`.replace('three\r\n', 'three\n'));
		await parts.write(path, bytes(after));
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('reject', []);
		assert.deepEqual(await parts.bytes(path), bytes(after.replace('TWO', 'two')));
		await vscode.commands.executeCommand('undo');
		await parts.review.settled();
		await eventually(async () => (await parts.bytes(path)).equals(bytes(after)));
	});

	it('deletes a new file that is rejected, makes a deleted one again, and gives both back', async () => {
		await parts.write(path, after);
		const gone = `gone-${path}`;
		await parts.start({ path, after }, { path: gone, before: '\ufeffx\r\ny\r\n' });
		await parts.review.decideAll('reject');
		assert.equal(await disk(), undefined);
		assert.equal(await parts.disk(gone), '\ufeffx\r\ny\r\n');
		await parts.undo();
		assert.equal(await disk(), after);
		await assert.rejects(parts.disk(gone));
	});

	it('follows edits of the file, and continues after the window was loaded again', async () => {
		const uri = await parts.write(path, after);
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		const edited = after.replace('SIX', 'SIXTH').replace('four', 'four and a half');
		await vscode.workspace.fs.writeFile(uri, Buffer.from(edited));
		await eventually(() => parts.live(path) === edited && !editor.document.isDirty);
		await parts.review.settled();
		await parts.reload();
		assert.deepEqual(parts.pending(), [['six\n', 'SIXTH\nmore\n']]);
		await parts.review.decideAll('reject');
		assert.equal(await disk(), edited.replace('SIXTH\nmore\n', 'six\n'));
	});

	it('leaves the files as they are when it ends', async () => {
		await parts.write(path, after);
		const editor = await parts.start(whole);
		await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
		await parts.review.end();
		assert.equal(await disk(), after.replace('four', 'four and a half'));
		assert.deepEqual(await parts.states(path, 2), ['pending', 'pending']);
	});
});
