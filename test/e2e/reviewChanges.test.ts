import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { commitAll } from '../support/gitRepository';
import { accessibilityProblems } from './accessibilityProblems';
import { cutOff } from './cutOff';
import { isShownSoon } from './isShownSoon';
import { useWorkbench } from './useWorkbench';

const clock = 'tally/clock.py';

const nightTest = `import unittest
from tally.clock import minutes_between


class NightTest(unittest.TestCase):
    def test_night(self):
        self.assertEqual(minutes_between(22 * 60, 60), 180)
`;

/** Another agent, or the user, changed files; the review takes back what is wrong. Each step continues from the previous one. */
describe('reviewing changes of the working tree', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });

	const path = (file: string) => join(workbench().folder, file);
	const onDisk = (file: string) => readFileSync(path(file), 'utf8');
	const lens = (text: string): Locator =>
		workbench().page.locator('.codelens-decoration a:visible', { hasText: text }).first();
	/** Goes from change to change until one with this text is shown. */
	async function walkTo(text: string): Promise<void> {
		while (!(await isShownSoon(lens(text)))) {
			await workbench().runCommand('Faultline: Go to Next Change of the Patch');
		}
	}

	/** Clicks a lens until its change is decided: VS Code may draw the lenses again under a click. */
	async function decide(action: Locator, status: string): Promise<void> {
		do {
			await action.click({ timeout: 2000 }).catch(() => undefined);
		} while (!(await isShownSoon(workbench().page.locator('.statusbar-item', { hasText: status }))));
	}

	/** The status shows a decision when it is made, which may be before the file is written. */
	async function until(isSo: () => boolean): Promise<void> {
		while (!isSo()) {
			await sleep(50);
		}
	}

	let before: string;
	let after: string;

	it('begins at the last commit', async () => {
		commitAll(workbench().folder);
		before = onDisk(clock);
		after = before
			.replace('return end - start', 'return (end - start) % MINUTES_PER_DAY')
			.replace('"""', '"""Edited by an agent. ');
		writeFileSync(path(clock), after);
		writeFileSync(path('notes.txt'), 'What I did.\n');
		rmSync(path('ISSUE.md'));
		writeFileSync(path('tests/test_night.py'), nightTest);
		await workbench().runCommand('Faultline: Review Changes in the Working Tree');
		await workbench().quickPickRows().filter({ hasText: 'Since the last commit: first' }).waitFor();
		await workbench().screenshot('review-changes-since');
		await workbench().quickPickRows().first().click();
		await lens('Restore File').waitFor();
		await workbench().screenshot('review-changes-deleted');
	});

	it('restores a deleted file', async () => {
		await decide(lens('Restore File'), 'Changes: 4 pending');
		await lens('All changes decided').waitFor();
		await until(() => existsSync(path('ISSUE.md')));
	});

	it('judges each change by the tests near to it', async () => {
		await workbench().runCommand('Faultline: Judge the Changes under Review');
		const dialog = workbench().page.locator('.monaco-dialog-box', { hasText: 'with all changes, and without each' });
		await dialog.waitFor();
		await workbench().screenshot('review-changes-consent');
		await dialog.getByRole('button', { name: 'Run Once' }).click();
		await workbench().notification('1 of 3 changes is needed by near tests');
		await walkTo('Without it, tests/test_night.py::NightTest::test_night fails');
		await workbench().screenshot('review-changes-judged');
	});

	it('keeps and takes back changes in the editor', async () => {
		await walkTo('2 of 2');
		await workbench().setColorTheme('Dark Modern');
		await workbench().screenshot('review-changes-dark');
		await workbench().setColorTheme('Light Modern');
		await workbench().screenshot('review-changes-light');
		const second = workbench().page.locator('.codelens-decoration', { hasText: '2 of 2' });
		await decide(second.locator('a:visible', { hasText: 'Keep' }).first(), 'Changes: 3 pending');
		assert.equal(onDisk(clock), after);
		await walkTo('Take Back');
		await decide(lens('Take Back'), 'Changes: 2 pending');
		const half = before.replace('return end - start', 'return (end - start) % MINUTES_PER_DAY');
		await until(() => onDisk(clock) === half);
	});

	it('shows what is left in the view, and undoes what was taken back', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		const frame = await workbench().webviewFrame();
		await frame.locator('.row-phase', { hasText: 'Review' }).waitFor();
		await frame.locator('.step-skipped', { hasText: 'Locate' }).waitFor();
		for (const theme of ['Dark Modern', 'Light Modern'] as const) {
			await workbench().setColorTheme(theme);
			await workbench().screenshot(`review-changes-view-${theme.startsWith('Dark') ? 'dark' : 'light'}`);
		}
		assert.deepEqual(await cutOff(frame), []);
		assert.deepEqual(await accessibilityProblems(frame), []);
		await workbench().runCommand('Faultline: Undo Patch');
		await workbench().page.locator('.statusbar-item', { hasText: 'undone in 2 files' }).waitFor();
		assert.equal(onDisk(clock), after);
		assert.equal(existsSync(path('ISSUE.md')), false);
		assert.equal(onDisk('notes.txt'), 'What I did.\n');
	});

	it('begins at what was remembered', async () => {
		await workbench().runCommand('Faultline: Remember the Working Tree');
		await workbench().notification('The working tree is remembered');
		writeFileSync(path('notes.txt'), 'What I did, and why.\n');
		await workbench().runCommand('Faultline: Review Changes in the Working Tree');
		await workbench().quickPickRows().first().filter({ hasText: 'Since it was remembered, ' }).waitFor();
		await workbench().screenshot('review-changes-remembered');
		await workbench().quickPickRows().first().click();
		await workbench().page.locator('.statusbar-item', { hasText: 'Changes: 1 pending' }).waitFor();
		await decide(lens('Take Back'), 'Changes: taken back');
		await until(() => onDisk('notes.txt') === 'What I did.\n');
		assert.equal(onDisk(clock), after);
	});
});
