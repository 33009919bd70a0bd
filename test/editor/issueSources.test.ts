import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commandIssueText } from '../../src/editor/failedCommands/failedCommand';
import { checkIssue } from '../../src/editor/locate/checkIssue';
import { offeredSources, type SourceInputs } from '../../src/editor/locate/issueSources';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { installedGrammars } from '../support/grammars';
import { repoRoot } from '../support/repoRoot';

describe('the sources of an issue', () => {
	const { languages } = installedGrammars();
	const nothing: SourceInputs = { clipboard: '', typed: '', remote: undefined, failedCommand: undefined, languages };
	const remote = { origin: 'https://github.com', project: 'some/tally' };
	const labels = (atHand: Partial<SourceInputs> = {}) =>
		offeredSources({ ...nothing, ...atHand }).map(({ label, description = '' }) =>
			`${label} ${description}`.replace(/^\$\([\w-]+\) /, '').trim(),
		);

	beforeEach(async () => {
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});

	it('are few where nothing else applies', () => {
		assert.deepEqual(labels(), [
			'Paste or type the issue in the Faultline view',
			'Choose a file…',
			'Issue on GitHub or GitLab… by its address',
		]);
	});

	it('offer the own issues where the folder is cloned from GitHub, and no address is typed', () => {
		const offered = 'My open issues on GitHub… assigned, created or mentioned, in some/tally';
		assert.equal(labels({ remote }).at(-2), offered);
		assert.ok(!labels({ remote, typed: '#12' }).includes(offered));
		assert.ok(
			!labels({ remote: { ...remote, origin: 'https://gitlab.com' } })
				.join()
				.includes('My open issues'),
		);
	});

	it('begin with the stack trace on the clipboard', () => {
		const clipboard = 'Error: negative\n    at total (shop.js:3:1)\n    at main (shop.js:9:1)';
		assert.match(labels({ clipboard })[0] ?? '', /^Stack trace on the clipboard Error: negative at total/);
		assert.ok(!labels({ clipboard }).some(label => label.startsWith('Clipboard')));
		assert.equal(labels({ clipboard: 'It crashes.' })[1], 'Clipboard It crashes.');
	});

	it('begin with the issue that is typed or on the clipboard', () => {
		assert.equal(labels({ typed: ' #12', remote })[0], 'Issue #12 of some/tally');
		assert.equal(labels({ clipboard: 'other/name#3', remote })[0], 'Issue other/name#3');
		const url = 'https://git.example.org/a/b/-/issues/4';
		assert.deepEqual(labels({ clipboard: url, typed: url })[0], `Issue ${url}`);
		assert.ok(!labels({ clipboard: url }).some(label => /GitHub|Clipboard/.test(label)));
	});

	it('name the repository of a number', () => {
		assert.equal(labels({ remote }).at(-1), 'Issue on GitHub or GitLab… by its address, #123 of some/tally');
	});

	it('count the last failed command', () => {
		const failedCommand = { commandLine: 'npm test', exitCode: 1, output: '> shop\nRangeError: negative\n3 failed\n' };
		assert.equal(labels({ failedCommand })[1], 'Last failed command: npm test (exit 1) RangeError: negative');
		const { output: _output, ...unread } = failedCommand;
		assert.equal(
			labels({ failedCommand: unread })[1],
			'Last failed command: npm test (exit 1) its output was not read: run it again',
		);
	});

	it('read a crash report from the clipboard, a failed command, the selection and a log file', async () => {
		const report = readFileSync(join(repoRoot, 'test/localizer/pure/brief/crashes/kasan-x86.txt'), 'utf8');
		const document = await vscode.workspace.openTextDocument({ content: `boot\n${report}reboot\n`, language: 'log' });
		const editor = await vscode.window.showTextDocument(document);
		editor.selection = new vscode.Selection(1, 0, 1 + report.split('\n').length, 0);
		const failedCommand = { commandLine: 'dmesg', exitCode: 1, output: report };
		const rows = offeredSources({ ...nothing, clipboard: report, failedCommand });
		const labels = rows.map(({ label, description = '' }) => `${label} ${description}`);
		assert.ok(
			labels.some(label => /Last failed command: dmesg \(exit 1\) BUG: KASAN: slab-use-after-free/.test(label)),
			labels.join('\n'),
		);
		const texts = rows.flatMap(({ from }) => (from.kind === 'text' ? [from] : []));
		const read = [...texts, { text: commandIssueText(failedCommand), source: { kind: 'command' as const } }];
		assert.deepEqual(
			read.map(({ source }) => source.kind),
			['clipboard', 'selection', 'file', 'command'],
		);
		for (const { text, source } of read) {
			const { issue } = await checkIssue(text, source, languages);
			const { crashes = [], tracebacks } = makeBrief(issue, languages);
			assert.equal(crashes[0]?.kind, 'KASAN: slab-use-after-free', source.kind);
			assert.equal(tracebacks[0]?.frames.at(-1)?.function, 'cart_first', source.kind);
		}
	});

	it('count the problem at the cursor and the selection', async () => {
		const shop = uriOfPath('shop.py') ?? assert.fail('no folder is open');
		const editor = await vscode.window.showTextDocument(shop);
		editor.selection = new vscode.Selection(0, 0, 0, 3);
		const found = vscode.languages.createDiagnosticCollection('invented');
		const odd = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 9), 'Odd name');
		odd.source = 'pytest';
		found.set(shop, [odd]);
		const [, problem, selection, file] = labels();
		found.dispose();
		assert.deepEqual([problem, selection], ['Problem at the cursor Odd name', 'Selection def']);
		assert.match(file ?? '', /^shop\.py/);
	});
});
