import assert from 'node:assert/strict';
import { readdirSync, symlinkSync, unlinkSync } from 'node:fs';
import * as vscode from 'vscode';
import { ReviewLanguage } from '../../src/editor/patches/registerPatches';
import { HunkLenses } from '../../src/editor/patches/review/hunkLenses';
import type { PatchedFile } from '../../src/runs/pure/model/patch';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';
import { caretAt, ReviewParts, runId } from './patchReviewParts';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const after = 'one\nTWO\nthree\nfour\nfive\nSIX\nmore\nseven\n';

/** Review in real editors, on real files, with a real log. */
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

	const halfTyped = (text: string) => text.replace('four', 'four and a half');
	const type = (editor: vscode.TextEditor) =>
		editor.edit(builder => builder.insert(new vscode.Position(3, 4), ' and a half'));

	it('shows the file with the patch, and leaves the file alone', async () => {
		const editor = await parts.start(whole);
		assert.equal(editor.document.getText(), after);
		assert.equal(editor.document.isDirty, false);
		assert.equal(await parts.disk(path), before);
		assert.deepEqual(parts.pending(), [
			['two\n', 'TWO\n'],
			['six\n', 'SIX\nmore\n'],
		]);
		assert.deepEqual(await parts.events(), []);
	});

	it('writes the file with each accepted change, and logs each decision', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 7);
		await parts.hunks.decide('accept', []);
		assert.equal(await parts.disk(path), before.replace('six', 'SIX\nmore'));
		assert.deepEqual(await parts.states(path, 2), ['pending', 'accepted']);
		assert.equal(editor.selection.active.line, 6);
		caretAt(editor, 2);
		await parts.hunks.decide('reject', []);
		assert.equal(editor.document.getText(), after.replace('TWO', 'two'));
		assert.equal(editor.document.isDirty, false);
		assert.deepEqual(await parts.states(path, 2), ['rejected', 'accepted']);
		assert.deepEqual(
			(await parts.events()).map(({ type }) => type),
			['patchWriteStarted', 'patchWriteEnded', 'hunksDecided'],
		);
	});

	it('has each decision as a separate undo step, and as a redo step', async () => {
		const editor = await parts.start(whole);
		for (const [line, verdict] of [
			[2, 'accept'],
			[7, 'accept'],
		] as const) {
			caretAt(editor, line);
			await parts.hunks.decide(verdict, []);
		}
		assert.equal(await parts.disk(path), after);
		const states = async (...expected: string[]) => {
			await eventually(async () => (await parts.states(path, 2)).join() === expected.join());
			await eventually(async () => !editor.document.isDirty);
		};
		await vscode.commands.executeCommand('undo');
		await states('accepted', 'pending');
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
		assert.deepEqual(parts.pending(), [['six\n', 'SIX\nmore\n']]);
		await vscode.commands.executeCommand('undo');
		await states('pending', 'pending');
		assert.equal(await parts.disk(path), before);
		await vscode.commands.executeCommand('redo');
		await states('accepted', 'pending');
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
		caretAt(editor, 6);
		await parts.hunks.decide('reject', []);
		assert.equal(editor.document.getText(), before.replace('two', 'TWO'));
		await vscode.commands.executeCommand('undo');
		await states('accepted', 'pending');
		assert.deepEqual(parts.pending(), [['six\n', 'SIX\nmore\n']]);
		assert.equal(editor.document.getText(), after);
	});

	it('keeps what is typed elsewhere, whatever is decided', async () => {
		const editor = await parts.start(whole);
		await type(editor);
		await parts.hunks.decideFile('reject');
		assert.equal(editor.document.getText(), halfTyped(before));
		assert.equal(await parts.disk(path), halfTyped(before));
		assert.deepEqual(await parts.states(path, 2), ['rejected', 'rejected']);
	});

	it('accepts a change with what was typed in it, once', async () => {
		const editor = await parts.start(whole);
		await editor.edit(builder => builder.insert(new vscode.Position(1, 3), ' OR MORE'));
		assert.deepEqual(parts.pending()[0], ['two\n', 'TWO OR MORE\n']);
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		assert.equal(await parts.disk(path), before.replace('two', 'TWO OR MORE'));
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'pending']);
	});

	it('keeps line ends, the byte order mark and a missing last line end', async () => {
		const bytes = (text: string) => Buffer.from(`\ufeff${text.trimEnd().replaceAll('\n', '\r\n')}`);
		await parts.write(path, bytes(before));
		// Patches are of texts without the mark, and models write line ends as they like.
		await parts.start({ path, before: before.trimEnd().replaceAll('\n', '\r\n'), after: after.trimEnd() });
		assert.equal(parts.pending().length, 2);
		await parts.review.decideAll('accept');
		assert.equal(await parts.disk(path), bytes(after).toString());
	});

	it('merges with a file that was edited since, unsaved edits included', async () => {
		const uri = await parts.write(path, `zero\n${before}`);
		const own = await vscode.window.showTextDocument(uri);
		await own.edit(builder => builder.insert(new vscode.Position(4, 4), ' and a half'));
		await parts.start(whole);
		assert.equal(parts.live(path), `zero\n${halfTyped(after)}`);
		assert.equal(await parts.disk(path), `zero\n${before}`);
		await parts.review.decideAll('accept');
		assert.equal(await parts.disk(path), `zero\n${halfTyped(after)}`);
		assert.deepEqual([own.document.getText(), own.document.isDirty], [`zero\n${halfTyped(after)}`, false]);
	});

	it('follows the file while it is under review, from any source of edits', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 7);
		await parts.hunks.decide('reject', []);
		// VS Code may not watch the folder yet: then a later write is the first one that it reports, once writes pause.
		let nProbes = 0;
		await eventually(async () => {
			await (nProbes++ % 100 === 0 && parts.write(path, `zero\n${before}`));
			return editor.document.getText() === `zero\n${before.replace('two', 'TWO')}`;
		});
		const own = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(await uriOf(path)), {
			viewColumn: vscode.ViewColumn.Beside,
		});
		// VS Code may still show the file as it was before it was written.
		await eventually(() => own.document.getText() === `zero\n${before}`);
		await own.edit(builder => builder.insert(new vscode.Position(4, 4), ' and a half'));
		await eventually(() => editor.document.getText().includes('four and a half'));
		await parts.review.decideAll('accept');
		assert.equal(await parts.disk(path), `zero\n${halfTyped(before).replace('two', 'TWO')}`);
	});

	it('changes nothing where the file was edited in the same lines, and reports which', async () => {
		await parts.write(path, before.replace('six', 'half a dozen'));
		await parts.seed(whole);
		const prepared = await parts.prepare();
		assert.deepEqual(
			prepared.flatMap(({ offered }) => offered.conflicts),
			[`${path} line 6 changed since.`],
		);
		await parts.begin(prepared);
		assert.deepEqual(parts.pending(), [['two\n', 'TWO\n']]);
		await parts.review.decideAll('accept');
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'pending']);
		assert.equal(await parts.disk(path), before.replace('two', 'TWO').replace('six', 'half a dozen'));
	});

	it('continues after the window was loaded again, with what was typed in a pending change', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		await editor.edit(builder => builder.insert(new vscode.Position(6, 4), ' and more'));
		await editor.document.save();
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
		await parts.reload();
		assert.deepEqual(parts.pending(), [['six\n', 'SIX\nmore and more\n']]);
		await parts.review.decideAll('reject');
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'rejected']);
	});

	it('offers what was rejected again only where nothing else is left', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 2);
		await parts.hunks.decide('reject', []);
		await parts.begin(await parts.prepare());
		assert.deepEqual(parts.pending(), [['six\n', 'SIX\nmore\n']]);
		await parts.review.decideAll('accept');
		await parts.begin(await parts.prepare());
		assert.deepEqual(parts.pending(), [['two\n', 'TWO\n']]);
	});

	it('creates and deletes files only once that is accepted, and gives them back', async () => {
		await parts.write('gone.txt', 'old\n');
		await parts.start(
			{ path, before, after: before.replace('one', 'ONE') },
			{ path: 'gone.txt', before: 'old\n' },
			{ path: 'made.txt', after: 'new\n' },
			{ path: 'empty.txt', after: '' },
		);
		assert.equal(parts.review.nPending, 4);
		assert.equal(await parts.disk('gone.txt'), 'old\n');
		await assert.rejects(parts.disk('made.txt'));
		await parts.review.decideAll('accept');
		assert.deepEqual([await parts.disk('made.txt'), await parts.disk('empty.txt')], ['new\n', '']);
		await assert.rejects(parts.disk('gone.txt'));
		assert.equal(parts.review.nPending, 0);
		await parts.undo();
		assert.deepEqual([await parts.disk(path), await parts.disk('gone.txt')], [before, 'old\n']);
		await assert.rejects(parts.disk('made.txt'));
		await assert.rejects(parts.disk('empty.txt'));
	});

	it('rejects a new and a deleted file without a trace', async () => {
		await parts.write('gone.txt', 'old\n');
		await parts.start({ path: 'gone.txt', before: 'old\n' }, { path: 'made.txt', after: 'new\n' });
		await parts.show('made.txt');
		await parts.review.decideAll('reject');
		assert.equal(await parts.disk('gone.txt'), 'old\n');
		await assert.rejects(parts.disk('made.txt'));
		assert.equal(parts.review.nPending, 0);
	});

	it('accepts a file that runs by itself only change by change', async () => {
		const build = path.replace('.txt', '.mk');
		await parts.write(build, before);
		await parts.start(whole, { path: build, before, after });
		const left = await parts.review.decideAll('accept');
		assert.deepEqual(
			left.map(file => file.path),
			[build],
		);
		assert.deepEqual([await parts.disk(path), await parts.disk(build)], [after, before]);
		const editor = await parts.show(build);
		await parts.hunks.decideFile('accept');
		await parts.hunks.decideAll('accept');
		assert.equal(await parts.disk(build), before);
		assert.deepEqual(await parts.states(build, 2), ['pending', 'pending']);
		const lenses = new HunkLenses(parts.review, () => undefined);
		const titles = lenses.provideCodeLenses(editor.document).map(({ command }) => command?.title);
		lenses.dispose();
		assert.equal(titles[3], '$(warning) Runs by itself: every build or install of the project runs it');
		caretAt(editor, 2);
		await parts.hunks.decide('accept', []);
		assert.equal(await parts.disk(build), before.replace('two', 'TWO'));
		await parts.review.decideAll('reject');
		assert.deepEqual(await parts.states(build, 2), ['accepted', 'rejected']);
	});

	it('touches nothing outside the workspace, also not through a symbolic link', async () => {
		const outside = createScratchFolder('outside');
		const link = (await uriOf('linked')).fsPath;
		symlinkSync(outside.path, link, 'dir');
		try {
			await assert.rejects(parts.userFiles.write('linked/made.txt', Buffer.from('new\n')), /outside the workspace/);
			await assert.rejects(parts.userFiles.textNow('../made.txt'), /outside the workspace/);
			unlinkSync(link);
			symlinkSync(`${outside.path}/not_there_yet.txt`, link);
			await assert.rejects(parts.userFiles.write('linked', Buffer.from('new\n')), /through a symbolic link/);
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
			seen.push(place());
		}
		assert.deepEqual(seen, [`${path}:2`, `${path}:6`, `${other}:8`, `${path}:2`]);
	});

	it('acts on the change that the keys before lead to, however fast they come', async () => {
		const other = `${path.replace('.txt', '')}-other.txt`;
		await parts.write(other, before);
		await parts.start(whole, { path: other, before, after: `${before}eight\n` });
		const { hunks } = parts;
		await Promise.all([hunks.walk(1), hunks.walk(1), hunks.walk(1), hunks.decide('accept', [])]);
		assert.equal(place(), `${other}:8`);
		assert.equal(await parts.disk(other), `${before}eight\n`);
		assert.equal(await parts.disk(path), before);
	});

	it('begins at the first change, wherever the caret is', async () => {
		const editor = await parts.start(whole);
		caretAt(editor, 5);
		await parts.hunks.goToFirst();
		assert.equal(place(), `${path}:2`);
	});

	it('goes to the next change once one is decided where that is set, and stays otherwise', async () => {
		const other = `${path.replace('.txt', '')}-other.txt`;
		await parts.write(other, before);
		const edited = { path, before, after: after.replace('four', 'FOUR') };
		const editor = await parts.start(edited, { path: other, before, after: `${before}eight\n` });
		const settings = vscode.workspace.getConfiguration('faultline.review');
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
		// The second click of a double one.
		await parts.hunks.decide('accept', [editor.document.uri.toString(), 2]);
		assert.equal(await parts.disk(path), before.replace('two', 'TWO'));
	});

	it('has the hovers and definitions of the file, but none on pending lines', async () => {
		const line = (text: string) => [text.split('\n').indexOf('five'), text.split('\n').indexOf('SIX')] as const;
		const word = (document: vscode.TextDocument, position: vscode.Position) =>
			document.getText(document.getWordRangeAtPosition(position));
		const language = new ReviewLanguage(parts.review);
		const selector = { scheme: 'file', pattern: `**/${path}` };
		const registered = vscode.Disposable.from(
			vscode.languages.registerHoverProvider(selector, {
				provideHover: (document, position) => new vscode.Hover(`hover of ${word(document, position)}`),
			}),
			vscode.languages.registerDefinitionProvider(selector, {
				provideDefinition: ({ uri }) => new vscode.Location(uri, new vscode.Position(0, 0)),
			}),
		);
		try {
			const { document } = await parts.start({ ...whole, after: after.replace('TWO', 'TWO\nand a half') });
			await vscode.workspace.openTextDocument(await uriOf(path));
			const [five, six] = line(document.getText());
			const hover = await language.provideHover(document, new vscode.Position(five, 1));
			const [content] = hover?.contents ?? [];
			assert.equal(content instanceof vscode.MarkdownString && content.value, 'hover of five');
			assert.equal(await language.provideHover(document, new vscode.Position(six, 1)), undefined);
			const [definition] = await language.provideDefinition(document, new vscode.Position(five, 1));
			assert.equal(definition?.targetUri.toString(), (await uriOf(path)).toString());
		} finally {
			registered.dispose();
		}
	});

	it('takes nothing twice that was accepted in another window, and loses none of its decisions', async () => {
		const editor = await parts.start(whole);
		const of = { runId, patch: 'p1', path, hunks: [0] };
		await parts.newWrites().accept(of, { base: before, text: before.replace('two', 'TWO') });
		await eventually(() => parts.pending().length === 1);
		assert.equal(editor.document.getText(), after);
		await Promise.all([
			parts.review.decideAll('accept'),
			parts.newWrites().accept({ ...of, hunks: [1] }, { base: before, text: before.replace('six', 'SIX\nmore') }),
		]);
		assert.equal(await parts.disk(path), after);
		assert.deepEqual(await parts.states(path, 2), ['accepted', 'accepted']);
		assert.equal((await parts.run()).decisions.written.length, 2);
	});
});

function place(): string {
	const { document, selection } = vscode.window.activeTextEditor ?? assert.fail();
	return `${document.uri.path.split('/').at(-1)}:${selection.active.line + 1}`;
}

async function uriOf(path: string): Promise<vscode.Uri> {
	return vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), path);
}
