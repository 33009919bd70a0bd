import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { HandingOn, type PullRequestForm } from '../../src/editor/delivery/handingOn';
import { PullRequestDraft, readDraft } from '../../src/editor/delivery/pullRequestDraft';
import { UserFiles } from '../../src/editor/patches/userFiles';
import { systemClock } from '../../src/system/node/systemClock';
import { AcceptedRun } from '../support/acceptedRun';
import { FakeGithub } from '../support/fakeGithub';
import { commitAll, git } from '../support/gitRepository';
import { patchOf } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder, type ScratchFolder } from '../support/scratchFolder';

const path = 'delivered.txt';
const [before, after] = ['1\n2\n3\n', '1\ntwo\n3\n'];
const branch = 'faultline/fix-12';

describe('handing on in the editor', () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
	const { HOME: home } = process.env;
	let scratch: ScratchFolder;
	let github: FakeGithub;
	let run: AcceptedRun;
	let draft: PullRequestDraft;
	let questions: string[];
	let answers: (string | undefined)[];
	let forms: PullRequestForm[] | undefined;
	let act: HandingOn;

	beforeEach(async () => {
		scratch = createScratchFolder('delivery');
		writeFileSync(join(folder(), path), before);
		commitAll(folder());
		github = new FakeGithub(scratch.path);
		await github.start();
		github.create('octo/demo', folder());
		github.writable.add('octo/demo');
		git(folder(), 'remote', 'add', 'origin', github.url('octo/demo'));
		git(folder(), 'update-ref', 'refs/remotes/origin/main', 'HEAD');
		writeFileSync(join(scratch.path, 'credentials'), github.credentials);
		const helper = `[credential]\n\thelper = store --file=${join(scratch.path, 'credentials')}\n`;
		writeFileSync(join(scratch.path, '.gitconfig'), `[user]\n\tname = Ann\n\temail = ann@example.org\n${helper}`);
		process.env.HOME = scratch.path;
		run = await AcceptedRun.start(
			{ storage: join(scratch.path, 'storage'), project: folder() },
			[patchOf('p1', { path, before, after })],
			{ source: { kind: 'url', ref: `${github.origin}/octo/demo/issues/12` } },
		);
		await run.accept('p1', path);
		[questions, answers, forms] = [[], [], undefined];
		draft = new PullRequestDraft(`faultline-pull-request-${scratch.path.replace(/\W/g, '')}`.toLowerCase());
		const shown = await run.run();
		act = new HandingOn({
			...{ draft, clock: systemClock, log: new RecordedLog(), packageRoot: repoRoot, copies: run.copies },
			...{ userFiles: new UserFiles(), origins: () => [github.origin] },
			run: () => shown,
			events: async () => [],
			record: (_run, event) => run.emit(event),
			access: async origin => ({ origin, api: `${github.origin}/api/v3`, token: github.token }),
			dialogs: {
				confirm: (message, detail) => answer(`${message}\n${detail}`),
				input: options => answer(`${options.title}: ${options.value}`),
				file: async () => vscode.Uri.file(join(scratch.path, 'fix.patch')),
				inform: message => answer(message),
			},
			openForm: () => (forms === undefined ? undefined : async form => forms?.push(form)),
		});
	});
	afterEach(async () => {
		await draft.close();
		draft.dispose();
		await github.stop();
		process.env.HOME = home;
		rmSync(join(folder(), '.git'), { recursive: true });
		rmSync(join(folder(), path));
		scratch.remove();
	});

	async function answer(question: string): Promise<string | undefined> {
		questions.push(question);
		return answers.shift();
	}

	const editor = () => vscode.window.activeTextEditor ?? assert.fail('no editor is open');

	it('saves what was accepted as a .patch that git applies', async () => {
		await act.savePatch();
		writeFileSync(join(folder(), path), before);
		git(folder(), 'apply', join(scratch.path, 'fix.patch'));
		assert.equal(readFileSync(join(folder(), path), 'utf8'), after);
	});

	it('commits on a branch with the name that the user gives', async () => {
		answers.push(' my/branch ');
		await act.commit();
		assert.equal(git(folder(), 'show', `my/branch:${path}`), after.trim());
		assert.equal(git(folder(), 'branch', '--show-current'), 'main');
		assert.deepEqual(
			(await run.run()).deliveries.map(each => each.branch),
			['my/branch'],
		);
	});

	it('shows title and text to edit, and what is sent, and sends nothing', async () => {
		await act.preview();
		assert.match(editor().document.getText(), /^# Fix: Sum is wrong\n\nCloses #12\n\n### What was wrong\n/);
		assert.equal(editor().document.languageId, 'markdown');
		const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
			'vscode.executeCodeLensProvider',
			editor().document.uri,
			10,
		);
		assert.deepEqual(
			lenses.map(lens => lens.command?.title.replace(/\$\(.*?\) /g, '')),
			[
				...['Create Draft Pull Request…', 'Preview', 'Discard'],
				...['1 file will be sent', 'octo/demo', `${branch} into main`],
			],
		);
		await draft.showChanges();
		assert.deepEqual([github.requests, questions, git(folder(), 'branch', '--list', branch)], [[], [], '']);
	});

	it('does nothing where the one question, which names each step, is declined', async () => {
		github.issues.set('octo/demo#12', { state: 'closed' });
		await act.preview();
		await act.create();
		assert.deepEqual(
			questions.map(question => question.replace(folder(), 'FOLDER')),
			[
				[
					'Open this draft pull request?',
					'Warning: Issue #12 is closed.',
					`1. Commit 1 file on the new branch ${branch} in FOLDER. Your own branch and files stay as they are.`,
					'2. Push this branch, and nothing else, to octo/demo. Never with force.',
					`3. Open a draft pull request in octo/demo: octo:${branch} into main.`,
				]
					.join('\n\n')
					.replace('\n\n', '\n'),
			],
		);
		assert.deepEqual([github.pushes, github.pulls, git(folder(), 'branch', '--list', branch)], [[], [], '']);
		assert.notEqual(draft.plan, undefined);
	});

	it('opens it with the edited text, saved or not, and closes the text', async () => {
		await act.preview();
		const { document } = editor();
		await editor().edit(builder => {
			const line = document.lineAt(0).range;
			builder.replace(line, '# A better title');
			builder.insert(document.positionAt(document.getText().length), '\nBy hand.\n');
		});
		answers.push('Commit, Push and Open');
		await act.create();
		const [pull] = github.pulls;
		assert.deepEqual([pull?.title, pull?.draft], ['A better title', true]);
		assert.match(pull?.body ?? '', /^Closes #12\n[\s\S]*\nBy hand\.\n$/);
		assert.equal(git(github.bare('octo/demo'), 'show', `${branch}:${path}`), after.trim());
		assert.equal(draft.plan, undefined);
		assert.equal(
			vscode.window.visibleTextEditors.some(each => each.document === document),
			false,
		);
	});

	it('does not send other changes than were shown', async () => {
		await act.preview();
		writeFileSync(join(folder(), path), after.replace('two', 'two and more'));
		await assert.rejects(act.create(), /What is accepted has changed\./);
		assert.deepEqual([github.requests, questions], [[], []]);
		answers.push('Commit, Push and Open');
		await act.create();
		assert.match(git(github.bare('octo/demo'), 'show', `${branch}:${path}`), /two and more/);
	});

	it('warns of a secret in the edited text', async () => {
		await act.preview();
		const end = editor().document.positionAt(editor().document.getText().length);
		await editor().edit(builder => builder.insert(end, "token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'\n"));
		await act.create();
		assert.match(questions[0] ?? '', /Warning: The text has what looks like a /);
	});

	it('fills in the form of GitHub Pull Requests where that is installed', async () => {
		forms = [];
		answers.push('Commit and Open Form');
		await act.preview();
		assert.deepEqual(forms, [{ repoPath: folder(), compareBranch: branch }]);
		assert.equal(git(folder(), 'show', `${branch}:${path}`), after.trim());
		assert.deepEqual([github.requests, draft.plan], [[], undefined]);
	});

	it('asks to save a file with accepted changes first', async () => {
		const shown = await vscode.window.showTextDocument(vscode.Uri.file(join(folder(), path)));
		await shown.edit(builder => builder.insert(new vscode.Position(0, 0), 'typed\n'));
		await assert.rejects(act.preview(), /delivered\.txt has unsaved changes\. Save it first\./);
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});
});

describe('the text of a pull request', () => {
	it('has its title in the first line that is not empty', () => {
		assert.deepEqual(readDraft('\r\n# Fix: a # b\r\n\r\n# Text\r\nmore\r\n'), {
			title: 'Fix: a # b',
			body: '# Text\nmore\n',
		});
		assert.deepEqual(readDraft('plain'), { title: 'plain', body: '\n' });
		assert.deepEqual(readDraft(' \n'), { title: '', body: '' });
	});
});
