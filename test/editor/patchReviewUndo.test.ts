import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { withLineEnds } from '../../src/runs/pure/diff/withLineEnds';
import { eventually } from './eventually';
import { caretAt, ReviewParts, runId } from './patchReviewParts';

const before = 'one\ntwo\nthrée\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthrée\nfour\nfive\nSIX\nmore\nseven\n';

/** What *Undo Patch* gives back, in real files. */
describe('undoing a patch', () => {
	let parts: ReviewParts;
	let nTests = 0;
	let path: string;

	beforeEach(() => {
		parts = new ReviewParts();
		path = `undone${++nTests}.txt`;
	});

	afterEach(() => parts.dispose());

	const contents: readonly [what: string, bytes: Buffer, encoding?: string][] = [
		['UTF-8', Buffer.from(before)],
		['carriage returns', Buffer.from(before.replaceAll('\n', '\r\n'))],
		['mixed line ends', Buffer.from(before.replace('one\n', 'one\r\n').replace('five\n', 'five\r\n'))],
		['a byte order mark', Buffer.from(`\ufeff${before}`)],
		['UTF-16', Buffer.from(`\ufeff${before}`, 'utf16le')],
		['Latin letters of one byte', Buffer.from(before, 'latin1'), 'windows1252'],
		['bytes that are no UTF-8', Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0x0a])])],
	];
	for (const [what, given, encoding] of contents) {
		it(`gives back a file with ${what}, byte by byte`, async () => {
			const settings = vscode.workspace.getConfiguration('files');
			await settings.update('encoding', encoding, vscode.ConfigurationTarget.Workspace);
			try {
				const uri = await parts.write(path, given);
				const opened = (await vscode.workspace.openTextDocument(uri)).getText();
				assert.match(opened, /^one\r?\ntwo\r?\nthrée/);
				const editor = await parts.start({ path, before, after });
				assert.match(editor.document.getText(), /^one\r?\nTWO\r?\nthrée/);
				// "UTF-8 with BOM" only where VS Code would read another encoding.
				assert.equal(editor.document.encoding, encoding === undefined ? 'utf8' : 'utf8bom');
				await parts.review.decideAll('accept');
				const document = await vscode.workspace.openTextDocument(uri);
				await eventually(() => document.getText().includes('TWO'));
				const expected = withLineEnds(opened, '\n').replace('two', 'TWO').replace('six\n', 'SIX\nmore\n');
				assert.equal(withLineEnds(document.getText(), '\n'), expected);
				await parts.undo();
				assert.deepEqual(await parts.bytes(path), given);
				assert.deepEqual(await parts.states(path, 2), ['undone', 'undone']);
			} finally {
				await settings.update('encoding', undefined, vscode.ConfigurationTarget.Workspace);
			}
		});
	}

	it('changes only the lines of the patch in a file with mixed line ends', async () => {
		const mixed = before.replace('one\n', 'one\r\n').replace('five\n', 'five\r\n');
		await parts.write(path, mixed);
		await parts.start({ path, before, after });
		await parts.review.decideAll('accept');
		assert.equal(await parts.disk(path), mixed.replace('two', 'TWO').replace('six\n', 'SIX\nmore\n'));
	});

	it('keeps what was typed before, between and after the accepted changes', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'first\n'));
		caretAt(editor, 3);
		await parts.hunks.decide('accept', []);
		await editor.edit(builder => builder.insert(new vscode.Position(5, 0), 'between\n'));
		await editor.document.save();
		await parts.review.decideAll('accept');
		const own = await vscode.window.showTextDocument(uriOfPath(path) ?? assert.fail());
		await own.edit(builder => builder.insert(new vscode.Position(own.document.lineCount, 0), 'last, not saved\n'));
		await parts.undo();
		assert.equal(await parts.disk(path), `first\n${before.replace('five', 'between\nfive')}last, not saved\n`);
	});

	it('overwrites no later edit of the accepted lines, and names it', async () => {
		await parts.write(path, before);
		await parts.start({ path, before, after });
		await parts.review.decideAll('accept');
		const edited = after.replace('SIX', 'SIX, as I like it');
		await parts.write(path, edited);
		const { written } = await parts.decisions.decisions(runId);
		const [file] = await parts.writes.planUndo(runId, written);
		assert.deepEqual(file?.conflicts, [`${path} line 6 was edited since.`]);
		const ids = written.map(({ write }) => write);
		await assert.rejects(parts.writes.undo({ runId, path }, ids, 'undone'), /was edited since. Nothing was undone/);
		assert.equal(await parts.disk(path), edited);
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'accepted']);
	});

	it('takes over a change of the file when VS Code refuses at first, as the text under review changed as well', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		const { userFiles } = parts;
		const editReview = userFiles.editReview.bind(userFiles);
		let nRefused = 0;
		userFiles.editReview = async (document, hunks, from) => {
			if (nRefused++ === 0) {
				await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'typed\n'));
				return false;
			}
			return editReview(document, hunks, from);
		};
		await parts.write(path, before.replace('four', '4'));
		await eventually(() => editor.document.getText() === `typed\n${after.replace('four', '4')}`);
		assert.deepEqual(await parts.states(path, 2), ['pending', 'pending']);
	});

	it('is refused by Ctrl+Z of an acceptance as well, where later edits are in the way', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		const edited = before.replace('two', 'TWO, as I like it');
		await parts.write(path, edited);
		await vscode.window.showTextDocument(editor.document);
		// Where the review has already followed the file, the first Ctrl+Z takes only that back.
		for (let nTries = 0; nTries < 2 && parts.errors.length === 0; nTries++) {
			await vscode.commands.executeCommand('undo');
			await parts.review.settled();
			await setImmediate();
		}
		const [refusal] = parts.errors.splice(0);
		assert.match(`${refusal}`, /was edited since\. Nothing was undone\./);
		assert.equal(await parts.disk(path), edited);
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'pending']);
	});
});
