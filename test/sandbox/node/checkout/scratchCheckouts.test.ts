import assert from 'node:assert/strict';
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ScratchCheckouts, type ScratchCheckoutsOptions } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../../../src/sandbox/node/confinement/processRunner';
import type { Checkout } from '../../../../src/sandbox/pure/execution/checkouts';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll, git } from '../../../support/gitRepository';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';

describe('ScratchCheckouts', () => {
	const folder = new TestFolder();
	let made: Checkout[];
	let log: RecordedLog;

	beforeEach(() => {
		made = [];
		log = new RecordedLog();
	});
	afterEach(() => Promise.all(made.map(each => each.dispose())));

	const create = async (roots = ['project'], options: Partial<ScratchCheckoutsOptions> = {}) => {
		const named = roots.map(path => ({ name: path.split('/').at(-1) ?? '', dir: folder.path(path) }));
		const checkouts = new ScratchCheckouts({ roots: named, storage: folder.path('storage'), log, ...options });
		const checkout = await checkouts.create('try 1');
		made.push(checkout);
		return checkout;
	};
	const read = (checkout: Checkout, path: string) => readFileSync(join(checkout.folder, path), 'utf8');
	const pathsOf = async (checkout: Checkout) => (await checkout.files.list()).map(({ path }) => path);
	const writeProject = (files: Readonly<Record<string, string | Uint8Array>>, at = 'project') =>
		folder.write(Object.fromEntries(Object.entries(files).map(([path, content]) => [`${at}/${path}`, content])));

	describe('of a repository', () => {
		beforeEach(() => {
			writeProject({ 'src/a.py': 'a = 1\n', 'src/b.py': 'b = 1\n', 'gone.py': 'x\n', '.gitignore': 'out/\n*.log\n' });
			commitAll(folder.path('project'));
		});

		it('contain the current workspace: changed, staged, untracked and deleted files, without ignored ones', async () => {
			writeProject({ 'src/a.py': 'a = 2\n', 'src/new.py': 'n\n', 'staged.py': 's\n', 'out/x.o': 'o', 'a.log': 'l' });
			git(folder.path('project'), 'add', 'staged.py');
			rmSync(folder.path('project/gone.py'));
			const checkout = await create();
			assert.deepEqual(await pathsOf(checkout), ['.gitignore', 'src/a.py', 'src/b.py', 'src/new.py', 'staged.py']);
			assert.equal(await checkout.files.readText('src/a.py'), 'a = 2\n');
			assert.equal(existsSync(join(checkout.folder, 'out')), false);
			assert.equal(await checkout.diff(), '');
		});

		it('change nothing in the tree or in .git, whatever is done in them', async () => {
			const project = folder.path('project');
			writeProject({ 'src/b.py': 'stashed\n' });
			git(project, 'stash');
			writeProject({ 'src/a.py': 'not committed\n', 'staged.py': 's\n', 'untracked.py': 'u\n' });
			git(project, 'add', 'staged.py');
			const before = folderPicture(project);
			const checkout = await create();
			await checkout.write('src/a.py', 'tried\n');
			await checkout.remove('src/b.py');
			const runs =
				'git add -A && git commit -qm tried && git tag t && git stash list && git checkout -qb b && git gc -q';
			const env = {
				GIT_AUTHOR_NAME: 'A',
				GIT_AUTHOR_EMAIL: 'a@b',
				GIT_COMMITTER_NAME: 'A',
				GIT_COMMITTER_EMAIL: 'a@b',
			};
			const ran = await new ProcessRunner().run({ command: runs, cwd: checkout.folder, timeoutMs: 60_000, env });
			assert.deepEqual([ran.exitCode, ran.stderr, ran.stdout], [0, '', '']);
			await checkout.diff();
			await checkout.reset();
			assert.equal(read(checkout, 'src/a.py'), 'not committed\n');
			await checkout.dispose();
			assert.deepEqual(folderPicture(project), before);
		});

		it('are repositories of their own, at the same commit, branch and index', async () => {
			const project = folder.path('project');
			git(project, 'tag', 'v1.2');
			writeProject({ 'src/a.py': 'a = 2\n', 'staged.py': 's\n' });
			git(project, 'add', 'staged.py');
			const { folder: copy } = await create();
			for (const args of [
				['rev-parse', 'HEAD'],
				['branch'],
				['describe', '--tags'],
				['status', '--porcelain'],
				['log', '--stat'],
			]) {
				assert.equal(git(copy, ...args), git(project, ...args), args.join(' '));
			}
			assert.equal(git(project, 'worktree', 'list').split('\n').length, 1);
		});

		it('can be made before the first commit, and on a commit without a branch', async () => {
			const project = folder.path('project');
			git(project, 'checkout', '-q', '--detach');
			assert.equal(git((await create()).folder, 'rev-parse', 'HEAD'), git(project, 'rev-parse', 'HEAD'));
			folder.write({ 'young/a.c': 'a' });
			git(folder.path('young'), 'init', '-q');
			assert.deepEqual(await pathsOf(await create(['young'])), ['a.c']);
		});

		it('can be made of a linked working tree', async () => {
			git(folder.path('project'), 'worktree', 'add', '-q', folder.path('linked'), '-b', 'other');
			writeProject({ 'src/a.py': 'linked\n' }, 'linked');
			const before = folderPicture(folder.path('project'));
			const checkout = await create(['linked']);
			assert.equal(read(checkout, 'src/a.py'), 'linked\n');
			assert.equal(git(checkout.folder, 'branch', '--show-current'), 'other');
			await checkout.dispose();
			assert.deepEqual(folderPicture(folder.path('project')), before);
		});

		it("contain every byte unchanged, without git's line end conversion and filters", async () => {
			const bytes = Buffer.from('a\r\nb\nc\xe9\r\n', 'latin1');
			writeProject({
				'.gitattributes': '* text=auto eol=lf filter=upper\n',
				'mixed.txt': bytes,
				'é "1"\n.txt': 'odd\n',
			});
			git(folder.path('project'), 'config', 'core.autocrlf', 'true');
			git(folder.path('project'), 'config', 'filter.upper.clean', 'tr a-z A-Z');
			git(folder.path('project'), 'add', '-A');
			git(folder.path('project'), 'commit', '-qm', 'second');
			const checkout = await create();
			assert.deepEqual(readFileSync(join(checkout.folder, 'mixed.txt')), bytes);
			assert.equal(read(checkout, 'é "1"\n.txt'), 'odd\n');
			assert.equal(read(checkout, 'src/a.py'), 'a = 1\n');
			await checkout.write('mixed.txt', 'x');
			await checkout.write('src/a.py', 'x');
			await checkout.reset();
			assert.deepEqual(readFileSync(join(checkout.folder, 'mixed.txt')), bytes);
			assert.equal(read(checkout, 'src/a.py'), 'a = 1\n');
		});

		it('run no program that the repository names: no hook, no file watcher', async () => {
			const project = folder.path('project');
			const ran = folder.path('ran');
			for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
				writeFileSync(join(project, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> '${ran}'\n`, { mode: 0o755 });
			}
			writeFileSync(folder.path('watch'), `#!/bin/sh\necho watch >> '${ran}'\n`, { mode: 0o755 });
			git(project, 'config', 'core.fsmonitor', folder.path('watch'));
			const checkout = await create();
			await checkout.diff();
			await checkout.reset();
			assert.equal(existsSync(ran), false);
		});

		it('have the whole repository around a workspace folder, and run in that folder', async () => {
			const checkout = await create(['project/src']);
			assert.deepEqual(await pathsOf(checkout), ['a.py', 'b.py']);
			assert.equal(checkout.folder.endsWith(join('project', 'src')), true);
			assert.equal(read(checkout, '../gone.py'), 'x\n');
			await checkout.write('a.py', 'a = 3\n');
			writeFileSync(join(checkout.folder, '..', 'gone.py'), 'changed outside of the workspace folder\n');
			assert.match(
				await checkout.diff(),
				/^diff --git a\/a\.py b\/a\.py\n--- a\/a\.py\n\+\+\+ b\/a\.py\n@@[^@]+@@\n-a = 1\n\+a = 3\n$/,
			);
			await assert.rejects(checkout.write('../gone.py', ''), UserError);
		});

		it('contain the files of submodules and of inner repositories, and leave these unchanged', async () => {
			const project = folder.path('project');
			writeProject({ 'lib.c': 'lib\n' }, 'library');
			commitAll(folder.path('library'));
			git(project, 'submodule', '--quiet', 'add', folder.path('library'), 'deps/library');
			git(project, 'commit', '-qm', 'with submodule');
			writeProject({ 'deps/library/lib.c': 'changed\n', 'inner/i.py': 'i\n' });
			commitAll(folder.path('project/inner'));
			const before = folderPicture(project);
			const checkout = await create();
			assert.equal(read(checkout, 'deps/library/lib.c'), 'changed\n');
			assert.equal(read(checkout, 'inner/i.py'), 'i\n');
			await checkout.write('deps/library/lib.c', 'tried\n');
			assert.match(await checkout.diff(), /-changed\n\+tried\n/);
			await checkout.reset();
			assert.equal(read(checkout, 'deps/library/lib.c'), 'changed\n');
			await checkout.dispose();
			assert.deepEqual(folderPicture(project), before);
		});

		it('can be made of a folder that its repository ignores', async () => {
			writeProject({ 'out/tool/t.py': 't\n' });
			assert.deepEqual(await pathsOf(await create(['project/out/tool'])), ['t.py']);
		});

		it('are made without git where git refuses the repository, and that is logged', async () => {
			writeFileSync(folder.path('project/.git/HEAD'), 'damaged');
			assert.deepEqual(await pathsOf(await create()), ['.gitignore', 'gone.py', 'src/a.py', 'src/b.py']);
			assert.match(log.lines.join(), /warn: .*copied without its repository/);
		});

		it('show what unsaved editors show, in the encoding of the file', async () => {
			writeProject({ 'latin.py': Buffer.from('# \xe9\n', 'latin1') });
			const unsaved = new Map([
				[folder.path('project/src/a.py'), 'typed\n'],
				[folder.path('project/latin.py'), '# é!\n'],
			]);
			const checkout = await create(['project'], { unsaved: () => unsaved });
			assert.equal(read(checkout, 'src/a.py'), 'typed\n');
			assert.deepEqual(readFileSync(join(checkout.folder, 'latin.py')), Buffer.from('# \xe9!\n', 'latin1'));
			assert.equal(await checkout.diff(), '');
		});
	});

	describe('without a repository', () => {
		it('hold what is not ignored, and links within the folder', async () => {
			writeProject({ 'a.c': 'a\n', '.gitignore': '*.o\n', 'a.o': 'o', 'node_modules/m/i.js': 'm', 'lib/b.c': 'b\n' });
			symlinkSync(folder.path('project/lib'), folder.path('project/link'));
			const checkout = await create();
			assert.deepEqual(await pathsOf(checkout), ['.gitignore', 'a.c', 'lib/b.c']);
			assert.equal(readlinkSync(join(checkout.folder, 'link')), join(checkout.folder, 'lib'));
			await checkout.write('a.c', 'A\n');
			await checkout.write('new.c', 'n\n');
			assert.match(await checkout.diff(), /-a\n\+A\n[\s\S]*new\.c[\s\S]*\+n\n/);
			await checkout.reset();
			assert.equal(read(checkout, 'a.c'), 'a\n');
			assert.equal(await checkout.diff(), '');
		});

		it('never hold themselves, where Faultline keeps its data inside the workspace', async () => {
			writeProject({ 'a.c': 'a\n' });
			const storage = folder.path('project/.faultline');
			const first = await create(['project'], { storage });
			const second = await create(['project'], { storage });
			assert.deepEqual(await pathsOf(first), ['a.c']);
			assert.deepEqual(await pathsOf(second), ['a.c']);
		});
	});

	describe('of several workspace folders', () => {
		it('share one copy where they are of one repository, and are together under their names', async () => {
			writeProject({ 'web/a.ts': 'a\n', 'api/b.py': 'b\n', 'shared.txt': 's\n' });
			commitAll(folder.path('project'));
			folder.write({ 'other/web/c.ts': 'c\n' });
			const checkout = await create(['project/web', 'project/api', 'other/web']);
			assert.deepEqual(await pathsOf(checkout), ['api/b.py', 'web-2/c.ts', 'web/a.ts']);
			assert.equal(read(checkout, 'web-2/c.ts'), 'c\n');
			assert.equal(readFileSync(`${checkout.folder}/web/a.ts`, 'utf8'), 'a\n');
			await checkout.write('web/a.ts', 'A\n');
			await checkout.write('web-2/d.ts', 'd\n');
			const diff = await checkout.diff();
			assert.deepEqual(
				[...diff.matchAll(/^diff --git a\/(\S+)/gm)].map(([, path]) => path),
				['web-2/d.ts', 'web/a.ts'],
			);
			await checkout.reset();
			await checkout.apply(diff);
			assert.equal(await checkout.diff(), diff);
			await assert.rejects(checkout.write('nowhere/a.ts', ''), /is not in any folder of the workspace/);
		});
	});

	describe('with installed dependencies', () => {
		beforeEach(() => {
			writeProject({
				'.gitignore': 'node_modules\n.venv\nmyenv/\n*.so\n_version.py\n.env\n',
				'packages/core/index.js': 'module.exports = "core";\n',
				'packages/core/package.json': '{ "name": "core" }',
				'app.js': 'console.log(require("left"), require("@acme/core"))\n',
				'src/p/__init__.py': '',
				'src/p/_version.py': 'v = 1\n',
				'src/p/fast.so': 'elf',
				'node_modules/left/index.js': 'module.exports = "left";\n',
				'node_modules/@acme/other/index.js': '',
				'.venv/pyvenv.cfg': '',
				'.venv/bin/python': 'python\n',
				'myenv/pyvenv.cfg': '',
				'.env': 'SECRET=1',
			});
			symlinkSync('../../packages/core', folder.path('project/node_modules/@acme/core'));
			commitAll(folder.path('project'));
		});

		it('link them, so that what is installed is found, but packages of the project are those of the copy', async () => {
			const checkout = await create(['project'], { dependencies: 'linked' });
			await checkout.write('packages/core/index.js', 'module.exports = "patched";\n');
			const runner = new ProcessRunner();
			const { stdout, stderr } = await runner.run({
				command: [process.execPath, 'app.js'],
				cwd: checkout.folder,
				timeoutMs: 60_000,
			});
			assert.deepEqual([stdout, stderr], ['left patched\n', '']);
			assert.equal(read(checkout, '.venv/bin/python'), 'python\n');
			assert.equal(lstatSync(join(checkout.folder, 'myenv')).isSymbolicLink(), true);
			assert.equal(read(checkout, 'src/p/_version.py'), 'v = 1\n');
			assert.equal(read(checkout, 'src/p/fast.so'), 'elf');
			assert.equal(existsSync(join(checkout.folder, '.env')), false);
			assert.equal(
				(await pathsOf(checkout)).some(path => /node_modules|env|_version/.test(path)),
				false,
			);
		});

		it('contain copies of loaders that find the project from their location, and links to the packages beside them', async () => {
			writeProject({
				'.gitignore': 'vendor\n',
				'vendor/autoload.php': '',
				'vendor/composer/autoload_real.php': '',
				'vendor/composer/semver/Semver.php': '',
				'vendor/acme/box/Box.php': '',
			});
			const { folder: copy } = await create(['project'], { dependencies: 'linked' });
			const isLink = (path: string) => lstatSync(join(copy, 'vendor', path)).isSymbolicLink();
			const paths = ['autoload.php', 'composer', 'composer/autoload_real.php', 'composer/semver', 'acme', 'acme/box'];
			assert.deepEqual(paths.filter(isLink), ['composer/semver', 'acme/box']);
			assert.equal(existsSync(join(copy, 'vendor/acme/box/Box.php')), true);
		});

		it('never write into the workspace through such a link, nor delete what it leads to', async () => {
			const before = folderPicture(folder.path('project'));
			const checkout = await create(['project'], { dependencies: 'linked' });
			await assert.rejects(
				checkout.write('node_modules/left/index.js', 'bad'),
				error => error instanceof UserError && /through a link/.test(error.message),
			);
			await assert.rejects(checkout.remove('.venv/bin/python'), /through a link/);
			await checkout.remove('.venv');
			writeFileSync(join(checkout.folder, 'node_modules', 'new.js'), '');
			await checkout.reset();
			assert.equal(read(checkout, '.venv/bin/python'), 'python\n');
			assert.equal(existsSync(join(checkout.folder, 'node_modules', 'new.js')), false);
			await checkout.dispose();
			assert.deepEqual(folderPicture(folder.path('project')), before);
		});
	});

	describe('report what changed, and revert it', () => {
		beforeEach(() => {
			writeProject({
				'a.txt': 'one\r\ntwo\r\n',
				'b.txt': 'no end',
				'c.bin': Buffer.from([0, 1]),
				'run.sh': '#!/bin/sh\n',
				'.gitignore': 'build/\n',
			});
			chmodSync(folder.path('project/run.sh'), 0o755);
			symlinkSync('a.txt', folder.path('project/link'));
			commitAll(folder.path('project'));
		});

		it('in a diff that git applies to the workspace as it was', async () => {
			const checkout = await create();
			await checkout.write('a.txt', 'one\r\nTWO\r\n');
			await checkout.write('deep/new é.txt', 'new\n');
			await checkout.write('empty.txt', '');
			await checkout.remove('b.txt');
			const diff = await checkout.diff();
			folder.write({ 'patch.diff': diff });
			git(folder.path('project'), 'apply', folder.path('patch.diff'));
			assert.equal(readFileSync(folder.path('project/a.txt'), 'utf8'), 'one\r\nTWO\r\n');
			assert.equal(readFileSync(folder.path('project/deep/new é.txt'), 'utf8'), 'new\n');
			assert.equal(readFileSync(folder.path('project/empty.txt'), 'utf8'), '');
			assert.equal(existsSync(folder.path('project/b.txt')), false);
		});

		it('whatever ran in them, though it changed their repository too', async () => {
			const checkout = await create();
			const before = folderPicture(checkout.folder);
			const content = ({ ...picture }: Record<string, string>) =>
				Object.fromEntries(Object.entries(picture).map(([path, text]) => [path, text.replace(/ \S+/, '')]));
			const script = [
				'rm -rf .git link && ln -s b.txt link && printf x >> a.txt && rm b.txt && mkdir b.txt && touch b.txt/in',
				'mkdir -p build new/deep && touch build/o new/deep/n && chmod -x run.sh && chmod 555 new/deep && touch c.bin',
			].join(' && ');
			const { exitCode, stderr } = await new ProcessRunner().run({
				command: script,
				cwd: checkout.folder,
				timeoutMs: 60_000,
			});
			assert.deepEqual([exitCode, stderr], [0, '']);
			const diff = await checkout.diff();
			assert.deepEqual(
				[...diff.matchAll(/^diff --git a\/(\S+)/gm)].map(([, path]) => path),
				['a.txt', 'b.txt', 'b.txt/in', 'link', 'new/deep/n'],
			);
			await checkout.reset();
			assert.deepEqual(content(folderPicture(checkout.folder)), content(before));
			assert.equal(await checkout.diff(), '');
			assert.equal(statSync(join(checkout.folder, 'run.sh')).mode & 0o111, 0o111);
		});

		it('all of a diff or nothing', async () => {
			const checkout = await create();
			const good = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n';
			const bad = '--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-other\n+x\n';
			await assert.rejects(
				checkout.apply(good + bad),
				error => error instanceof UserError && /b\.txt contains other lines/.test(error.message),
			);
			assert.equal(await checkout.diff(), '');
			await checkout.apply(good);
			assert.equal(read(checkout, 'a.txt'), 'one\r\n2\r\n');
		});

		for (const [what, diff, message] of [
			['of a file that is not there', '--- a/z.txt\n+++ b/z.txt\n@@ -1 +1 @@\n-a\n+b\n', /there is no file z\.txt/],
			['that makes a file that is there', '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+b\n', /a\.txt already exists/],
			[
				'that leads out',
				'--- /dev/null\n+++ b/../../a.txt\n@@ -0,0 +1 @@\n+b\n',
				/is not a path of a file in the workspace/,
			],
			[
				'into the repository',
				'--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+b\n',
				/is not a path of a file in the workspace/,
			],
			['of a binary file', '--- a/c.bin\n+++ b/c.bin\n@@ -1 +1 @@\n-a\n+b\n', /c\.bin is not a text file/],
			[
				'that only states that files differ',
				'diff --git a/c.bin b/c.bin\nBinary files a/c.bin and b/c.bin differ\n',
				/does not state/,
			],
			['that is none', 'Please change a.txt.', /contains no diff/],
		] as const) {
			it(`but refuse a diff ${what}`, async () => {
				const checkout = await create();
				await assert.rejects(checkout.apply(diff), error => error instanceof UserError && message.test(error.message));
				assert.equal(await checkout.diff(), '');
			});
		}

		it('and apply their own diffs: edits in any encoding, moves, new and deleted files', async () => {
			writeProject({ 'latin.txt': Buffer.from('caf\xe9 “no”\n', 'latin1'), 'bom.txt': '\ufeffbom\n' });
			const checkout = await create();
			await checkout.write('latin.txt', Buffer.from('caf\xe9!\n', 'latin1'));
			await checkout.write('bom.txt', '\ufeffBOM\n');
			await checkout.write('moved.txt', await checkout.files.readText('b.txt'));
			await checkout.remove('b.txt');
			const diff = await checkout.diff();
			await checkout.reset();
			await checkout.apply(diff);
			assert.equal(await checkout.diff(), diff);
			assert.deepEqual(readFileSync(join(checkout.folder, 'latin.txt')), Buffer.from('caf\xe9!\n', 'latin1'));
			assert.equal(read(checkout, 'bom.txt'), '\ufeffBOM\n');
		});

		it('and are gone once disposed of, with their lock, write-protected folders too', async () => {
			const checkout = await create();
			mkdirSync(join(checkout.folder, 'cache', 'module'), { recursive: true });
			writeFileSync(join(checkout.folder, 'cache', 'module', 'm'), '', { mode: 0o444 });
			chmodSync(join(checkout.folder, 'cache', 'module'), 0o555);
			await checkout.dispose();
			await checkout.dispose();
			assert.deepEqual(readdirSync(folder.path('storage', 'checkouts')), []);
		});
	});

	it('leave nothing behind when they are cancelled, or cannot be made', async () => {
		writeProject({ 'a.c': 'a\n' });
		const roots = [{ name: 'project', dir: folder.path('project') }];
		const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log });
		await assert.rejects(checkouts.create('x', AbortSignal.abort(new Error('cancelled'))), /cancelled/);
		const gone = new ScratchCheckouts({
			roots: [{ name: 'g', dir: folder.path('gone') }],
			storage: folder.path('storage'),
			log,
		});
		await assert.rejects(
			gone.create('x'),
			error => error instanceof UserError && /could not be copied/.test(error.message),
		);
		assert.deepEqual(readdirSync(folder.path('storage', 'checkouts')), []);
	});
});
