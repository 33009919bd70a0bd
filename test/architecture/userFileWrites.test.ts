import assert from 'node:assert/strict';
import { parseSource, readSources } from './sourceFile';
import { userFileWrites } from './userFileWrites';

describe('files of the user', () => {
	it('change in one file of src/editor only', async () => {
		assert.deepEqual((await readSources()).flatMap(userFileWrites), []);
	});

	for (const text of [
		'await vscode.workspace.applyEdit(edit);',
		'await vscode.workspace.fs.writeFile(uri, bytes);',
		'await vscode.workspace.fs.delete(uri);',
		'await document.save();',
	]) {
		it(`would be noticed to change elsewhere by ${text}`, async () => {
			assert.equal(userFileWrites(await parseSource('src/editor/runs/a.ts', text)).length, 1);
			assert.deepEqual(userFileWrites(await parseSource('src/editor/patches/userFiles.ts', text)), []);
		});
	}
});
