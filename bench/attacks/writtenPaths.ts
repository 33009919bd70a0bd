import './editorStandIn';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { UserFiles } from '../../src/editor/patches/userFiles';
import { applyPatchResponse } from '../../src/patches/pure/edits/applyPatchResponse';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { folderPicture } from '../../test/support/folderPicture';
import { RecordedLog } from '../../test/support/recordedLog';
import { repoRoot } from '../../test/support/repoRoot';
import { inFolder } from './editorStandIn';
import type { Lab } from './lab';

/** Ways out of the workspace, before the name of a file. */
const ways = [
	...['../', '../../', 'src/../../', './../', 'src/deep/../../../', '..//', '//', '/', '~/', './/..//', 'src/./../../'],
	...[
		'..\\',
		'src\\..\\..\\',
		'C:\\',
		'C:/',
		'\\\\host\\share\\',
		'%2e%2e/',
		'..%2f',
		'\u2024\u2024/',
		'\uff0e\uff0e/',
	],
	...['linked/', 'linked/new/', 'chained/', 'src/../linked/', './linked/./', 'above/outside/', 'LINKED/', 'linked//'],
	...[
		'.git/',
		'.GIT/',
		'.git/hooks/',
		'src/../.git/',
		'./.git/',
		'.git\\',
		'.g\u200cit/',
		'.git /',
		'.git./',
		'GIT~1/',
	],
	...['..\0/', 'src\0/../../', 'linked\0/', '.hg/', '.svn/'],
];
const names = ['secret.py', 'new.py', 'config', 'post-checkout', 'a/b.py'];

/** The same change in the forms in which a model or a file writes it. */
const forms: readonly (readonly [name: string, write: (path: string) => string])[] = [
	['an edit', path => `<file>${path}</file>\n<original>\nx = 1\n</original>\n<patched>\nx = 2\n</patched>\n`],
	['a new file', path => `<file>${path}</file>\n<original>\n</original>\n<patched>\nx = 2\n</patched>\n`],
	['a diff', path => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x = 1\n+x = 2\n`],
	['a diff that names it late', path => `--- a/src/a.py\n+++ ${path}\n@@ -1 +1 @@\n-x = 1\n+x = 2\n`],
	['a quoted diff', path => `--- "a/${path}"\n+++ "b/${path}"\n@@ -1 +1 @@\n-x = 1\n+x = 2\n`],
	['a diff of a new file', path => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x = 2\n`],
	['a diff of a deleted file', path => `--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x = 1\n`],
	[
		'a rename',
		path => `diff --git a/src/a.py b/${path}\nsimilarity index 100%\nrename from src/a.py\nrename to ${path}\n`,
	],
	['a copy', path => `diff --git a/src/a.py b/${path}\nsimilarity index 100%\ncopy from src/a.py\ncopy to ${path}\n`],
	[
		'a link',
		path =>
			`diff --git a/${path} b/${path}\nnew file mode 120000\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+../outside\n`,
	],
	['a mode', path => `diff --git a/${path} b/${path}\nold mode 100644\nnew mode 100755\n`],
];

/** How many of them each path is tried in: they are tried in turn. */
const formsEach = 4;

/** Paths of patches that lead out of the workspace or into a repository, however they are accepted. */
export async function writtenPathsAttack(lab: Lab): Promise<void> {
	lab.write({
		...{
			'top/ws/src/a.py': 'x = 1\n',
			'top/ws/src/deep/b.py': 'x = 1\n',
			'top/ws/.git/config': 'x = 1\n',
			'top/ws/.git/hooks/': '',
		},
		...{ 'top/outside/secret.py': 'x = 1\n', 'top/secret.py': 'x = 1\n', 'top/config': 'x = 1\n' },
	});
	const ws = lab.path('top/ws');
	symlinkSync(lab.path('top/outside'), join(ws, 'linked'));
	symlinkSync('linked', join(ws, 'chained'));
	symlinkSync('..', join(ws, 'above'));
	await inFolder(ws, () => writeAll(lab, ws));
}

async function writeAll(lab: Lab, ws: string): Promise<void> {
	const roots = [{ name: 'ws', dir: ws }];
	const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log: new RecordedLog() });
	const checkouts = new ScratchCheckouts({
		...{ roots, storage: lab.path('storage'), log: new RecordedLog(), dependencies: 'linked' },
	});
	const checkout = await checkouts.create('paths');
	const files = new UserFiles();
	/** All that the attack must not change: the repository, and what is around the workspace, by way of links or not. */
	const picture = () => {
		const around = [lab.path(), lab.path('top')].map(folder => readdirSync(folder).filter(name => name !== 'storage'));
		const texts = ['secret.py', 'config'].map(name => readFileSync(lab.path('top', name), 'utf8'));
		return JSON.stringify([around, texts, folderPicture(lab.path('top/outside')), folderPicture(join(ws, '.git'))]);
	};
	const rooted = [
		...names.map(name => lab.path('top/outside', name)),
		...names.map(name => lab.path('top', 'direct', name)),
	];
	const paths = lab.shuffled([...ways.map(way => way + lab.oneOf(names)), ...rooted, '..', '.', '/', '.git', 'linked']);
	for (const [at, path] of paths.entries()) {
		const before = picture();
		let [nTried, isChanged] = [0, false];
		// What one act writes, another may delete.
		const note = async (act: () => Promise<unknown>) => {
			nTried++;
			await act().catch(() => undefined);
			isChanged ||= picture() !== before;
		};
		const chosen = Array.from({ length: formsEach }, (_, i) => forms[(at + i * 3) % forms.length] ?? forms[0]);
		for (const write of chosen.flatMap(form => form?.[1] ?? [])) {
			const answer = write(path);
			await note(async () => {
				const { changes } = await applyPatchResponse(answer, workspace);
				for (const { path: changed, after } of changes) {
					await note(() => files.write(changed, after === undefined ? undefined : Buffer.from(after)));
				}
			});
			await note(() => checkout.apply(answer));
		}
		await note(() => files.write(path, Buffer.from('written\n')));
		await note(() => files.write(path, undefined));
		await note(() => checkout.write(path, 'written\n'));
		await note(() => checkout.remove(path));
		lab.variant(
			`to ${JSON.stringify(path).replace(lab.path(), '...')}, as ${chosen.map(form => form?.[0]).join(', ')}`,
			{
				ran: nTried >= formsEach * 2 + 4,
				succeeded: isChanged,
			},
		);
		writeFileSync(join(ws, 'src/a.py'), 'x = 1\n');
	}
	await checkout.dispose();
	await files.write('src/a.py', Buffer.from('written\n'));
	lab.control('a file of the workspace', readFileSync(join(ws, 'src/a.py'), 'utf8') === 'written\n');
	for (const path of ['../written.py', 'linked/written.py', '.git/hooks/written']) {
		const before = picture();
		mkdirSync(dirname(join(ws, path)), { recursive: true });
		writeFileSync(join(ws, path), 'written');
		lab.control(`${path}, written as it is named`, picture() !== before);
	}
}
