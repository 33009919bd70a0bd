import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { rememberTree } from '../../../src/patches/node/rememberTree';
import { commitAll, git } from '../../support/gitRepository';
import { TestFolder } from '../../support/testFolder';
import { changesSince } from './changesSince';

describe('a remembered working tree', () => {
	const folder = new TestFolder();
	const project = (...parts: readonly string[]) => folder.path('project', ...parts);
	const write = (files: Readonly<Record<string, string>>) =>
		folder.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));

	const since = (revision: string, dir = project()) => changesSince(revision, dir);

	/** All that a user, or git, sees of a repository. */
	const seen = () => ({
		status: git(project(), 'status', '--porcelain=v2', '--untracked-files=all'),
		refs: git(project(), 'for-each-ref'),
		stash: git(project(), 'stash', 'list'),
		index: readFileSync(project('.git', 'index')).toString('base64'),
		own: readdirSync(project('.git')).sort(),
		files: readdirSync(project()).sort(),
	});

	beforeEach(() => {
		write({
			'.gitignore': 'ignored.txt\n',
			'a.txt': 'one\ntwo\n',
			'same.txt': 'same\n',
			'gone.txt': 'gone\n',
			'sub/b.txt': 'b\n',
		});
		commitAll(project());
	});

	it('is what a review begins at: later changes only, of new files too, with every byte', async () => {
		const crlf = '\ufeffnew\r\nfile\n';
		write({
			'a.txt': 'one\nTWO\n',
			'new.txt': 'new\nfile\n',
			'crlf.txt': crlf,
			'kept.txt': 'kept\n',
			'ignored.txt': 'x\n',
		});
		git(project(), 'add', 'new.txt');
		rmSync(project('gone.txt'));
		const { commit, nLeftOut } = await rememberTree(project());
		assert.equal(nLeftOut, 0);
		assert.deepEqual((await since(commit)).files, []);
		write({ 'a.txt': 'one\nTWO\nthree\n', 'new.txt': 'new\nFILE\n', 'later.txt': 'later\n', 'gone.txt': 'back\n' });
		rmSync(project('crlf.txt'));
		assert.deepEqual((await since(commit)).files, [
			{ path: 'a.txt', before: 'one\nTWO\n', after: 'one\nTWO\nthree\n' },
			{ path: 'crlf.txt', before: crlf },
			{ path: 'gone.txt', after: 'back\n' },
			{ path: 'later.txt', after: 'later\n' },
			{ path: 'new.txt', before: 'new\nfile\n', after: 'new\nFILE\n' },
		]);
	});

	it('is seen nowhere: not in the index, the branches, the stashes or the files', async () => {
		write({ 'a.txt': 'one\nTWO\n', 'new.txt': 'new\n', 'sub/b.txt': 'B\n' });
		git(project(), 'add', 'sub/b.txt');
		const before = seen();
		const { commit } = await rememberTree(project());
		assert.deepEqual(seen(), before);
		assert.equal(git(project(), 'log', '-1', '--format=%an', commit).trim(), 'Faultline');
		assert.match(git(project(), 'fsck', '--unreachable', '--no-reflogs'), new RegExp(`unreachable commit ${commit}`));
	});

	it('is the last commit where nothing changed', async () => {
		assert.equal((await rememberTree(project())).commit, git(project(), 'rev-parse', 'HEAD').trim());
	});

	it('has what it left out as left out, so that no review takes a file for new', async () => {
		write({ 'large.txt': 'x'.repeat(1024 * 1024 + 1) });
		symlinkSync('a.txt', project('link.txt'));
		const { commit, nLeftOut } = await rememberTree(project());
		assert.equal(nLeftOut, 1);
		write({ 'large.txt': 'small now\n' });
		rmSync(project('link.txt'));
		writeFileSync(project('link.txt'), 'a file now\n');
		const { files, leftOut } = await since(commit);
		assert.deepEqual(files, []);
		assert.deepEqual(leftOut, [
			{ path: 'large.txt', what: 'no regular file' },
			{ path: 'link.txt', what: 'no regular file' },
		]);
	});

	it('may have more new files than a review shows changes', async () => {
		write(Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`many/${at}.txt`, 'x\n'])));
		const { commit } = await rememberTree(project());
		write({ 'many/7.txt': 'y\n' });
		assert.deepEqual((await since(commit)).files, [{ path: 'many/7.txt', before: 'x\n', after: 'y\n' }]);
	});

	it('is refused for more files than are an edit', async () => {
		write(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`many/${at}.txt`, 'x\n'])));
		await assert.rejects(rememberTree(project()), /more than 1,000 files differ from the last commit\. Let git ignore/);
	});

	it('is of the folder that is open, with the modes of its files', async () => {
		write({ 'a.txt': 'one\n', 'sub/b.txt': 'B\n', 'sub/run.sh': 'run\n' });
		chmodSync(project('sub/run.sh'), 0o755);
		const { commit } = await rememberTree(project('sub'));
		const listed = git(project(), 'diff', '--raw', '--no-abbrev', 'HEAD', commit).trim().split('\n');
		assert.deepEqual(
			listed.map(line => line.replace(/^:\d+ (\d+) .*\t/, '$1 ')),
			['100644 sub/b.txt', '100755 sub/run.sh'],
		);
		write({ 'sub/b.txt': 'C\n' });
		assert.deepEqual((await since(commit, project('sub'))).files, [{ path: 'b.txt', before: 'B\n', after: 'C\n' }]);
	});

	it('reads nothing outside of the folder, and runs no filter and no hook', async () => {
		write({ '.gitattributes': '*.txt filter=evil\n', 'a.txt': 'one\nTWO\n' });
		for (const way of ['clean', 'smudge']) {
			git(project(), 'config', `filter.evil.${way}`, `touch ${folder.path('ran')}; cat`);
		}
		folder.write({ 'outside/b.txt': 'secret\n' });
		rmSync(project('sub'), { recursive: true });
		symlinkSync(folder.path('outside'), project('sub'));
		const { commit } = await rememberTree(project());
		const listed = git(project(), 'ls-tree', '-r', commit);
		assert.match(listed, /^120000 blob \w+\tsub$/m);
		assert.doesNotMatch(listed, /sub\/b\.txt/);
		assert.equal(existsSync(folder.path('ran')), false);
	});

	it('needs a repository with a commit', async () => {
		folder.write({ 'plain/a.txt': 'x\n' });
		await assert.rejects(rememberTree(folder.path('plain')), /is in no git repository/);
	});
});
