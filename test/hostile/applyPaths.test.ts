import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { applyPatchResponse } from '../../src/patches/pure/edits/applyPatchResponse';
import { folderPicture } from '../support/folderPicture';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

/** Paths of a patch that lead out of the workspace, into a version store, through a link, or to nothing. */
const paths = [
	...['../out.py', '../../out.py', 'a/../../out.py', './../out.py', 'a/b/../../../out.py', '..', 'a/..', '.', '/'],
	...['/etc/passwd', '/out.py', '//out.py', '~/out.py', 'file:///etc/passwd', 'C:\\out.py', 'C:/out.py', 'c:out.py'],
	...['\\\\host\\share\\out.py', '//host/share/out.py', '..\\out.py', 'a\\..\\..\\out.py', '\\out.py', 'a.py\0.txt'],
	...['.git/config', '.GIT/hooks/pre-commit', 'a/.Git/config', '.git', '.git\\config', '.hg/hgrc', 'a/.svn/entries'],
	...['file.py', 'folder/out.py', 'folder/new/new.py', 'a/../folder/new.py', 'folder\\out.py'],
];

/** An edit of the file that is there, a new file, a deletion, and a rename, all to the path. */
const answersFor = (path: string): readonly [what: string, answer: string][] => [
	['edit', `<file>${path}</file>\n<original>\nx = 1\n</original>\n<patched>\nx = 2\n</patched>\n`],
	['new file', `<file>${path}</file>\n<original>\n</original>\n<patched>\nx = 2\n</patched>\n`],
	['diff', `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x = 1\n+x = 2\n`],
	['diff of a new file', `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x = 2\n`],
	['rename', `diff --git a/a/sound.py b/${path}\nsimilarity index 100%\nrename from a/sound.py\nrename to ${path}\n`],
];

describe('a patch to a path out of the workspace', () => {
	const folder = new TestFolder();

	it(`changes nothing: each of ${paths.length} paths, in each form`, async () => {
		folder.write({ 'ws/a/sound.py': 'x = 1\n', 'ws/a/b/': '', 'out.py': 'x = 1\n', 'outside/out.py': 'x = 1\n' });
		folder.write({ 'ws/.git/config': 'x = 1\n' });
		symlinkSync(folder.path('out.py'), folder.path('ws/file.py'));
		symlinkSync(folder.path('outside'), folder.path('ws/folder'));
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log: new RecordedLog() });
		const before = folderPicture(folder.path());
		for (const path of paths) {
			for (const [what, answer] of answersFor(path)) {
				const { status, diff, changes } = await applyPatchResponse(answer, workspace);
				assert.deepEqual([diff, changes], ['', []], `${what} of ${path}: ${status}`);
				assert.ok(['refused', 'noEdits'].includes(status), `${what} of ${path}: ${status}`);
			}
		}
		assert.deepEqual(folderPicture(folder.path()), before);
	});
});
