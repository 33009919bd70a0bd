import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryProblem } from '../../src/history/node/git/repositoryProblem';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { openConfinement } from '../../src/sandbox/node/confinement/confinement';
import { processTable } from '../../src/system/node/processes/processTable';
import { faultlineCli } from '../support/faultlineCli';
import { commitAll, git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';

/** Git itself transfers none of this; an archive can contain it, and the path of the other repository be guessed. */
describe('a workspace whose .git leads to another repository', () => {
	const folder = new TestFolder();
	const canary = 'canary-of-the-private-repository';
	const other = (...names: string[]) => folder.path('private', ...names);
	const project = (...names: string[]) => folder.path('project', ...names);

	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	beforeEach(() => {
		folder.write({ 'private/secret.txt': `${canary}\n`, 'project/a.py': 'def f():\n    return 1\n' });
		commitAll(other());
		git(other(), 'commit', '--quiet', '--allow-empty', '-m', canary);
	});

	const env = { FAULTLINE_STORAGE: '' };
	const cli = (...words: string[]) =>
		faultlineCli([...words.slice(0, 1), '--workspace', project(), ...words.slice(1)], {
			env: { ...env, FAULTLINE_STORAGE: folder.path('storage') },
		});
	const searches = [
		['search', '--strategy', 'researcher', 'search_commits', 'canary'],
		['search', '--strategy', 'researcher', 'blame', 'secret.txt', '1', '1'],
		['search', '--strategy', 'researcher', 'symbol_history', 'f'],
		['search', 'search_code', 'canary'],
	];

	/** A repository of the workspace's own, with a commit. */
	const ownRepository = () => commitAll(project());
	const kinds: readonly (readonly [how: string, act: () => void])[] = [
		['by a file .git', () => writeFileSync(project('.git'), `gitdir: ${other('.git')}\n`)],
		['by a file .git with a relative path', () => writeFileSync(project('.git'), `gitdir: ../private/.git\n`)],
		['by a link .git', () => symlinkSync(other('.git'), project('.git'))],
		[
			'by a commondir',
			() => {
				ownRepository();
				writeFileSync(project('.git/commondir'), `${other('.git')}\n`);
			},
		],
		[
			'by alternates',
			() => {
				ownRepository();
				writeFileSync(project('.git/objects/info/alternates'), `${other('.git/objects')}\n`);
				writeFileSync(project('.git/refs/heads/other'), git(other(), 'rev-parse', 'HEAD'));
				writeFileSync(project('.git/HEAD'), 'ref: refs/heads/other\n');
			},
		],
		[
			'by alternates of alternates',
			() => {
				ownRepository();
				folder.write({ 'project/.git/more/objects/info/alternates': `${other('.git/objects')}\n` });
				writeFileSync(project('.git/objects/info/alternates'), '../more/objects\n');
				writeFileSync(project('.git/HEAD'), git(other(), 'rev-parse', 'HEAD'));
			},
		],
		[
			'by alternates with a mark of another file',
			() => {
				ownRepository();
				writeFileSync(project('.git/objects/info/alternates'), `${other('.git/objects')}\n`);
				writeFileSync(project('.git/objects/info/borrowed-by-faultline'), '1 2 3');
				writeFileSync(project('.git/HEAD'), git(other(), 'rev-parse', 'HEAD'));
			},
		],
		[
			'by a link in place of the objects',
			() => {
				ownRepository();
				rmSync(project('.git/objects'), { recursive: true });
				symlinkSync(other('.git/objects'), project('.git/objects'));
				writeFileSync(project('.git/HEAD'), git(other(), 'rev-parse', 'HEAD'));
			},
		],
		[
			'by a link in place of the packs',
			() => {
				ownRepository();
				git(other(), 'gc', '--quiet');
				rmSync(project('.git/objects/pack'), { recursive: true });
				symlinkSync(other('.git/objects/pack'), project('.git/objects/pack'));
				writeFileSync(project('.git/HEAD'), git(other(), 'rev-parse', 'HEAD'));
			},
		],
		[
			'by a file .git above the workspace',
			() => {
				mkdirSync(folder.path('outer'));
				renameSync(project(), folder.path('outer/project'));
				writeFileSync(folder.path('outer/.git'), `gitdir: ${other('.git')}\n`);
				symlinkSync(folder.path('outer/project'), project());
			},
		],
	];

	for (const [how, act] of kinds) {
		it(`shows nothing of it, names it, and searches its own files: ${how}`, async () => {
			act();
			for (const words of searches) {
				const { stdout, stderr } = await cli(...words);
				assert.doesNotMatch(stdout.replaceAll(words.at(-1) ?? '', ''), /canary-of|private-repository/, words.join(' '));
				assert.ok(!words.includes('search_commits') || /is not read, as /.test(stdout + stderr), `${stdout}${stderr}`);
			}
			assert.match((await cli('search', 'search_code', 'return 1')).stdout, /a\.py/);
		});
	}

	it('reads no object of it in a sandbox', async function () {
		await needBubblewrap(this);
		ownRepository();
		writeFileSync(project('.git/objects/info/alternates'), `${other('.git/objects')}\n`);
		const { runner } = await openConfinement({ packageRoot: repoRoot, variables: [], network: false, sandbox: true });
		const log = new RecordedLog();
		const checkout = await new ScratchCheckouts({
			...{ roots: [{ name: 'project', dir: project() }], storage: folder.path('storage'), log, dependencies: 'linked' },
		}).create('other');
		try {
			const { folder: cwd, reach } = checkout;
			const blob = git(other(), 'rev-parse', 'HEAD:secret.txt').trim();
			const command = `git cat-file -p ${blob}; ls ${other('.git')}; echo done`;
			assert.equal((await runner.run({ command, cwd, reach, timeoutMs: 600_000 })).stdout, 'done\n');
			assert.match(log.lines.join('\n'), /copied without its repository.*objects of its repository are read from/);
		} finally {
			await checkout.dispose();
		}
	});

	it('reads the history of worktrees and submodules, which it points back to', async () => {
		git(other(), 'worktree', 'add', '--quiet', folder.path('tree'));
		folder.write({ 'library/c.py': 'c = 1\n' });
		commitAll(folder.path('library'));
		git(folder.path('library'), 'commit', '--quiet', '--allow-empty', '-m', 'library');
		git(other(), '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder.path('library'), 'sub');
		for (const [dir, word] of [
			[folder.path('tree'), 'canary'],
			[other('sub'), 'library'],
		] as const) {
			const { stdout, stderr } = await faultlineCli(
				['search', '--workspace', dir, '--strategy', 'researcher', 'search_commits', word],
				{ env: { FAULTLINE_STORAGE: folder.path('storage') } },
			);
			assert.match(stdout, /Commit [0-9a-f]{7}|[0-9a-f]{12}/, stdout + stderr);
		}
	});

	for (const [how, settings] of [
		...['include.path', 'core.excludesFile', 'core.attributesFile', 'blame.ignoreRevsFile'].map(
			name => [name, (pipe: string) => `[${name.replace('.', ']\n\t')} = ${pipe}\n`] as const,
		),
		['with a comment', pipe => `[include]\n\tpath = ${pipe} # mine\n`],
		['in quotes', pipe => `[include]\n\tpath = "${pipe}" ; mine\n`],
		['with an escaped character', pipe => `[include]\n\tpath = ${pipe.replace('pipe', '\\"pipe')}\n`],
		['on two lines', pipe => `[include]\n\tpath = ${pipe.slice(0, -2)}\\\n${pipe.slice(-2)}\n`],
		['on the line of a section with a bracket in its name', pipe => `[includeIf "gitdir:]\\""] path = ${pipe}\n`],
	] as (readonly [string, (pipe: string) => string])[]) {
		it(`is not waited for where a setting names a pipe: ${how}`, async () => {
			ownRepository();
			const pipe = how.includes('escaped') ? folder.path('"pipe') : folder.path('pipe');
			execFileSync('mkfifo', [pipe]);
			const text = settings(how.includes('escaped') ? folder.path('pipe') : pipe);
			writeFileSync(project('.git/config'), `[core]\n\trepositoryformatversion = 0\n${text}`);
			assert.match(repositoryProblem(project()) ?? '', /a pipe or a device$/);
			for (const words of [...searches, ['index', '--all']]) {
				await cli(...words);
			}
			assert.match((await cli('search', 'search_code', 'return 1')).stdout, /a\.py/);
		});
	}

	it('ends at cancel while git waits for something', async () => {
		ownRepository();
		rmSync(project('.git/HEAD'));
		execFileSync('mkfifo', [project('.git/HEAD')]);
		const words = ['search', '--workspace', project(), '--strategy', 'researcher', 'search_commits', 'canary'];
		const { code, stderr } = await faultlineCli(words, {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
			onStart: child => void untilGitRuns(child.pid ?? 0).then(() => child.kill('SIGTERM')),
		});
		assert.equal(code, 1, stderr);
	});
});

async function untilGitRuns(parent: number): Promise<void> {
	while (!(await processTable()).some(row => row.parent === parent && row.name === 'git')) {
		await sleep(10);
	}
}
