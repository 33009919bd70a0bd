import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { UserError } from '../../src/core/util/userError';
import { askGit } from '../../src/node/checkout/git';
import { ScratchCheckouts } from '../../src/node/checkout/scratchCheckouts';
import { commitAll, git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { TestFolder } from '../support/testFolder';

describe('git in a hostile repository', function () {
	this.timeout(60_000);
	const folder = new TestFolder();
	const { PATH: path } = process.env;

	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	beforeEach(() => {
		folder.write({ 'project/a.txt': 'a\n', 'project/sub/b.txt': 'b\n' });
		commitAll(folder.path('project'));
	});
	afterEach(() => {
		process.env.PATH = path;
	});

	const copy = async (dir = 'project') => {
		const roots = [{ name: 'project', dir: folder.path(dir) }];
		const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
		const checkout = await checkouts.create('copied');
		try {
			await checkout.write('new.txt', 'n\n');
			const files = (await checkout.files.list()).map(each => each.path);
			return { files, diff: await checkout.diff() };
		} finally {
			await checkout.dispose();
		}
	};

	it('is not a program of the workspace, whatever PATH begins with', async () => {
		const script = `#!/bin/sh\necho ran >> '${folder.path('ran')}'\nexec /usr/bin/git "$@"\n`;
		folder.write({ 'project/git': script, 'project/tools/git': script });
		for (const name of ['git', 'tools/git']) {
			chmodSync(folder.path('project', name), 0o755);
		}
		process.env.PATH = ['.', '', 'tools', folder.path('project'), folder.path('project/tools'), path].join(delimiter);
		const { files, diff } = await copy();
		assert.deepEqual(files, ['a.txt', 'git', 'new.txt', 'sub/b.txt', 'tools/git']);
		assert.match(diff, /\+n/);
		assert.equal(existsSync(folder.path('ran')), false);
	});

	it('does not wait for a pipe in place of its ignore patterns', async () => {
		execFileSync('mkfifo', [folder.path('pipe')]);
		git(folder.path('project'), 'config', 'core.excludesFile', folder.path('pipe'));
		assert.deepEqual((await copy()).files, ['a.txt', 'new.txt', 'sub/b.txt']);
	});

	it('is ended at its deadline', async () => {
		execFileSync('mkfifo', [folder.path('project/.gitignore')]);
		const listing = ['ls-files', '--others', '--exclude-standard'];
		const answer = await askGit(folder.path('project'), listing, { timeoutMs: 500 });
		assert.deepEqual([answer.exitCode, answer.stderr], [undefined, 'git did not answer within 0.5 s']);
	});

	it('reports a working tree that is elsewhere, and what to do', async () => {
		folder.write({ 'elsewhere/c.txt': 'c\n' });
		git(folder.path('project'), 'config', 'core.worktree', folder.path('elsewhere'));
		await assert.rejects(
			copy(),
			error =>
				error instanceof UserError && /project is not in the working tree .*remove core\.worktree/.test(error.message),
		);
	});

	it('fetches nothing, and starts none of the programs that the configuration names', async () => {
		const ran = folder.path('ran');
		folder.write({ program: `#!/bin/sh\necho "$@" >> '${ran}'\n` });
		chmodSync(folder.path('program'), 0o755);
		const project = folder.path('project');
		for (const name of [
			'core.sshCommand',
			'core.fsmonitor',
			'core.pager',
			'core.editor',
			'filter.x.clean',
			'filter.x.smudge',
		]) {
			git(project, 'config', name, folder.path('program'));
		}
		folder.write({ 'project/.gitattributes': '* filter=x\n' });
		git(project, 'config', 'remote.origin.url', 'ssh://host.invalid/a');
		git(project, 'config', 'remote.origin.promisor', 'true');
		git(project, 'config', 'protocol.ssh.allow', 'always');
		const answer = await askGit(project, ['cat-file', 'blob', '1234567890123456789012345678901234567890']);
		assert.notEqual(answer.exitCode, 0);
		await copy();
		assert.equal(existsSync(ran), false);
	});
});
