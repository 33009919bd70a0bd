import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openPlace, pathOfUri, rangeOfLines, uriOfPath } from '../../src/editor/workspacePaths';

describe('workspace paths', () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');

	it('lead to files of the folder and back', () => {
		const uri = uriOfPath('a/b c/ü%20.py') ?? assert.fail('refused');
		assert.equal(uri.toString(), vscode.Uri.joinPath(folder(), 'a', 'b c', 'ü%20.py').toString());
		assert.equal(pathOfUri(uri), 'a/b c/ü%20.py');
	});

	for (const path of ['../x.py', 'a/../../x.py', 'a/..', '/etc/passwd', '', 'a\\..\\x.py', 'a\0b']) {
		it(`never lead out: ${JSON.stringify(path)}`, () => assert.equal(uriOfPath(path), undefined));
	}

	it('are there only for files in the workspace', () => {
		assert.equal(pathOfUri(vscode.Uri.file('/etc/passwd')), undefined);
		assert.equal(pathOfUri(folder()), undefined);
		assert.equal(pathOfUri(vscode.Uri.parse('untitled:Untitled-1')), undefined);
	});

	it('count lines from 1 outside and from 0 in the editor', () => {
		const range = rangeOfLines({ startLine: 3, endLine: 5 });
		assert.deepEqual([range.start.line, range.start.character, range.end.line], [2, 0, 4]);
	});

	it('open at the first word of the line, even where the file has become shorter', async () => {
		assert.equal(await openPlace({ file: 'shop.py', startLine: 3, endLine: 3 }), true);
		assert.deepEqual(vscode.window.activeTextEditor?.selection.active, new vscode.Position(2, 4));
		assert.equal(await openPlace({ file: 'shop.py', startLine: 999, endLine: 999 }), true);
		assert.equal(await openPlace({ file: '../shop.py', startLine: 1, endLine: 1 }), false);
		await assert.rejects(openPlace({ file: 'missing.py', startLine: 1, endLine: 1 }));
	});
});
