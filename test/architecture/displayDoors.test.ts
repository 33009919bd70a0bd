import assert from 'node:assert/strict';
import { undoored } from './displayDoors';
import { parseSource, readSources } from './sourceFile';

describe('text of unknown origin', () => {
	it('is shown through a few files only, which clean it', async () => {
		assert.deepEqual((await readSources()).flatMap(undoored), []);
	});

	for (const text of [
		'process.stdout.write(text);',
		'process.stderr.write(text);',
		"process['stdout'].write(text);",
		'const { stdout } = process;',
		'console.log(text);',
		'vscode.window.showErrorMessage(text);',
		'vscode.window.showQuickPick(rows);',
		'vscode.window.setStatusBarMessage(text);',
		'const item = new vscode.TreeItem(text);',
		'const hover = new vscode.MarkdownString(text);',
		'pick.items = rows;',
		'item.tooltip = text;',
		'vscode.window.createTerminal({ pty });',
	]) {
		it(`would be noticed elsewhere: ${text}`, async () => {
			assert.equal(undoored(await parseSource('src/editor/runs/a.ts', text)).length, 1);
		});
	}
});
