import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { RunFiles } from '../../src/runs/node/runFiles';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { git } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { storageFolder } from './seededRun';
import { useWorkbench } from './useWorkbench';

/** The ways in that lie in menus of VS Code's own: what these hand over only a real window shows. */
describe('ways in', function () {
	this.bail(true);
	const noModel = /Patches are written by a model\. Choose one first\./;
	const workbench = useWorkbench({ folder: 'sample/python', failingTest: true }, noModel);

	/** Opens the context menu of a row and chooses from it. */
	async function chooseFromMenu(row: Locator, title: string): Promise<void> {
		await row.click({ button: 'right' });
		// A click that comes with the menu is not taken for one on it.
		await workbench().page.locator('.monaco-menu .action-item', { hasText: title }).hover();
		await workbench().page.keyboard.press('Enter');
	}

	function cardRow(label: string): Locator {
		return workbench().page.locator('.sidebar .monaco-list-row', { hasText: label }).first();
	}

	function testRow(): Locator {
		return workbench().page.locator('.test-explorer .monaco-list-row', { hasText: 'a shift past midnight' }).first();
	}

	function testingLabel(): Locator {
		return workbench().page.locator('.action-label[aria-label^="Testing"]');
	}

	async function openTesting(): Promise<void> {
		await workbench().page.locator('.activitybar .action-item', { has: testingLabel() }).click();
	}

	async function closeQuickPick(): Promise<void> {
		await workbench().page.keyboard.press('Escape');
		await workbench().quickPickRows().first().waitFor({ state: 'hidden' });
	}

	/** Returns once a run has a commit of this subject as the one that broke it. */
	async function keepsCulprit(subject: string): Promise<void> {
		const runs = new RunFiles(await storageFolder(workbench().userDataDir), new RecordedLog());
		const subjects = async () =>
			Promise.all((await runs.list()).map(async ({ id }) => foldRun(await runs.read(id)).culprit?.subject));
		while (!(await subjects()).includes(subject)) {
			await sleep(200);
		}
	}

	it('locate from the message of a failed test', async () => {
		// The palette knows the command as soon as there is a test.
		await openTesting();
		await testRow().waitFor();
		await workbench().runCommand('Test: Run All Tests');
		await workbench().runCommand('Test Results: Focus on Test Results View');
		const { page } = workbench();
		await page.locator('.test-output-peek-tree .monaco-list-row', { hasText: 'negative hours' }).first().click();
		await workbench().screenshot('failed-test-message');
		await page.getByText('Locate Bug from This Failure').first().click();
		const frame = await workbench().webviewFrame();
		await frame.locator('.row-location').first().waitFor();
		await workbench().screenshot('from-failed-test');
		assert.match(
			await frame.locator('.row-issue').innerText(),
			/a shift past midnight fails: minutes_between\(\) gives/,
		);
		assert.match(await frame.locator('.row-location').first().innerText(), /minutes_between/);
	});

	it('show what to do if VS Code does not report why a test failed', async () => {
		await openTesting();
		await chooseFromMenu(testRow(), 'Locate Bug from This Failure');
		const notice = await workbench().notification('VS Code does not report why a shift past midnight failed');
		await notice.getByText('Use the Test Itself').waitFor();
		await workbench().screenshot('failed-test-without-message');
		await notice.getByText('Use the Test Itself').click();
		const frame = await workbench().webviewFrame();
		await frame.locator('.row-issue', { hasText: /a shift past midnight fails\s*from/ }).waitFor();
	});

	it('show what a failed test did, at the ends of the lines and in a report', async () => {
		await openTesting();
		const { page } = workbench();
		const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'test_adds_an_entry' }).first();
		await chooseFromMenu(row, 'Show What This Test Did');
		const dialog = page.locator('.monaco-dialog-box');
		await dialog.getByText('Run the tests of this project?').waitFor();
		await workbench().screenshot('trace-consent');
		await dialog.getByRole('button', { name: 'Always in This Workspace' }).click();
		await page.locator('.tab.active', { hasText: 'test_report.py' }).first().waitFor();
		// A value behind a line is the content of a style, which no text of the page has.
		const values = page.locator('.editor-instance .view-line span[class*="TextEditorDecorationType"]');
		await values.first().waitFor({ state: 'attached' });
		await workbench().screenshot('trace-values');
		await page.locator('.tab', { hasText: 'What test_adds_an_entry' }).first().click();
		await page.locator('.view-line', { hasText: 'minutes_between returned -1275' }).first().waitFor();
		await workbench().screenshot('trace-report');
		await workbench().runCommand('Faultline: Focus on Failure View');
		await cardRow('Raised at').waitFor();
		await cardRow('Differs').waitFor();
		await cardRow('Broke by').waitFor();
		await cardRow('Differs').filter({ hasText: 'total_minutes returned -1065' }).waitFor();
		await workbench().screenshot('failure-card');
		await page.locator('.tab', { hasText: 'test_report.py' }).first().click();
		await values.first().waitFor({ state: 'attached' });
		await workbench().runCommand('Faultline: Clear the Values of the Test');
		await values.first().waitFor({ state: 'detached' });
		await workbench().runCommand('View: Close All Editors');
	});

	it('find the commit that broke a failed test, without asking again', async () => {
		const { page, folder } = workbench();
		const clock = join(folder, 'tally', 'clock.py');
		const broken = readFileSync(clock, 'utf8');
		const steps = [
			['Count over midnight', clock, broken.replace('return end - start', 'return (end - start) % 1440')],
			['Mention the clock', join(folder, 'NOTES.md'), 'The clock.\n'],
			['Simpler minutes', clock, broken],
		] as const;
		git(folder, 'init', '--quiet');
		for (const [message, file, text] of steps) {
			writeFileSync(file, text);
			git(folder, 'add', '-A');
			git(folder, 'commit', '--quiet', '-m', message);
		}
		await openTesting();
		const row = page.locator('.test-explorer .monaco-list-row', { hasText: 'test_adds_an_entry' }).first();
		await chooseFromMenu(row, 'Find the Commit That Broke It');
		await page
			.locator('.view-line', { hasText: /Broken.by/ })
			.first()
			.waitFor();
		await workbench().runCommand('Faultline: Focus on Failure View');
		await cardRow('Broke by').filter({ hasText: 'Simpler minutes' }).waitFor();
		await workbench().screenshot('failure-broke-by');
		const toggle = 'Preferences: Toggle between Light/Dark Themes';
		await workbench().runCommand(toggle);
		await page.locator('.monaco-workbench.vs-dark').waitFor();
		await workbench().screenshot('failure-dark');
		await workbench().runCommand(toggle);
		await page.locator('.monaco-workbench.vs').waitFor();
		await workbench().runCommand('View: Close All Editors');
		await workbench().runCommand('Faultline: Fix the Failure');
		await keepsCulprit('Simpler minutes');
	});

	it('offer the last command that failed in a terminal', async () => {
		await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await workbench().runCommand('Terminal: Create New Terminal');
		// The mark of shell integration at the first prompt.
		await workbench().page.locator('.terminal-command-decoration').first().waitFor();
		const terminal = workbench().page.locator('.terminal-wrapper.active .xterm-helper-textarea');
		for (let nPolls = 0; ; nPolls++) {
			// VS Code may lose what a command prints while it is busy: then the command is run again.
			if (nPolls % 20 === 0) {
				await terminal.focus();
				await workbench().page.keyboard.type('sleep 0.3; echo "ValueError: negative hours"; false\n');
			}
			await workbench().openPalette('Faultline: Locate Bug from Last Failed');
			const row = workbench().quickPickRows().filter({ hasText: 'Last Failed Command' });
			if ((await row.count()) > 0) {
				break;
			}
			await closeQuickPick();
			await workbench().page.waitForTimeout(200);
		}
		await closeQuickPick();
		await workbench().runCommand('Faultline: Locate Bug from Issue');
		const row = workbench().quickPickRows().filter({ hasText: 'Last failed command' });
		await row.waitFor();
		assert.match(await row.innerText(), /Last failed command: sleep 0\.3; echo .*\(exit 1\)/);
		await workbench().screenshot('last-failed-command');
	});

	it('offer the issue of a number that is typed', async () => {
		await workbench().typeIntoQuickInput('other/tally#12');
		const first = workbench().quickPickRows().first();
		await first.filter({ hasText: 'other/tally#12' }).waitFor();
		await workbench().screenshot('issue-number');
		await closeQuickPick();
	});

	it('show where a test that failed in a terminal was raised, and what is suspected', async () => {
		const { page } = workbench();
		await workbench().runCommand('Faultline: Hide the Failure');
		await cardRow('Differs').waitFor({ state: 'detached' });
		await workbench().runCommand('Terminal: Create New Terminal');
		await page.locator('.terminal-wrapper.active .terminal-command-decoration').first().waitFor();
		const raised = page.locator('.statusbar-item', { hasText: 'Raised at tests/test_report.py:16' });
		for (let nPolls = 0; (await raised.count()) === 0; nPolls++) {
			// VS Code may lose what a command prints while it is busy: then the command is run again.
			if (nPolls % 40 === 0) {
				await page.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
				await page.keyboard.type('sleep 0.3; python3 -m unittest tests.test_report\n');
			}
			await page.waitForTimeout(500);
		}
		await raised.click();
		await cardRow('tally/').waitFor();
		await workbench().screenshot('failure-in-terminal');
		assert.match(await cardRow('tally/').innerText(), /^Suspect/);
		await workbench().runCommand('Faultline: Show Lines of the Failure');
		await page.locator('.peekview-widget').waitFor();
		await workbench().screenshot('failure-lines');
		await page.keyboard.press('Escape');
		await workbench().runCommand('Faultline: Hide the Failure');
		await raised.waitFor({ state: 'detached' });
	});
});

describe('a command that failed before Faultline was used', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });
	const command = 'sleep 0.5; echo "ValueError: negative hours in minutes_between"; false';

	it('is offered in the view', async () => {
		await workbench().runCommand('Terminal: Create New Terminal');
		await workbench().page.locator('.terminal-command-decoration').first().waitFor();
		// The first terminal activates the extension, which sees the commands that end after that.
		await workbench().runCommand('Developer: Show Running Extensions');
		const running = workbench().page.locator('.runtime-extensions-editor .extension', { hasText: 'Faultline' });
		const activated = running.getByText('Activation: ');
		const list = workbench().page.locator('.runtime-extensions-editor .monaco-list').first();
		await list.waitFor();
		for (let nPolls = 0; (await activated.count()) === 0; nPolls++) {
			// The quickest are last, in a list that has only the rows in sight.
			await list.hover();
			await workbench().page.mouse.wheel(0, nPolls % 8 === 7 ? -10_000 : 300);
			await workbench().page.waitForTimeout(300);
		}
		await workbench().page.keyboard.press('Escape');
		await workbench().page.locator('.monaco-modal-editor-block').waitFor({ state: 'hidden' });
		const failed = workbench().page.locator('.terminal-command-decoration.error');
		for (let nPolls = 0; (await failed.count()) === 0; nPolls++) {
			// A window that is busy may move the focus once more, or lose what the shell says about all commands of a terminal.
			if (nPolls % 40 === 0) {
				if (nPolls > 0) {
					await workbench().runCommand('Terminal: Create New Terminal');
					await workbench().page.locator('.terminal-wrapper.active .terminal-command-decoration').first().waitFor();
				}
				await workbench().page.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
				await workbench().page.keyboard.press('Control+U');
				await workbench().page.keyboard.type(`${command}\n`);
			}
			await workbench().page.waitForTimeout(200);
		}
		await failed.first().waitFor();
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await (await workbench().webviewFrame()).getByText('Last failed command: sleep 0.5').waitFor();
		await workbench().screenshot('last-failed-command-in-view');
	});

	it('is run again where it ran, after a question, and located from what it prints', async () => {
		await (await workbench().webviewFrame()).getByText('Last failed command: sleep 0.5').click();
		const dialog = workbench().page.locator('.monaco-dialog-box');
		await dialog.getByText('did not read its output').waitFor();
		await workbench().screenshot('run-again');
		await dialog.getByRole('button', { name: 'Run Again' }).click();
		const issue = (await workbench().webviewFrame()).locator('.row-issue');
		await issue.filter({ hasText: 'ValueError: negative hours in minutes_between' }).waitFor();
		await workbench().screenshot('from-failed-command');
	});
});
