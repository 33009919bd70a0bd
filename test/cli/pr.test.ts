import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { IssueSource } from '../../src/runs/pure/model/issue';
import { AcceptedRun, type AcceptedRunOptions } from '../support/acceptedRun';
import { FakeGithub, type FakeRequest } from '../support/fakeGithub';
import { faultlineCli } from '../support/faultlineCli';
import { commitAll, git } from '../support/gitRepository';
import { patchOf } from '../support/patchRun';
import { TestFolder } from '../support/testFolder';

const lines = (...changed: readonly number[]) =>
	Array.from({ length: 30 }, (_, at) => (changed.includes(at + 1) ? `fixed ${at + 1}\n` : `line ${at + 1}\n`)).join('');

describe('faultline pr', () => {
	const folder = new TestFolder();
	let github: FakeGithub;
	let run: AcceptedRun;
	const project = () => folder.path('project');
	const issue = (number = 12, repository = 'octo/demo'): IssueSource => ({
		kind: 'url',
		ref: `${github.origin}/${repository}/issues/${number}`,
	});

	beforeEach(async () => {
		folder.write({ 'project/a.txt': lines(), 'project/b.txt': 'b\n', 'server/': '' });
		commitAll(project());
		github = new FakeGithub(folder.path('server'));
		await github.start();
		github.create('octo/demo', project());
		github.writable.add('octo/demo');
		git(project(), 'remote', 'add', 'origin', github.url('octo/demo'));
		git(project(), 'update-ref', 'refs/remotes/origin/main', 'HEAD');
		const helper = `[credential]\n\thelper = store --file=${folder.path('home/credentials')}\n`;
		folder.write({
			'home/.gitconfig': `[user]\n\tname = Ann Doe\n\temail = ann@example.org\n${helper}`,
			'home/credentials': github.credentials,
		});
	});
	afterEach(() => github.stop());

	const start = async (options: AcceptedRunOptions = {}, after = lines(10, 20)) => {
		const places = { storage: folder.path('storage'), project: project() };
		run = await AcceptedRun.start(places, [patchOf('p1', { path: 'a.txt', before: lines(), after })], {
			source: issue(),
			...options,
		});
		await run.accept('p1', 'a.txt', [0]);
	};
	const pr = (...args: readonly string[]) =>
		faultlineCli(['pr', run.id, ...args], {
			cwd: project(),
			env: { ...github.env, HOME: folder.path('home'), FAULTLINE_STORAGE: folder.path('storage') },
		});
	const state = () => [
		readFileSync(folder.path('project/.git/index')).toString('base64'),
		readFileSync(folder.path('project/.git/config'), 'utf8'),
		...[['rev-parse', 'HEAD'], ['reflog'], ['--no-optional-locks', 'status', '--porcelain'], ['stash', 'list']].map(
			args => git(project(), ...args),
		),
	];
	const branch = 'faultline/fix-12';
	const isPullPost = ({ method, path }: FakeRequest) => method === 'POST' && path.endsWith('/pulls');

	it('names each step, pushes only what was accepted, and opens a draft', async () => {
		await start();
		folder.write({ 'project/b.txt': 'mine\n' });
		const before = state();
		const { code, stdout, stderr } = await pr('--yes');
		assert.deepEqual([code, stdout], [0, `${github.origin}/octo/demo/pull/1\n`], stderr);
		assert.deepEqual(state(), before);
		const named = stderr.split('\n').filter(line => /^\d\. /.test(line));
		assert.deepEqual(
			named.map(line => line.replace(project(), 'PROJECT')),
			[
				`1. Commit 1 file on the new branch ${branch} in PROJECT. Your own branch and files stay as they are.`,
				'2. Push this branch, and nothing else, to octo/demo. Never with force.',
				`3. Open a draft pull request in octo/demo: octo:${branch} into main.`,
			],
		);
		const bare = github.bare('octo/demo');
		assert.equal(git(bare, 'show', `${branch}:a.txt`), lines(10).trim());
		assert.equal(git(bare, 'diff', '--name-only', 'main', branch), 'a.txt');
		assert.equal(git(bare, 'rev-list', '--count', `main..${branch}`), '1');
		const [pull] = github.pulls;
		assert.deepEqual(
			{ ...pull, body: '' },
			{
				...{ project: 'octo/demo', title: 'Fix: Sum is wrong', body: '', head: `octo:${branch}`, base: 'main' },
				...{ draft: true, maintainer_can_modify: true },
			},
		);
		assert.match(pull?.body ?? '', /^Closes #12\n\n### What was wrong\n/);
		for (const text of [
			'The end counts as the next day\\.',
			'\\| Before \\| reproducer fails',
			'assert minutes_between',
		]) {
			assert.match(pull?.body ?? '', new RegExp(text));
		}
		const [delivery] = (await run.run()).deliveries;
		assert.deepEqual(delivery, {
			...{ branch, commit: github.branch('octo/demo', branch), base: before[2] },
			tree: git(bare, 'rev-parse', `${branch}^{tree}`),
			pushedTo: `${new URL(github.origin).host}/octo/demo`,
			pullRequest: `${github.origin}/octo/demo/pull/1`,
		});
	});

	it('prints all of it, and sends nothing, in a dry run', async () => {
		await start();
		const { code, stdout, stderr } = await pr('--dry-run');
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^1\. Commit 1 file[\s\S]*\nFix: Sum is wrong\n\nCloses #12\n[\s\S]*\n\+fixed 10\n/);
		assert.doesNotMatch(stdout, /fixed 20/);
		assert.deepEqual([github.requests, git(project(), 'branch', '--list', branch)], [[], '']);
		const json = JSON.parse((await pr('--dry-run', '--json')).stdout);
		assert.deepEqual([json.branch, json.title, json.objections], [branch, 'Fix: Sum is wrong', []]);
	});

	it('does nothing without --yes where nobody can be asked', async () => {
		await start();
		const { code, stderr } = await pr();
		assert.equal(code, 1);
		assert.match(stderr, /Nothing was done\. Pass --yes/);
		assert.deepEqual([github.pushes, github.pulls, git(project(), 'branch', '--list', branch)], [[], [], '']);
	});

	it('uses a fork where the user may not push, and adds no remote', async () => {
		github.writable.clear();
		await start();
		const before = state();
		const { code, stderr } = await pr('--yes');
		assert.equal(code, 0, stderr);
		assert.deepEqual(state(), before);
		assert.match(
			stderr,
			/2\. Push this branch, and nothing else, to the fork of octo\/demo that ann has, or gets now\./,
		);
		assert.equal(git(github.bare('ann/demo'), 'show', `${branch}:a.txt`), lines(10).trim());
		assert.equal(github.branch('octo/demo', branch), undefined);
		assert.deepEqual(
			github.pulls.map(({ project: to, head }) => [to, head]),
			[['octo/demo', `ann:${branch}`]],
		);
	});

	it('opens it in the original of a fork that was cloned', async () => {
		github.writable.clear();
		await start();
		await pr('--yes');
		git(project(), 'remote', 'set-url', 'origin', github.url('ann/demo'));
		github.pulls.length = 0;
		const { code, stderr } = await pr('--yes', '--branch', 'second');
		assert.equal(code, 0, stderr);
		assert.deepEqual(
			github.pulls.map(({ project: to, head, body }) => [to, head, body.startsWith('Closes #12')]),
			[['octo/demo', 'ann:second', true]],
		);
	});

	it("never takes the user's own commits along", async () => {
		folder.write({ 'project/b.txt': 'my commit\n' });
		git(project(), 'checkout', '-q', '-b', 'own');
		git(project(), 'commit', '-qam', 'mine');
		await start();
		const { code, stderr } = await pr('--yes');
		assert.equal(code, 0, stderr);
		assert.equal(git(github.bare('octo/demo'), 'diff', '--name-only', 'main', branch), 'a.txt');
	});

	describe('after a failure', () => {
		const failing: Readonly<Record<string, (request: FakeRequest) => boolean>> = {
			'reading the repository': ({ path }) => path === '/repos/octo/demo',
			'reading the issue': ({ path }) => path.endsWith('/issues/12'),
			'looking for the branch': ({ path }) => path.includes('git-upload-pack'),
			'the push': ({ path, method }) => method === 'POST' && path.endsWith('git-receive-pack'),
			'looking for the pull request': ({ path, method }) => method === 'GET' && path.includes('/pulls'),
			'opening the pull request': isPullPost,
		};
		for (const [step, isDropped] of Object.entries(failing)) {
			it(`of ${step}, continues, and does nothing twice`, async () => {
				await start();
				github.dropped = isDropped;
				const failed = await pr('--yes');
				assert.equal(failed.code, 1);
				assert.match(failed.stderr, /faultline: /);
				assert.doesNotMatch(failed.stderr, /Internal error/);
				github.dropped = () => false;
				const { code, stderr } = await pr('--yes');
				assert.equal(code, 0, stderr);
				assert.equal(github.pulls.length, 1);
				const again = await pr('--yes');
				assert.deepEqual([again.code, again.stdout], [0, `${github.origin}/octo/demo/pull/1\n`], again.stderr);
				assert.equal(github.pulls.length, 1);
				const nBranches = git(project(), 'branch', '--list', 'faultline/*').split('\n').length;
				assert.deepEqual([nBranches, (await run.run()).deliveries.length], [1, 1]);
				assert.deepEqual(github.pushes, ['octo/demo']);
			});
		}

		it('waits for a fork that is not ready yet', async () => {
			github.writable.clear();
			await start();
			let nMissed = 0;
			github.answer = ({ path }) => (path === '/repos/ann/demo' ? { status: 404, data: {} } : undefined);
			github.dropped = ({ path }) => path.startsWith('/ann/demo.git') && nMissed++ === 0;
			const { code, stderr } = await pr('--yes');
			assert.equal(code, 0, stderr);
			assert.equal(nMissed > 1, true);
			assert.equal(github.pulls[0]?.head, `ann:${branch}`);
		});

		it('of making the fork, continues with the same commit', async () => {
			github.writable.clear();
			await start();
			github.dropped = ({ path }) => path.endsWith('/forks');
			assert.equal((await pr('--yes')).code, 1);
			github.dropped = () => false;
			assert.equal((await pr('--yes')).code, 0);
			assert.deepEqual([github.pushes, github.pulls.length], [['ann/demo'], 1]);
			assert.equal((await run.run()).deliveries.length, 1);
		});

		it('whose answer was lost, opens nothing twice', async () => {
			await start();
			github.answer = request => {
				if (!isPullPost(request)) {
					return undefined;
				}
				github.pulls.push({ project: 'octo/demo', ...JSON.parse(request.body) });
				return { status: 502, data: {} };
			};
			assert.equal((await pr('--yes')).code, 1);
			github.answer = () => undefined;
			assert.equal((await pr('--yes')).stdout, `${github.origin}/octo/demo/pull/1\n`);
			assert.equal(github.pulls.length, 1);
		});

		it('continues after a push by hand', async () => {
			await start();
			folder.write({ 'home/credentials': '' });
			const failed = await pr('--yes');
			assert.equal(failed.code, 1);
			const [, byHand = ''] = /the rest continues: git (push .*)\n/.exec(failed.stderr) ?? assert.fail(failed.stderr);
			assert.equal(git(project(), 'rev-parse', branch), /([0-9a-f]{40}):/.exec(byHand)?.[1]);
			folder.write({ 'home/credentials': github.credentials });
			const { code, stderr } = await pr('--yes');
			assert.equal(code, 0, stderr);
		});
	});

	describe('is refused', () => {
		const refused = async (message: RegExp, ...args: readonly string[]) => {
			const { code, stderr } = await pr('--yes', ...args);
			assert.match(stderr, message);
			assert.equal(code, 1);
			assert.deepEqual([github.pushes, github.pulls, git(project(), 'branch', '--list', 'faultline/*')], [[], [], '']);
		};
		it('for a closed issue, unless confirmed', async () => {
			github.issues.set('octo/demo#12', { state: 'closed' });
			await start();
			await refused(/Issue #12 is closed\.[\s\S]*--even-if closed/);
			assert.equal((await pr('--yes', '--even-if', 'closed')).code, 0);
		});

		it('for an issue that is assigned to another user, unless confirmed', async () => {
			github.issues.set('octo/demo#12', { assignees: ['Ann', 'bob'] });
			await start();
			await refused(/Issue #12 is assigned to bob\./);
			assert.equal((await pr('--yes', '--even-if', 'assigned')).code, 0);
		});

		it('for a locked issue, unless confirmed', async () => {
			github.issues.set('octo/demo#12', { locked: true });
			await start();
			await refused(/Issue #12 is locked\./);
			assert.equal((await pr('--yes', '--even-if', 'locked')).code, 0);
		});

		for (const words of ['Fixes #12', 'close #12', 'x\n\nResolved: #12.']) {
			it(`where a commit says ${JSON.stringify(words)}, unless confirmed`, async () => {
				folder.write({ 'other/': '' });
				git(folder.path('other'), 'clone', '-q', github.bare('octo/demo'), '.');
				git(folder.path('other'), 'commit', '-q', '--allow-empty', '-m', words);
				git(folder.path('other'), 'push', '-q');
				await start();
				await refused(/A commit on the default branch closes issue #12 already/);
				assert.equal((await pr('--yes', '--even-if', 'fixed')).code, 0);
			});
		}

		it('for a secret in the change, unless confirmed', async () => {
			await start({}, lines(10, 20).replace('fixed 10', "token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'"));
			await refused(/a\.txt adds what looks like a /);
			assert.equal((await pr('--yes', '--even-if', 'secret')).code, 0);
		});

		it('for a hidden file, unless confirmed', async () => {
			folder.write({ 'project/.aiignore': 'a.txt\n' });
			await start();
			await refused(/a\.txt is hidden from models by \.aiignore/);
			assert.equal((await pr('--yes', '--even-if', 'hidden')).code, 0);
		});

		it('for a fork of another repository', async () => {
			github.writable.clear();
			github.create('ann/demo', project());
			github.answer = ({ path }) =>
				path.endsWith('/forks') ? { status: 202, data: { full_name: 'ann/demo' } } : undefined;
			await start();
			const { code, stderr } = await pr('--yes');
			assert.deepEqual([code, github.pushes, github.pulls], [1, [], []]);
			assert.match(stderr, /ann\/demo is not a fork of octo\/demo/);
		});

		it("where the user's own commits are next to the accepted changes", async () => {
			const [before, after] = [lines(), lines(10)].map(text => text.replace('line 9\n', 'mine\n'));
			folder.write({ 'project/a.txt': before ?? '' });
			git(project(), 'commit', '-qam', 'mine');
			const places = { storage: folder.path('storage'), project: project() };
			const patch = patchOf('p1', { path: 'a.txt', before: before ?? '', after: after ?? '' });
			run = await AcceptedRun.start(places, [patch], { source: issue() });
			await run.accept('p1', 'a.txt');
			await refused(/changes of yours are next to the accepted ones/);
		});

		it('for a run that was cancelled', async () => {
			await start({ outcome: 'cancelled' });
			await refused(/This run has not ended/, '--even-if', 'closed,assigned,locked,fixed,secret,hidden');
		});

		it('where nothing is accepted, or no longer', async () => {
			await start();
			await run.undo('a.txt');
			await refused(/Nothing of this run is accepted/);
			await run.accept('p1', 'a.txt');
			folder.write({ 'project/a.txt': lines() });
			await refused(/Nothing is left to hand on/);
		});

		it('for the default branch, an option as a branch, and one that is taken by others', async () => {
			await start();
			await refused(/is the default branch/, '--branch', 'main');
			await refused(/cannot be the name of a branch/, '--branch=--upload-pack=x');
			git(github.bare('octo/demo'), 'branch', 'taken');
			const { code, stderr } = await pr('--yes', '--branch', 'taken');
			assert.deepEqual([code, github.pushes, github.pulls], [1, [], []]);
			assert.match(stderr, /has another branch taken/);
		});

		it('without a token, for another server, and for a commit that the server does not have', async () => {
			await start();
			const env = { HOME: folder.path('home'), FAULTLINE_STORAGE: folder.path('storage') };
			const elsewhere = await faultlineCli(['pr', run.id, '--yes'], { env: { ...env, GITHUB_TOKEN: github.token } });
			assert.match(elsewhere.stderr, /No remote of this repository is on https:\/\/github\.com/);
			const { GITHUB_TOKEN: _token, ...server } = github.env;
			const without = await faultlineCli(['pr', run.id, '--yes'], { env: { ...env, ...server } });
			assert.match(without.stderr, /needs a token: sign in, or set GITHUB_TOKEN/);
			assert.deepEqual(github.requests, []);
			const bare = github.bare('octo/demo');
			git(bare, 'update-ref', 'refs/heads/main', git(bare, 'commit-tree', 'main^{tree}', '-m', 'another history'));
			await refused(/main of octo\/demo does not have your commit/);
		});

		it('for remotes and settings that run programs', async () => {
			await start();
			const script = folder.path('script');
			folder.write({ script: `#!/bin/sh\ntouch '${folder.path('ran')}'\n` });
			const url = github.url('octo/demo');
			for (const hostile of [
				`ext::sh ${script} ${url}`,
				`--upload-pack=${script}`,
				`http://evil.example/octo/demo.git`,
			]) {
				git(project(), 'config', 'remote.origin.url', hostile);
				await refused(/No remote of this repository is on/);
			}
			git(project(), 'config', 'remote.origin.url', url);
			for (const name of [
				'core.sshCommand',
				'credential.helper',
				'http.proxy',
				`url.ext::sh ${script}.insteadOf`,
				'core.askPass',
			]) {
				git(project(), 'config', name, name.startsWith('url') ? url : `sh ${script}`);
				const { code, stderr } = await pr('--yes');
				assert.equal(code, 1);
				assert.match(stderr, /This repository sets [\s\S]*Push the branch yourself/);
				git(project(), 'config', '--unset', name);
			}
			assert.deepEqual([github.pushes, existsSync(folder.path('ran'))], [[], false]);
			assert.equal((await pr('--yes')).code, 0);
		});
	});

	it('quotes the issue so that nobody is notified and no other issue is closed', async () => {
		await start({ title: '\u001b[31m@all Closes #99 and fixes octo/demo#98\nhttps://x.example/y' });
		const { code, stderr } = await pr('--yes');
		assert.equal(code, 0, stderr);
		const [{ title, body } = { title: '', body: '' }] = github.pulls;
		assert.equal(title, 'Fix: [31m@ all Closes # 99 and fixes octo/demo# 98 https: //x.example/y');
		assert.deepEqual(body.match(/@\w|#\d+/g), ['#12']);
		assert.doesNotMatch(git(project(), 'log', '-1', '--format=%B', branch), /@\w|#(?!12)\d/);
	});

	it('has no token and no password in its output and its log', async () => {
		await start();
		git(project(), 'config', 'remote.origin.url', github.credentials.trim().concat('/octo/demo.git'));
		github.dropped = ({ path }) => path.includes('git-receive-pack');
		const all = [await pr('--yes', '--verbose'), await pr('--dry-run')]
			.map(({ stdout, stderr }) => stdout + stderr)
			.join('');
		const log = readFileSync(folder.path('storage/runs', run.id, 'run.jsonl'), 'utf8');
		assert.doesNotMatch(all + log, new RegExp(`${github.token}|${github.password}`));
	});

	it('takes a whole patch that the user names instead', async () => {
		await start();
		await run.undo('a.txt');
		const { code, stderr } = await pr('--yes', '--patch', '1');
		assert.equal(code, 0, stderr);
		assert.equal(git(github.bare('octo/demo'), 'show', `${branch}:a.txt`), lines(10, 20).trim());
		assert.match((await pr('--yes', '--patch', '7')).stderr, /has no patch 7/);
	});

	it('only links an issue of another repository as text', async () => {
		await start({ source: issue(3, 'octo/other') });
		assert.equal((await pr('--yes')).code, 0);
		assert.match(github.pulls[0]?.body ?? '', /^Issue: `http/);
	});
});
