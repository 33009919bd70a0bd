import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { eventually } from './eventually';
import { caretAt, ReviewParts } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nmore\nseven\n';
const halfTyped = (text: string) => text.replace('four', 'four and a half');

/** Whatever saves a review document, only what is decided and typed reaches the user's file. */
describe('saving during a review', () => {
	let parts: ReviewParts;
	let nTests = 0;
	let path: string;
	let nSaves: number;
	let listening: vscode.Disposable;
	const changed: (readonly [section: string, key: string])[] = [];

	beforeEach(async () => {
		parts = new ReviewParts();
		path = `saved${++nTests}.txt`;
		nSaves = 0;
		listening = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
			nSaves += uri.scheme === parts.review.scheme ? 1 : 0;
		});
		await parts.write(path, before);
	});

	afterEach(async () => {
		listening.dispose();
		for (const [section, key] of changed.splice(0)) {
			await configure(section, key, undefined);
		}
		await parts.dispose();
	});

	async function set(section: string, key: string, value: unknown): Promise<void> {
		changed.push([section, key]);
		await configure(section, key, value);
	}

	async function type(): Promise<vscode.TextEditor> {
		const editor = await parts.start({ path, before, after });
		await editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));
		return editor;
	}

	/** The file has what was typed, the document has the rest, and it is not saved again. */
	async function assertSaved({ document }: vscode.TextEditor): Promise<void> {
		await eventually(() => !document.isDirty);
		assert.equal(await parts.disk(path), halfTyped(before));
		const n = nSaves;
		await wait(1000);
		assert.deepEqual([nSaves, document.isDirty], [n, false], 'it is not saved again and again');
		assert.equal(document.getText(), halfTyped(after));
		assert.equal(parts.pending().length, 2);
		assert.equal(await parts.disk(path), halfTyped(before));
	}

	/** Decisions work as ever afterwards. */
	async function assertDecides(editor: vscode.TextEditor): Promise<void> {
		await vscode.window.showTextDocument(editor.document);
		caretAt(vscode.window.activeTextEditor ?? assert.fail(), 2);
		await parts.hunks.decide('accept', []);
		await parts.review.decideAll('reject');
		await wait(300);
		assert.equal(await parts.disk(path), halfTyped(before).replace('two', 'TWO'));
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'rejected']);
	}

	it('writes what is typed and nothing that is pending, by the user', async () => {
		const editor = await type();
		await vscode.commands.executeCommand('workbench.action.files.save');
		await assertSaved(editor);
		await assertDecides(editor);
	});

	it('does so by Save All', async () => {
		const editor = await type();
		await vscode.commands.executeCommand('workbench.action.files.saveAll');
		await assertSaved(editor);
	});

	it('does so with auto save after a delay', async () => {
		await set('files', 'autoSaveDelay', 50);
		await set('files', 'autoSave', 'afterDelay');
		const editor = await type();
		await assertSaved(editor);
		await assertDecides(editor);
	});

	it('does so with auto save on a change of focus', async () => {
		await set('files', 'autoSave', 'onFocusChange');
		const editor = await type();
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'other' }));
		await assertSaved(editor);
		await assertDecides(editor);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	it('does so with auto save on a change of window', async () => {
		await set('files', 'autoSave', 'onWindowChange');
		const editor = await type();
		// The window of a test neither has focus nor loses it; what VS Code does then is this.
		await vscode.commands.executeCommand('workbench.action.files.saveAll');
		await assertSaved(editor);
		await assertDecides(editor);
	});

	for (const autoSave of ['off', 'afterDelay'] as const) {
		it(`does so with a formatter on save, with auto save ${autoSave}`, async () => {
			await set('editor', 'formatOnSave', true);
			await set('files', 'trimTrailingWhitespace', true);
			// Auto save formats nothing, whether it comes before Ctrl+S or after it.
			await set('files', 'autoSaveDelay', 300);
			await set('files', 'autoSave', autoSave);
			const formatter = vscode.languages.registerDocumentFormattingEditProvider('plaintext', {
				provideDocumentFormattingEdits: document => {
					const formatted = document.getText().replaceAll('fiev', 'five').replaceAll('mroe', 'more');
					const all = new vscode.Range(0, 0, document.lineCount, 0);
					return formatted === document.getText() ? [] : [vscode.TextEdit.replace(all, formatted)];
				},
			});
			try {
				const editor = await parts.start({ path, before, after });
				const isTyped = await editor.edit(builder => {
					builder.insert(new vscode.Position(3, 4), ' and a half   ');
					builder.replace(new vscode.Range(4, 0, 4, 4), 'fiev');
					builder.replace(new vscode.Range(6, 0, 6, 4), 'mroe');
				});
				assert.ok(isTyped);
				await vscode.commands.executeCommand('workbench.action.files.save');
				await eventually(() => editor.document.getText() === halfTyped(after));
				await assertSaved(editor);
				await assertDecides(editor);
			} finally {
				formatter.dispose();
			}
		});
	}

	it('refuses, as VS Code does, what was typed where the file was edited as well, and loses neither', async () => {
		const editor = await parts.start({ path, before, after });
		await editor.edit(builder => builder.replace(new vscode.Range(3, 0, 3, 4), 'mine'));
		const file = parts.review.files[0] ?? assert.fail();
		await parts.review.settled();
		// Saved before the review can follow the file: nothing runs between these two.
		writeFileSync((uriOfPath(path) ?? assert.fail()).fsPath, before.replace('four', 'theirs'));
		const saving = parts.review.writeSaved(file, editor.document.getText());
		await assert.rejects(saving, /line 4 was also changed elsewhere/);
		assert.equal(await parts.disk(path), before.replace('four', 'theirs'));
		// Once it follows, what was typed is one more pending change.
		await eventually(() => parts.pending().length === 3);
		assert.deepEqual(parts.pending()[1], ['theirs\n', 'mine\n']);
		await editor.document.save();
		assert.equal(await parts.disk(path), before.replace('four', 'theirs'));
	});
});

async function configure(section: string, key: string, value: unknown): Promise<void> {
	await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Workspace);
}
