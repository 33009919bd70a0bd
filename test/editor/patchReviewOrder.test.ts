import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { reviewTabs } from '../../src/editor/patches/review/reviewDocuments';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { eventually } from './eventually';
import { caretAt, ReviewParts } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nmore\nseven\n';

/** What happens at the same moment: a decision and its undo, the end of a review and an edit of its files. */
describe('a review, in whatever order things happen', () => {
	let parts: ReviewParts;
	let nTests = 0;
	let path: string;

	beforeEach(() => {
		parts = new ReviewParts();
		path = `order${++nTests}.txt`;
	});

	afterEach(() => parts.dispose());

	const states = (expected: string) => eventually(async () => (await parts.states(path, 2)).join() === expected);

	it('takes an acceptance back by a Ctrl+Z that comes as soon as it is logged', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		parts.afterEvent = async ({ type }) => {
			if (type === 'patchWriteEnded') {
				parts.afterEvent = undefined;
				await vscode.commands.executeCommand('undo');
			}
		};
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		await states('pending,pending');
		await parts.review.settled();
		assert.equal(await parts.disk(path), before);
		assert.equal(parts.pending().length, 2);
		await vscode.commands.executeCommand('redo');
		await states('accepted,pending');
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
	});

	it('writes nothing pending when a save that began before a decision ends after it', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		const begun = editor.document.getText();
		caretAt(editor, 2);
		await parts.hunks.decide('reject', []);
		await parts.review.writeSaved(parts.review.files[0] ?? assert.fail(), begun);
		await parts.review.settled();
		assert.equal(await parts.disk(path), before);
		assert.equal(parts.pending().length, 1);
	});

	it('leaves a change pending that could not be written', async () => {
		const uri = await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		await vscode.workspace.fs.delete(uri);
		caretAt(editor, 2);
		await assert.rejects(parts.hunks.decide('accept', []), /deleted meanwhile/);
		assert.equal(parts.pending().length, 2);
		assert.deepEqual(await parts.states(path, 2), ['pending', 'pending']);
		await parts.write(path, before);
		await parts.hunks.decide('accept', []);
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
	});

	it('ends without a question while its files change', async () => {
		const files = Array.from({ length: 6 }, (_, at) => ({ path: `${at}-${path}`, before, after }));
		for (const file of files) {
			await parts.write(file.path, before);
		}
		await parts.start(...files);
		const unsaved = unsavedDocuments(parts.review.scheme);
		for (const file of files) {
			await parts.show(file.path);
		}
		// The review begins to follow its files, one after the other.
		const follows = new Promise<void>(resolve => {
			const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				if (document.uri.scheme === parts.review.scheme && contentChanges.length > 0) {
					listening.dispose();
					resolve();
				}
			});
		});
		await Promise.all(files.map(file => parts.write(file.path, `zero\n${before}`)));
		await follows;
		await parts.review.end();
		assert.deepEqual(reviewTabs(parts.review.scheme), []);
		assert.deepEqual(unsaved(), []);
		for (const file of files) {
			assert.equal(await parts.disk(file.path), `zero\n${before}`);
		}
	});

	it('ends without a question where the file changed in the lines that were typed, and offers these again', async () => {
		await parts.write(path, before);
		const editor = await parts.start({ path, before, after });
		await editor.edit(builder => builder.replace(new vscode.Range(3, 0, 3, 4), 'mine'));
		// Before the review can follow the file.
		writeFileSync((uriOfPath(path) ?? assert.fail()).fsPath, before.replace('four', 'theirs'));
		await parts.review.end();
		assert.equal(await parts.disk(path), before.replace('four', 'theirs'));
		await parts.begin(await parts.prepare());
		assert.deepEqual(parts.pending()[1], ['theirs\n', 'mine\n']);
	});
});

/**
 * The review documents whose last change was not saved: VS Code asked whether to save it when it closed them, and in a
 * test the answer is no.
 */
function unsavedDocuments(scheme: string): () => readonly string[] {
	const unsaved = new Set<string>();
	const listening = vscode.Disposable.from(
		vscode.workspace.onDidChangeTextDocument(({ document: { uri, isDirty } }) => {
			isDirty && uri.scheme === scheme && unsaved.add(uri.path);
		}),
		vscode.workspace.onDidSaveTextDocument(({ uri }) => unsaved.delete(uri.path)),
	);
	return () => {
		listening.dispose();
		return [...unsaved];
	};
}
