import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { findRepository, type Repository, requireCommit } from '../../../src/history/node/git/repository';
import { changesOn, type FileChange, touchedFiles } from '../../../src/patches/node/acceptedFiles';
import { commitOnBranch } from '../../../src/patches/node/commitOnBranch';
import { patchText } from '../../../src/patches/node/patchText';
import { acceptedPatches } from '../../../src/patches/pure/delivery/acceptedPatches';
import { UserError } from '../../../src/system/pure/errors/userError';
import { AcceptedRun } from '../../support/acceptedRun';
import { commitAll, git } from '../../support/gitRepository';
import { patchOf } from '../../support/patchRun';
import { TestFolder } from '../../support/testFolder';

const lines = (...changed: readonly number[]) =>
	Array.from({ length: 30 }, (_, at) => (changed.includes(at + 1) ? `fixed ${at + 1}\n` : `line ${at + 1}\n`)).join('');

interface Prepared {
	readonly repository: Repository | undefined;
	readonly changes: readonly FileChange[];
}

describe('handing on what was accepted', () => {
	const folder = new TestFolder();
	const { HOME: home } = process.env;

	beforeEach(() => {
		folder.write({ 'home/.gitconfig': '[user]\n\tname = Ann Doe\n\temail = ann@example.org\n' });
		process.env.HOME = folder.path('home');
	});
	afterEach(() => {
		process.env.HOME = home;
	});

	const project = () => folder.path('project');
	const start = (...files: Parameters<typeof patchOf>[1][]) =>
		AcceptedRun.start({ storage: folder.path('storage'), project: project() }, [patchOf('p1', ...files)]);

	const prepare = async (run: AcceptedRun, dir = project()): Promise<Prepared> => {
		const roots = [{ name: '', dir }];
		const touched = await touchedFiles(run.id, acceptedPatches(await run.run()), roots, run.copies);
		const repository = await findRepository(dir);
		return { repository, changes: await changesOn(touched, repository, repository?.head) };
	};

	const commit = async ({ repository, changes }: Prepared, branch = 'faultline/fix-1') => {
		const { root, head } = requireCommit(repository, project());
		return commitOnBranch({ root, base: head, branch, message: 'Fix: sum\n\nWhy.\n', changes });
	};

	/** Everything of the user's repository that must stay. */
	const state = () => ({
		index: readFileSync(folder.path('project/.git/index')).toString('base64'),
		head: readFileSync(folder.path('project/.git/HEAD'), 'utf8'),
		commit: git(project(), 'rev-parse', 'HEAD'),
		log: git(project(), 'reflog'),
		status: git(project(), '--no-optional-locks', 'status', '--porcelain', '--ignored'),
		stash: git(project(), 'stash', 'list'),
		config: readFileSync(folder.path('project/.git/config'), 'utf8'),
	});

	it('makes a commit of the accepted hunks, and changes nothing else', async () => {
		folder.write({ 'project/a.txt': lines(), 'project/b.txt': 'b\n', 'project/.gitignore': 'ignored\n' });
		commitAll(project());
		folder.write({ 'project/b.txt': 'mine\n' });
		git(project(), 'stash');
		folder.write({ 'project/b.txt': 'staged\n', 'project/ignored': '', 'project/untracked.txt': '' });
		git(project(), 'add', 'b.txt');
		folder.write({ 'project/b.txt': 'unstaged\n', 'project/a.txt': lines().replace('line 2\n', 'mine\n') });
		const run = await start({ path: 'a.txt', before: lines(), after: lines(10, 20, 29) });
		await run.accept('p1', 'a.txt', [0, 2]);
		const before = state();
		const made = await commit(await prepare(run));
		assert.deepEqual(state(), before);
		assert.equal(git(project(), 'show', `${made.branch}:a.txt`), lines(10, 29).trim());
		assert.equal(git(project(), 'show', `${made.branch}:b.txt`), 'b');
		assert.equal(git(project(), 'diff', '--name-only', 'HEAD', made.branch), 'a.txt');
		assert.equal(
			git(project(), 'log', '-1', '--format=%an %ae|%s|%b', made.branch),
			'Ann Doe ann@example.org|Fix: sum|Why.',
		);
		assert.deepEqual([git(project(), 'rev-parse', made.branch), made.base], [made.commit, before.commit]);
	});

	it('leaves out what was undone, and includes what was edited in it', async () => {
		folder.write({ 'project/a.txt': lines(), 'project/b.txt': lines() });
		commitAll(project());
		const run = await start(
			{ path: 'a.txt', before: lines(), after: lines(10) },
			{ path: 'b.txt', before: lines(), after: lines(5) },
		);
		await run.accept('p1', 'a.txt');
		await run.accept('p1', 'b.txt');
		await run.undo('b.txt');
		folder.write({ 'project/a.txt': lines(10).replace('fixed 10', 'fixed better') });
		const { changes } = await prepare(run);
		assert.deepEqual(
			changes.map(({ path, after, isEdited }) => [path, after?.toString(), isEdited]),
			[['a.txt', lines(10).replace('fixed 10', 'fixed better'), true]],
		);
	});

	it('refuses an existing branch, and an empty commit', async () => {
		folder.write({ 'project/a.txt': lines() });
		commitAll(project());
		const run = await start({ path: 'a.txt', before: lines(), after: lines(10) });
		await assert.rejects(prepare(run), /Nothing of this run is accepted/);
		await run.accept('p1', 'a.txt');
		git(project(), 'branch', 'taken');
		await assert.rejects(commit(await prepare(run), 'taken'), /There is a branch taken already/);
		await assert.rejects(commit(await prepare(run), '--upload-pack=x'), /cannot be the name of a branch/);
		git(project(), 'commit', '-qam', 'by hand');
		await assert.rejects(commit(await prepare(run)), /Nothing is left to hand on/);
	});

	it('runs no hook, filter or signing program of the repository', async () => {
		folder.write({ 'project/a.txt': lines(), 'project/.gitattributes': '* filter=x diff=x\n' });
		commitAll(project());
		const script = folder.path('script');
		writeFileSync(script, `#!/bin/sh\necho "$0 $@" >> '${folder.path('ran')}'\ncat\n`);
		chmodSync(script, 0o755);
		for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'prepare-commit-msg']) {
			symlinkSync(script, folder.path('project/.git/hooks', hook));
		}
		for (const name of ['filter.x.clean', 'diff.x.command', 'diff.x.textconv', 'diff.external', 'gpg.program']) {
			git(project(), 'config', name, script);
		}
		git(project(), 'config', 'commit.gpgSign', 'true');
		const run = await start({ path: 'a.txt', before: lines(), after: lines(10) });
		await run.accept('p1', 'a.txt');
		const prepared = await prepare(run);
		await patchText(prepared.changes, { root: project(), base: prepared.repository?.head, message: 'Fix: a\n' });
		await commit(prepared);
		assert.equal(
			existsSync(folder.path('ran')),
			false,
			existsSync(folder.path('ran')) ? readFileSync(folder.path('ran'), 'utf8') : '',
		);
	});

	it('says what to do where git does not know the user', async () => {
		folder.write({ 'project/a.txt': lines(), 'home/.gitconfig': '' });
		commitAll(project());
		const run = await start({ path: 'a.txt', before: lines(), after: lines(10) });
		await run.accept('p1', 'a.txt');
		const prepared = await prepare(run);
		await assert.rejects(commit(prepared), /user\.name and user\.email/);
		const patch = await patchText(prepared.changes, { root: project(), base: prepared.repository?.head, message: 'x' });
		assert.match(patch.toString(), /^diff --git a\/a\.txt b\/a\.txt\n/);
	});

	describe('in a repository that', () => {
		const accepted = async (path = 'a.txt', dir?: string) => {
			const run = await start({ path, before: lines(), after: lines(10) });
			await run.accept('p1', path);
			return prepare(run, dir);
		};

		it('has a detached HEAD', async () => {
			folder.write({ 'project/a.txt': lines() });
			commitAll(project());
			git(project(), 'checkout', '-q', '--detach');
			const before = state();
			await commit(await accepted());
			assert.deepEqual(state().head, before.head);
		});

		it('is a worktree', async () => {
			folder.write({ 'main/a.txt': lines() });
			commitAll(folder.path('main'));
			git(folder.path('main'), 'worktree', 'add', '-q', '-b', 'side', project());
			const made = await commit(await accepted());
			assert.equal(git(folder.path('main'), 'rev-parse', 'faultline/fix-1'), made.commit);
			assert.equal(git(project(), 'branch', '--show-current'), 'side');
		});

		it('has a sparse checkout', async () => {
			folder.write({ 'project/in/a.txt': lines(), 'project/out/b.txt': 'b\n' });
			commitAll(project());
			git(project(), 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
			assert.equal(existsSync(folder.path('project/out')), false);
			const made = await commit(await accepted('in/a.txt'));
			assert.equal(git(project(), 'diff', '--name-only', 'HEAD', made.commit), 'in/a.txt');
		});

		it('contains the opened folder', async () => {
			folder.write({ 'outer/project/a.txt': lines() });
			commitAll(folder.path('outer'));
			const run = await AcceptedRun.start({ storage: folder.path('storage'), project: folder.path('outer/project') }, [
				patchOf('p1', { path: 'a.txt', before: lines(), after: lines(10) }),
			]);
			await run.accept('p1', 'a.txt');
			const prepared = await prepare(run, folder.path('outer/project'));
			const made = await commit(prepared);
			assert.equal(git(folder.path('outer'), 'diff', '--name-only', 'HEAD', made.commit), 'project/a.txt');
		});

		it('has the file in a submodule', async () => {
			folder.write({ 'inner/a.txt': lines(), 'project/b.txt': '' });
			commitAll(folder.path('inner'));
			commitAll(project());
			git(project(), 'submodule', 'add', '-q', folder.path('inner'), 'lib');
			git(project(), 'commit', '-qm', 'lib');
			await assert.rejects(accepted('lib/a.txt'), /belongs to another repository, in lib/);
		});

		it('has no commit', async () => {
			folder.write({ 'project/a.txt': lines() });
			git(project(), 'init', '-q');
			const { repository, changes } = await accepted();
			await assert.rejects(commit({ repository, changes }), /has no commit yet/);
			assert.match((await patchText(changes, { root: project(), base: undefined })).toString(), /\+fixed 10\n/);
		});

		it('does not exist', async () => {
			folder.write({ 'project/a.txt': lines() });
			const { repository, changes } = await accepted();
			assert.equal(repository, undefined);
			await assert.rejects(commit({ repository, changes }), error => {
				return error instanceof UserError && /is in no git repository/.test(error.message);
			});
		});

		it('has Windows line ends in the files and not in its commits', async () => {
			folder.write({ 'project/a.txt': lines() });
			commitAll(project());
			git(project(), 'config', 'core.autocrlf', 'true');
			folder.write({ 'project/a.txt': lines().replaceAll('\n', '\r\n') });
			const run = await start({ path: 'a.txt', before: lines(), after: lines(10) }, { path: 'n.txt', after: 'n\r\n' });
			await run.accept('p1', 'a.txt');
			await run.accept('p1', 'n.txt');
			const made = await commit(await prepare(run));
			assert.equal(
				git(project(), 'diff', '--stat', 'HEAD', made.commit, '--', 'a.txt').includes(
					'1 file changed, 1 insertion(+), 1 deletion(-)',
				),
				true,
			);
			assert.equal(git(project(), 'cat-file', '-s', `${made.commit}:n.txt`), '2');
		});
	});

	describe('as a .patch', () => {
		const old = lines();
		const files = [
			{ path: 'plain.txt', before: old, after: lines(10) },
			{ path: 'dir with space/näme ☃.txt', before: old, after: lines(3) },
			{ path: '--output="x".txt', before: old, after: lines(9) },
			{ path: 'windows.txt', before: old.replaceAll('\n', '\r\n'), after: lines(4).replaceAll('\n', '\r\n') },
			{ path: 'no end.txt', before: 'a\nb', after: 'a\nc' },
			{ path: 'new ☃.txt', after: 'new\nfile' },
			{ path: 'deleted.txt', before: 'gone\n' },
			{ path: 'old.sh', before: old },
			{ path: 'renamed.sh', after: lines(7) },
		] as const;
		const contents = () =>
			Object.fromEntries(
				files.map(({ path }) => [
					path,
					existsSync(folder.path('project', path)) && readFileSync(folder.path('project', path), 'utf8'),
				]),
			);

		const saved = async (isRepository: boolean, message?: string) => {
			for (const file of files) {
				'before' in file && folder.write({ [`project/${file.path}`]: file.before });
			}
			chmodSync(folder.path('project/old.sh'), 0o755);
			const run = await start(...files);
			if (isRepository) {
				commitAll(project());
			}
			for (const { path } of files) {
				await run.accept('p1', path);
			}
			const { repository, changes } = await prepare(run);
			const patch = await patchText(changes, {
				root: repository?.root,
				base: repository?.head,
				...(message !== undefined && { message }),
			});
			const expected = contents();
			writeFileSync(folder.path('fix.patch'), patch);
			for (const file of files) {
				'before' in file
					? folder.write({ [`project/${file.path}`]: file.before })
					: rmSync(folder.path('project', file.path));
			}
			return expected;
		};
		const isExecutable = () => (statSync(folder.path('project/renamed.sh')).mode & 0o100) !== 0;

		it('is read by git apply', async () => {
			const expected = await saved(true, 'Fix: ☃\n\nWhy.\n');
			git(project(), 'apply', folder.path('fix.patch'));
			assert.deepEqual(contents(), expected);
			assert.equal(isExecutable(), true);
			assert.equal(git(project(), 'count-objects').startsWith('0 '), false);
		});

		it('is read by git am', async () => {
			const expected = await saved(true, 'Fix: ☃\n\nWhy.\n');
			git(project(), 'checkout', '-q', '.');
			git(project(), 'am', '-q', '--keep-cr', folder.path('fix.patch'));
			assert.deepEqual(contents(), expected);
			assert.equal(git(project(), 'log', '-1', '--format=%an|%s|%b'), 'Ann Doe|Fix: ☃|Why.');
		});

		it('is read by patch -p1, also outside of a repository', async () => {
			const expected = await saved(false);
			execFileSync('patch', ['-p1', '--binary', '-s', '-i', folder.path('fix.patch')], { cwd: project() });
			assert.deepEqual(contents(), expected);
			git(project(), 'init', '-q');
			assert.equal(existsSync(folder.path('project/plain.txt.orig')), false);
		});

		it('writes nothing to the repository', async () => {
			folder.write({ 'project/a.txt': old });
			commitAll(project());
			const objects = git(project(), 'count-objects', '-v');
			const run = await start({ path: 'a.txt', before: old, after: lines(10) });
			await run.accept('p1', 'a.txt');
			const { repository, changes } = await prepare(run);
			await patchText(changes, { root: repository?.root, base: repository?.head, message: 'x\n' });
			assert.equal(git(project(), 'count-objects', '-v'), objects);
		});
	});
});
