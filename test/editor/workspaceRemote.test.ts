import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { resolveIssue } from '../../src/editor/locate/resolveIssue';
import { workspaceRemote } from '../../src/editor/locate/workspaceRemote';
import { workspaceRoots } from '../../src/editor/workspacePaths';
import { createScratchFolder } from '../support/scratchFolder';
import { eventually } from './eventually';

describe('the remote of the workspace', () => {
	let root: string;

	before(() => {
		root = workspaceRoots()[0]?.dir ?? assert.fail('no folder is open');
	});
	afterEach(() => rmSync(join(root, '.git'), { recursive: true, force: true }));

	it('is none without a repository: then a number cannot be resolved, and the user is informed', async () => {
		assert.equal(await workspaceRemote(), undefined);
		assert.throws(() => resolveIssue('#12', undefined), /No folder here has a git remote for #12/);
		assert.equal(resolveIssue('It crashes, see #12', undefined), undefined);
	});

	it('is read from the configuration where the git extension knows nothing', async () => {
		mkdirSync(join(root, '.git'));
		writeFileSync(join(root, '.git', 'config'), '[remote "origin"]\n\turl = git@gitlab.com:some/sub/tally.git\n');
		const remote = await workspaceRemote();
		assert.deepEqual(remote, { origin: 'https://gitlab.com', project: 'some/sub/tally' });
		assert.equal(resolveIssue('#12', remote)?.url, 'https://gitlab.com/some/sub/tally/-/issues/12');
	});

	it('is what the git extension reports, wherever the repository is', async () => {
		const elsewhere = createScratchFolder('git');
		const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'pipe' });
		git('init', '--separate-git-dir', join(elsewhere.path, 'tally.git'));
		git('remote', 'add', 'origin', 'https://github.com/some/tally.git');
		await vscode.commands.executeCommand('git.openRepository', root);
		assert.deepEqual(await eventually(workspaceRemote), { origin: 'https://github.com', project: 'some/tally' });
		await vscode.commands.executeCommand('git.close', vscode.Uri.file(root));
		elsewhere.remove();
	});
});
