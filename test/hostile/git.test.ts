import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { askGit } from '../../src/history/node/git/git';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { UserError } from '../../src/system/pure/errors/userError';
import { faultlineCli } from '../support/faultlineCli';
import { commitAll, git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { TestFolder } from '../support/testFolder';

/** Settings of a repository that name a program. */
const programSettings = [
	...['core.sshCommand', 'core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.gitProxy'],
	...['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'diff.x.textconv', 'diff.x.command', 'diff.external'],
	...[
		'merge.x.driver',
		'credential.helper',
		'gpg.program',
		'pager.diff',
		'sequence.editor',
		'uploadpack.packObjectsHook',
	],
];

describe('git in a hostile repository', () => {
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
		for (const name of programSettings) {
			git(project, 'config', name, folder.path('program'));
		}
		git(project, 'config', 'alias.ls-files', `!${folder.path('program')}`);
		folder.write({ 'project/.gitattributes': '* filter=x diff=x merge=x\n', 'project/inner/i.txt': 'i\n' });
		commitAll(folder.path('project/inner'));
		git(folder.path('project/inner'), 'config', 'core.fsmonitor', folder.path('program'));
		git(project, 'config', 'remote.origin.url', 'ssh://host.invalid/a');
		git(project, 'config', 'remote.origin.promisor', 'true');
		git(project, 'config', 'protocol.ssh.allow', 'always');
		const answer = await askGit(project, ['cat-file', 'blob', '1234567890123456789012345678901234567890']);
		assert.notEqual(answer.exitCode, 0);
		await copy();
		assert.equal(existsSync(ran), false);
	});

	it('does not run while the folder is indexed and searched, nor does another program of it', async () => {
		const project = folder.path('project');
		const script = `#!/bin/sh\necho "$0 $@" >> '${folder.path('ran')}'\n`;
		const programs = ['git', 'python3', 'node', 'node_modules/.bin/git', 'node_modules/.bin/tsc', '.venv/bin/python'];
		const hooks = ['post-checkout', 'post-index-change', 'fsmonitor-watchman'].map(name => `.git/hooks/${name}`);
		for (const name of [...programs, ...hooks]) {
			folder.write({ [`project/${name}`]: script });
			chmodSync(folder.path('project', name), 0o755);
		}
		folder.write({
			'project/a.py': 'def load():\n    pass\n',
			'project/.gitmodules': '[submodule "s"]\n\tpath = sub\n',
		});
		for (const name of [...programSettings, 'submodule.s.update']) {
			git(project, 'config', name, folder.path('project/git'));
		}
		git(project, 'config', 'core.hooksPath', folder.path('project/.git/hooks'));
		const env = {
			PATH: ['.', project, 'node_modules/.bin', path].join(delimiter),
			FAULTLINE_STORAGE: folder.path('s'),
		};
		for (const words of [['index'], ['locate', '--issue', '-'], ['search', 'search_code', 'load']]) {
			const { code, stderr } = await faultlineCli(words, { cwd: project, env, stdin: 'load fails' });
			assert.equal(code, 0, stderr);
		}
		assert.equal(existsSync(folder.path('ran')), false);
	});
});
