import assert from 'node:assert/strict';
import { existsSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { revisionsOf } from '../../../src/patches/node/treeChanges';
import { commitAll, git } from '../../support/gitRepository';
import { TestFolder } from '../../support/testFolder';
import { changesSince } from './changesSince';

describe('the changes of the working tree', () => {
	const folder = new TestFolder();
	const project = (...parts: readonly string[]) => folder.path('project', ...parts);
	const changes = (revision = 'HEAD', dir = project()) => changesSince(revision, dir);

	beforeEach(() => {
		folder.write({
			'project/.gitignore': 'ignored.txt\n',
			'project/a.txt': 'one\ntwo\n',
			'project/same.txt': 'same\n',
			'project/crlf.txt': 'one\r\ntwo\r\n',
			'project/gone.txt': '\ufeffone\r\ntwo\r\n',
			'project/sub/b.txt': 'b\n',
			'project/picture.bin': 'a\0b',
		});
		commitAll(project());
	});

	it('are what was changed, made and deleted, staged or not', async () => {
		folder.write({ 'project/a.txt': 'one\nTWO\n', 'project/new/c.txt': 'c\n', 'project/ignored.txt': 'x\n' });
		folder.write({ 'project/sub/b.txt': 'B\n', 'project/crlf.txt': 'one\r\nTWO\r\n', 'project/same.txt': 'same\n' });
		rmSync(project('gone.txt'));
		git(project(), 'add', 'sub/b.txt');
		const { files, leftOut, since, diff } = await changes();
		assert.deepEqual(files, [
			{ path: 'a.txt', before: 'one\ntwo\n', after: 'one\nTWO\n' },
			{ path: 'crlf.txt', before: 'one\ntwo\n', after: 'one\nTWO\n' },
			{ path: 'gone.txt', before: '\ufeffone\r\ntwo\r\n' },
			{ path: 'new/c.txt', after: 'c\n' },
			{ path: 'sub/b.txt', before: 'b\n', after: 'B\n' },
		]);
		assert.deepEqual(leftOut, []);
		assert.match(since, /^[0-9a-f]{7,} first$/);
		assert.match(diff, /^-two\n\+TWO$/m);
	});

	it('leave out files that are no text, and name them', async () => {
		folder.write({ 'project/picture.bin': 'a\0c', 'project/large.txt': 'x'.repeat(1024 * 1024 + 1) });
		folder.write({ 'project/other/file.txt': 'x\n' });
		commitAll(project('other'));
		symlinkSync('a.txt', project('link.txt'));
		const { files, leftOut } = await changes();
		assert.deepEqual(files, []);
		assert.deepEqual(leftOut, [
			{ path: 'large.txt', what: 'larger than 1 MB' },
			{ path: 'link.txt', what: 'no regular file' },
			{ path: 'other/', what: 'another repository' },
			{ path: 'picture.bin', what: 'binary' },
		]);
	});

	it('are none where only the times of files changed, however many', async () => {
		const paths = Array.from({ length: 301 }, (_, at) => `many/${at}.txt`);
		folder.write(Object.fromEntries(paths.map(path => [`project/${path}`, 'x\n'])));
		git(project(), 'add', '-A');
		git(project(), 'commit', '-q', '-m', 'many');
		for (const path of paths) {
			utimesSync(project(path), 1, 1);
		}
		assert.deepEqual((await changes()).files, []);
	});

	it('have each path once: in conflict, or no longer known to git but there', async () => {
		git(project(), 'checkout', '-q', '-b', 'other');
		writeFileSync(project('a.txt'), 'one\ntheirs\n');
		git(project(), 'commit', '-q', '-am', 'theirs');
		git(project(), 'checkout', '-q', 'main');
		writeFileSync(project('a.txt'), 'one\nmine\n');
		git(project(), 'commit', '-q', '-am', 'mine');
		assert.throws(() => git(project(), 'merge', 'other'));
		git(project(), 'rm', '-q', '--cached', 'sub/b.txt', 'same.txt');
		writeFileSync(project('sub/b.txt'), 'B\n');
		const { files } = await changes();
		assert.deepEqual(
			files.map(({ path, before }) => [path, before]),
			[
				['a.txt', 'one\nmine\n'],
				['sub/b.txt', 'b\n'],
			],
		);
	});

	it('leave out what lies outside of the folder, through a link', async () => {
		folder.write({ 'outside/b.txt': 'secret\n' });
		rmSync(project('sub'), { recursive: true });
		symlinkSync(folder.path('outside'), project('sub'));
		const { files, leftOut } = await changes();
		assert.deepEqual(files, []);
		assert.deepEqual(leftOut, [
			{ path: 'sub', what: 'no regular file' },
			{ path: 'sub/b.txt', what: 'outside of the folder, through a link' },
		]);
	});

	it('are the changes below the folder that is open', async () => {
		folder.write({ 'project/a.txt': 'one\n', 'project/sub/b.txt': 'B\n', 'project/sub/new.txt': 'n\n' });
		const { files } = await changes('HEAD', project('sub'));
		assert.deepEqual(
			files.map(({ path }) => path),
			['b.txt', 'new.txt'],
		);
	});

	it('begin at an older commit or a stash, if that is chosen', async () => {
		writeFileSync(project('a.txt'), 'one\ntwo\nthree\n');
		git(project(), '-c', 'user.name=A', '-c', 'user.email=a@b.c', 'stash');
		git(project(), 'commit', '-q', '--allow-empty', '-m', 'second');
		writeFileSync(project('a.txt'), 'one\n');
		const revisions = await revisionsOf(project());
		assert.deepEqual(
			revisions.map(({ subject }) => subject.replace(/[0-9a-f]{7,}/, 'ID')),
			['second', 'first', 'WIP on main: ID first'],
		);
		const [, first, stash] = revisions;
		assert.equal((await changes(first?.name)).files[0]?.before, 'one\ntwo\n');
		assert.equal((await changes(stash?.name)).files[0]?.before, 'one\ntwo\nthree\n');
	});

	it('are read without a filter of the repository', async () => {
		folder.write({ 'project/.gitattributes': '*.txt filter=evil\n', 'project/a.txt': 'one\nTWO\n' });
		git(project(), 'config', 'filter.evil.clean', `touch ${folder.path('ran')}; cat`);
		git(project(), 'config', 'filter.evil.smudge', `touch ${folder.path('ran')}; cat`);
		assert.equal(
			(await changes()).files.some(({ path }) => path === 'a.txt'),
			true,
		);
		assert.equal(existsSync(folder.path('ran')), false);
	});

	it('refuse a revision that is none, and a folder without a repository', async () => {
		await assert.rejects(changes('no-such'), /no-such is no commit of this repository\./);
		await assert.rejects(changes('--output=x'), /is no commit of this repository\./);
		folder.write({ 'plain/a.txt': 'x\n' });
		await assert.rejects(changes('HEAD', folder.path('plain')), /is in no git repository/);
	});
});
