import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import { TestFolder } from '../../../support/testFolder';

describe('tracked files', () => {
	const folder = new TestFolder();

	async function listed(name = '.') {
		const files = new DiskFiles([{ name: 'project', dir: folder.path(name) }]);
		const paths = (await files.list()).map(({ path }) => path);
		return { paths: paths.filter(path => !path.split('/').some(part => part.startsWith('.'))), files };
	}

	function git(...args: string[]): string {
		const { status, stdout, stderr } = spawnSync('git', ['-c', 'protocol.file.allow=always', ...args], {
			cwd: folder.path(),
			encoding: 'utf8',
			env: {
				...process.env,
				...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
				...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@a' },
			},
		});
		assert.equal(status, 0, stderr);
		return stdout;
	}

	/** Everything is ignored; `kept.py`, `out/deep/kept.py` and `naïve/kept é.py` are tracked. */
	function createRepository(...options: string[]): void {
		folder.write({
			'.gitignore': '/*\n',
			...{ 'kept.py': '', 'other.py': '', 'out/deep/kept.py': '', 'out/deep/other.py': '', 'out/other.py': '' },
			...{ 'naïve/kept é.py': '', 'never/other.py': '' },
		});
		git('init', '-q', ...options);
		git('add', '-f', 'kept.py', 'out/deep/kept.py', 'naïve/kept é.py');
	}

	const kept = ['kept.py', 'naïve/kept é.py', 'out/deep/kept.py'];

	it('are listed even where a pattern ignores them, and only these of an ignored folder', async () => {
		createRepository();
		assert.deepEqual((await listed()).paths, kept);
		assert.deepEqual((await listed('out')).paths, ['deep/kept.py', 'deep/other.py', 'other.py'], 'opened itself');
	});

	it('are read from an index of each version and kind', async () => {
		createRepository();
		for (const version of ['2', '3', '4']) {
			git('update-index', '--index-version', version);
			git('update-index', '--untracked-cache');
			assert.deepEqual((await listed()).paths, kept, version);
		}
		git('add', '-N', '-f', 'never/other.py');
		assert.deepEqual((await listed()).paths, ['kept.py', 'naïve/kept é.py', 'never/other.py', 'out/deep/kept.py']);
	});

	it('are read where hashes have another length', async () => {
		createRepository('--object-format=sha256');
		assert.deepEqual((await listed()).paths, kept);
	});

	it('are read from a split index, without those that were removed since', async () => {
		folder.write(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`out/${at}.py`, ''])));
		folder.write({ '.gitignore': 'out\n' });
		git('init', '-q');
		git('add', '-f', 'out');
		git('-c', 'splitIndex.maxPercentChange=100', 'update-index', '--split-index');
		const isSplit = () => readdirSync(folder.path('.git')).some(name => name.startsWith('sharedindex.'));
		folder.write({ 'out/added.py': '', 'out/7.py': 'changed' });
		const change = ['-c', 'core.splitIndex=true', '-c', 'splitIndex.maxPercentChange=100'];
		git(...change, 'update-index', '--add', 'out/added.py', 'out/7.py');
		git(...change, 'rm', '-q', '--cached', 'out/5.py', 'out/130.py', 'out/131.py');
		assert.ok(isSplit());
		const expected = git('ls-files')
			.split('\n')
			.filter(path => path.startsWith('out/'))
			.sort();
		assert.equal(expected.length, 298);
		assert.deepEqual((await listed()).paths, expected);
	});

	it('are read in a worktree of its own, and in a submodule', async () => {
		createRepository();
		git('commit', '-q', '-m', 'first');
		git('worktree', 'add', '-q', 'tree');
		// The worktree has no .gitignore, but shares what the repository excludes.
		folder.write({ '.git/info/exclude': 'private.txt\n/vendor/\n' });
		folder.write({ 'tree/out/other.py': '', 'tree/private.txt': '', 'tree/out/deep/private.txt': '' });
		assert.deepEqual((await listed('tree')).paths, [...kept, 'out/other.py']);
		git('submodule', 'add', '-q', '-f', folder.path(), 'vendor/lib');
		assert.ok(existsSync(folder.path('vendor/lib/kept.py')));
		folder.write({ 'vendor/lib/other.py': '' });
		const inner = kept.map(path => `vendor/lib/${path}`);
		assert.deepEqual((await listed()).paths, [...kept, ...inner].sort());
	});

	it('are not followed through a link that took the place of a folder', async () => {
		createRepository();
		rmSync(folder.path('out'), { recursive: true });
		folder.write({ 'never/deep/kept.py': '' });
		symlinkSync(folder.path('never'), folder.path('out'));
		assert.deepEqual((await listed()).paths, ['kept.py', 'naïve/kept é.py']);
	});

	it('are not known where the index is damaged, which is reported, and never takes long', async () => {
		createRepository();
		const index = folder.path('.git/index');
		const whole = readFileSync(index);
		truncateSync(index, whole.length - 30);
		const { paths, files } = await listed();
		assert.deepEqual(paths, []);
		assert.match(files.problems.map(({ reason }) => reason).join('\n'), /files that git tracks are not known.*damaged/);
		for (let at = 0; at < whole.length; at++) {
			const bytes = Buffer.from(whole);
			bytes[at] = 0xff;
			writeFileSync(index, bytes);
			await listed();
		}
	});

	it('does not list packages and version control, even where they are tracked', async () => {
		createRepository();
		folder.write({ 'node_modules/lib/index.js': '' });
		git('add', '-f', 'node_modules');
		assert.deepEqual((await listed()).paths, kept);
	});

	describe('where nothing is left', () => {
		const reasons = async (excludes: readonly string[] = []) => {
			const files = new DiskFiles([{ name: 'project', dir: folder.path() }], { excludes });
			await files.list();
			return files.problems.filter(({ leavesNothing }) => leavesNothing).map(({ reason }) => reason);
		};

		it('the pattern that leaves out most is named with its file and line', async () => {
			folder.write({ '.gitignore': '# all\n\n*.log\n/*\n!/debian/\n', 'a.py': '', 'src/b.py': '', 'c.log': '' });
			const [reason, ...others] = await reasons();
			assert.match(reason ?? '', /pattern \/\* \(\.gitignore, line 4\)\. Remove or narrow it/);
			assert.deepEqual(others, []);
			folder.write({ '.gitignore': '*\n!.gitignore\n' });
			assert.match((await reasons())[0] ?? '', /pattern \* \(\.gitignore, line 1\)/);
		});

		it('an exclude setting is named', async () => {
			folder.write({ 'a.py': '', 'src/b.py': '' });
			assert.match((await reasons(['**/*.js', '**/*']))[0] ?? '', /exclude setting \*\*\/\*\. Change it/);
		});

		it('nothing is named where files are left, or none were there', async () => {
			assert.deepEqual(await reasons(), []);
			folder.write({ '.gitignore': '/src\n', 'a.py': '', 'src/b.py': '' });
			assert.deepEqual(await reasons(), []);
		});
	});
});
