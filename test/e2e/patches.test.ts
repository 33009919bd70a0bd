import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { patchOf } from '../support/patchRun';
import { accessibilityProblems } from './accessibilityProblems';
import { seedRun, storageFolder, textOf } from './seededRun';
import { useWorkbench } from './useWorkbench';

const runId = '20260101-000000-000-abcd';
const sample = 'sample/python';
const clock = 'tally/clock.py';
const report = 'tally/report.py';

/** Candidates for the bug of the sample: one that counts past midnight, in two files, one that hides it, one that renames. */
function candidates() {
	const before = textOf(sample, clock);
	const fixed = before
		.replace(
			'    """Minutes from the start of an entry to its end, both in minutes since midnight."""\n    return end - start',
			'    """Minutes from the start of an entry to its end, which may lie on the next day."""\n    if end < start:\n        end += MINUTES_PER_DAY\n    return end - start',
		)
		.replace(
			'    if step <= 1:\n        return minutes\n',
			'    if step <= 1 or minutes == 0:\n        return minutes\n',
		);
	const hidden = before.replace('return end - start', 'return abs(end - start)');
	const reportBefore = textOf(sample, report);
	const reportAfter = reportBefore.replace(/^(""".*?)\.?"""/, '$1, shifts past midnight included."""');
	return [
		patchOf('p1', { path: clock, before, after: fixed }, { path: report, before: reportBefore, after: reportAfter }),
		patchOf('p2', { path: clock, before, after: hidden }),
		patchOf('p3', { path: report, before: reportBefore }, { path: 'tally/reports.py', after: reportAfter }),
	];
}

/** From the list of patches to accepted lines, as a user does it. Each step continues from the previous one. */
describe('accepting a patch', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: sample });

	/** A row of the view; there is no list of patches but this one. */
	async function row(text: string | RegExp): Promise<Locator> {
		return (await workbench().webviewFrame()).locator('[role=treeitem]', { hasText: text }).first();
	}

	/** A button below a patch, which is always visible. */
	async function button(name: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator('.patch-actions button', { hasText: name }).first();
	}

	/** Chooses from the context menu of a row. */
	async function chooseFor(text: string, title: string): Promise<void> {
		await (await row(text)).click({ button: 'right' });
		// A click that comes with the menu is not taken for one on it.
		await workbench().page.locator('.monaco-menu .action-item', { hasText: title }).hover();
		await workbench().page.keyboard.press('Enter');
	}

	function onDisk(path = clock): string {
		return readFileSync(join(workbench().folder, path), 'utf8');
	}

	function editorText(text: string): Locator {
		return workbench().page.locator('.monaco-editor .view-line', { hasText: text }).first();
	}

	it('begins in the list of candidates with their evidence', async () => {
		// The index is kept as well, so that the folder is there.
		await workbench().runCommand('Faultline: Rebuild Index');
		await seedRun(await storageFolder(workbench().userDataDir), runId, candidates());
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().first().click();
		await (await row('Patch 1')).waitFor();
		await (await row('After')).waitFor();
		const frame = await workbench().webviewFrame();
		await frame.locator('footer button.primary', { hasText: 'Review Patch 1' }).waitFor();
		await workbench().page.locator('.statusbar-item', { hasText: 'Patch 1 ready to review' }).waitFor();
		await workbench().screenshot('patches-list');
		assert.match(await (await row('Patch 2')).innerText(), /reproducer still fails with it/);
		assert.match(
			(await (await row('reproducer fails, exit code 1')).locator('.codicon').first().getAttribute('class')) ?? '',
			/codicon-pass/,
		);
		assert.deepEqual(await accessibilityProblems(frame), []);
	});

	it('opens the evidence for a patch, with all its output', async () => {
		await (await row('reproducer fails, exit code 1')).click();
		const editor = workbench().page.locator('.monaco-editor .view-lines', { hasText: 'AssertionError' });
		await editor.waitFor();
		await workbench().screenshot('patches-evidence');
		await workbench().runCommand('View: Close Editor');
	});

	it('shows a patch as a diff of all its files', async () => {
		await (await row('Patch 1')).locator('.title').click();
		await workbench()
			.page.locator('.multiDiffEntry, .multi-diff-root-floating-menu, .multiDiffEditor')
			.first()
			.waitFor();
		await workbench().page.locator('.monaco-diff-editor').first().waitFor();
		await workbench().page.waitForTimeout(1000);
		await workbench().screenshot('patches-diff');
	});

	it('shows a renamed file as one, beside what it was', async () => {
		// Rows that are scrolled out of view are not drawn.
		await (await row('Patch 1')).locator('.twistie').click();
		await (await row('Patch 3')).locator('.twistie').click();
		await (await row('report.py → reports.py')).click();
		await workbench().page.locator('.monaco-diff-editor').first().waitFor();
		await workbench().page.waitForTimeout(1000);
		await workbench().screenshot('patches-renamed');
		assert.match(await (await row('report.py → reports.py')).innerText(), /renamed · \+1 −1 · tally/);
		await (await row('Patch 3')).locator('.twistie').click();
		await (await row('Patch 1')).locator('.twistie').click();
	});

	it('compares two patches', async () => {
		await chooseFor('Patch 1', 'Compare Patches');
		await workbench().page.locator('.quick-input-title', { hasText: '(2/2)' }).waitFor();
		await workbench().quickPickRows().filter({ hasText: 'Patch 2' }).click();
		await workbench().page.locator('.tab', { hasText: 'Patch 1 ↔ Patch 2' }).waitFor();
		await workbench().page.waitForTimeout(1000);
		await workbench().screenshot('patches-compared');
	});

	it('puts first the patch that the user prefers, and the other one again', async () => {
		await (await row('Patch 2')).locator('.twistie').click();
		await (await button('Prefer')).click();
		await (await row('Picked by you.')).waitFor();
		assert.match(await (await row('Patch 1')).innerText(), /reproducer still fails with it/);
		const frame = await workbench().webviewFrame();
		await frame.locator('footer button.primary', { hasText: 'Review Patch 1 (reproducer still fails' }).waitFor();
		await workbench().screenshot('patches-picked');
		await chooseFor('Patch 2', 'Prefer Patch');
		await (await row(/Patch 2.*reproducer still fails with it/s)).waitFor();
	});

	it('shows the changes in a review document, each with Accept and Reject, and nothing on disk', async () => {
		await workbench().runCommand('View: Close All Editors');
		await workbench().runCommand('Go to File');
		await workbench().typeIntoQuickInput('report.py');
		await workbench().quickPickRows().filter({ hasText: 'report.py' }).first().click();
		await workbench().page.locator('.tab.active', { hasText: 'report.py' }).waitFor();
		await workbench().page.keyboard.press('Control+End');
		await (await button('Review Patch 1')).focus();
		await workbench().page.keyboard.press('Enter');
		await editorText('end += MINUTES_PER_DAY').waitFor();
		// The caret is on the first change of the first file, wherever it was before.
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		const line =
			onDisk()
				.split('\n')
				.findIndex(text => text.includes('Minutes from the start of an entry')) + 1;
		await workbench()
			.page.locator('.statusbar-item', { hasText: `Ln ${line},` })
			.waitFor();
		await workbench().page.locator('.codelens-decoration', { hasText: 'Accept' }).first().waitFor();
		await workbench().page.waitForTimeout(1000);
		await workbench().screenshot('patches-hunks');
		assert.equal(onDisk(), textOf(sample, clock));
	});

	it('opens the peek of VS Code with Accept and Reject in it', async () => {
		await editorText('def round_to').click();
		await workbench().page.keyboard.press('Alt+F3');
		await workbench().page.locator('.peekview-widget .action-label[aria-label*="Accept Change"]').waitFor();
		await workbench().page.waitForTimeout(800);
		await workbench().screenshot('patches-peek');
		await workbench().page.keyboard.press('Escape');
	});

	for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast', 'Light Modern'] as const) {
		it(`can be read in ${theme}`, async () => {
			await workbench().setColorTheme(theme);
			await editorText('def round_to').click();
			await workbench().page.waitForTimeout(800);
			const name = theme.toLowerCase().replaceAll(' ', '-');
			await workbench().screenshot(`patches-theme-${name}`);
			await workbench().page.keyboard.press('Alt+F3');
			await workbench().page.locator('.peekview-widget .action-label[aria-label*="Accept Change"]').waitFor();
			await workbench().page.waitForTimeout(800);
			await workbench().screenshot(`patches-theme-${name}-peek`);
			await workbench().page.keyboard.press('Escape');
		});
	}

	it('accepts and rejects by key, and takes back by undo', async () => {
		const { page } = workbench();
		await editorText('end += MINUTES_PER_DAY').click();
		await page.keyboard.press('Alt+KeyN');
		await editorText('end += MINUTES_PER_DAY').waitFor({ state: 'detached' });
		await page.keyboard.press('Control+KeyZ');
		await editorText('end += MINUTES_PER_DAY').click();
		await page.keyboard.press('Alt+KeyY');
		await page.locator('.codelens-decoration', { hasText: '1 of 1' }).waitFor();
		await page.keyboard.press('Alt+F5');
		await (await row('1 of 3 changes accepted')).waitFor();
		await (await row('no reproducer was run with the accepted part')).waitFor();
		await page.waitForTimeout(600);
		await workbench().screenshot('patches-one-accepted');
		assert.match(onDisk(), /end \+= MINUTES_PER_DAY/);
		assert.doesNotMatch(onDisk(), /or minutes == 0/);
	});

	it('takes an accepted change back by undo, and accepts it again by redo', async () => {
		const { page } = workbench();
		await editorText('end += MINUTES_PER_DAY').click();
		await page.keyboard.press('Control+KeyZ');
		await (await row('1 of 3 changes accepted')).waitFor({ state: 'detached' });
		assert.equal(onDisk(), textOf(sample, clock));
		await page.locator('.codelens-decoration', { hasText: '1 of 2' }).waitFor();
		await page.keyboard.press('Control+Shift+KeyZ');
		await (await row('1 of 3 changes accepted')).waitFor();
		assert.match(onDisk(), /end \+= MINUTES_PER_DAY/);
	});

	it('takes only the last decision in a file back, and decides at once in the file it just opened', async () => {
		const { page } = workbench();
		// The second file is opened, and its change decided in the same moment.
		await page.keyboard.press('Alt+F5');
		await page.keyboard.press('Alt+F5');
		await page.keyboard.press('Alt+KeyY');
		await (await row('2 of 3 changes accepted')).waitFor();
		assert.match(onDisk(report), /shifts past midnight included/);
		await page.keyboard.press('Control+KeyZ');
		await (await row('1 of 3 changes accepted')).waitFor();
		assert.equal(onDisk(report), textOf(sample, report));
		assert.match(onDisk(), /end \+= MINUTES_PER_DAY/);
		await workbench().screenshot('patches-partial');
	});

	it('writes each file with the changes that are accepted', async () => {
		await workbench().runCommand('Faultline: Accept All Pending Changes');
		await (await row('all 3 changes accepted')).waitFor();
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('patches-accepted');
		assert.match(onDisk(), /end \+= MINUTES_PER_DAY/);
		assert.match(onDisk(report), /shifts past midnight included/);
	});

	it('runs the tests next, with a command it asks for once', async () => {
		const frame = await workbench().webviewFrame();
		await workbench().page.locator('.statusbar-item', { hasText: 'Patch 1 accepted' }).waitFor();
		await frame.locator('footer button.primary', { hasText: 'Run Tests' }).click();
		await workbench().page.locator('.quick-input-title', { hasText: 'Run Tests' }).waitFor();
		await workbench().typeIntoQuickInput('python3 -m unittest discover');
		await workbench().page.keyboard.press('Enter');
		await workbench().page.locator('.terminal-wrapper.active, .xterm').first().waitFor();
		await (await row('Tests pass with Patch 1 (exit code 0): python3 -m unittest discover')).waitFor();
		const notification = await workbench().notification('Patch 1: reproducer fails before, passes after.');
		await workbench().screenshot('patches-tests');
		assert.match(await notification.innerText(), /Tests pass with Patch 1 \(exit code 0\)\./);
		const settings = readFileSync(join(workbench().folder, '.vscode', 'settings.json'), 'utf8');
		assert.match(settings, /"faultline\.fix\.testCommand": "python3 -m unittest discover"/);
	});

	it('undoes a patch, and keeps what was edited since', async () => {
		// Whether the review has followed the file yet or not.
		writeFileSync(join(workbench().folder, report), `${onDisk(report)}# mine\n`);
		await workbench().runCommand('Faultline: Undo Patch');
		await workbench().quickPickRows().filter({ hasText: 'Patch 1' }).click();
		await (await row('undone')).waitFor();
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('patches-undone');
		assert.equal(onDisk(), textOf(sample, clock));
		assert.equal(onDisk(report), `${textOf(sample, report)}# mine\n`);
		writeFileSync(join(workbench().folder, report), textOf(sample, report));
	});

	it('shows the conflict, and changes nothing, where accepted lines were edited since', async () => {
		const accept = async () => {
			await workbench().runCommand('Faultline: Accept Patch');
			await workbench().quickPickRows().filter({ hasText: 'Patch 2' }).click();
			await (await row('1 change accepted')).waitFor();
		};
		await accept();
		const edited = onDisk().replace('return abs(end - start)', 'return abs(end - start) + 0');
		writeFileSync(join(workbench().folder, clock), edited);
		await workbench().runCommand('Faultline: Undo Patch');
		await workbench().quickPickRows().filter({ hasText: 'Patch 2' }).click();
		const notice = workbench().page.locator('.monaco-dialog-box', { hasText: 'cannot be undone' });
		await notice.waitFor();
		await workbench().screenshot('patches-undo-conflict');
		await notice.getByText('Show Conflicts').click();
		await workbench().page.locator('.monaco-diff-editor').first().waitFor();
		await workbench().page.waitForTimeout(1000);
		await workbench().screenshot('patches-undo-conflict-diff');
		assert.equal(onDisk(), edited);
		writeFileSync(join(workbench().folder, clock), onDisk().replace(' + 0', ''));
		await workbench().runCommand('Faultline: Undo Patch');
		await workbench().quickPickRows().filter({ hasText: 'Patch 2' }).click();
		await (await row('1 change accepted')).waitFor({ state: 'detached' });
		assert.equal(onDisk(), textOf(sample, clock));
	});

	it('reports which lines no longer apply, and merges the rest', async () => {
		await workbench().runCommand('View: Close All Editors');
		const moved = textOf(sample, clock)
			.replace('if step <= 1:', 'if step < 2:')
			.replace('"""Times of day and what lies between them', '"""Times of the day and what lies between them');
		writeFileSync(join(workbench().folder, clock), moved);
		await workbench().page.waitForTimeout(1500);
		await (await button('Review Patch 1')).click();
		const notice = workbench().page.locator('.monaco-dialog-box', { hasText: 'no longer applies cleanly' });
		await notice.waitFor();
		await workbench().screenshot('patches-conflict');
		assert.equal(onDisk(), moved);
		await notice.getByText('Apply Non-conflicting Changes').click();
		await editorText('end += MINUTES_PER_DAY').waitFor();
		await workbench().page.locator('.codelens-decoration', { hasText: 'Accept' }).first().waitFor();
		await workbench().page.waitForTimeout(1000);
		await workbench().screenshot('patches-merged');
	});

	it('continues after the window is reloaded', async () => {
		const { page } = workbench();
		const moved = onDisk();
		// A reload restores the editors that VS Code has stored by then.
		await workbench().untilStored('memento/workbench.parts.editor', 'faultline-review');
		await page.reload();
		await page.locator('.tab', { hasText: 'clock.py' }).first().waitFor();
		await editorText('end += MINUTES_PER_DAY').waitFor();
		await page.locator('.codelens-decoration', { hasText: 'Accept' }).first().waitFor();
		await (await row('Tests pass with Patch 1 (exit code 0)')).waitFor();
		await page.waitForTimeout(1000);
		await workbench().screenshot('patches-after-reload');
		assert.equal(onDisk(), moved);
		await workbench().runCommand('Faultline: Reject All Pending Changes');
		await editorText('end += MINUTES_PER_DAY').waitFor({ state: 'detached' });
		await page.locator('.codelens-decoration', { hasText: 'All changes decided' }).waitFor({ state: 'attached' });
		await workbench().screenshot('patches-all-decided');
		assert.equal(onDisk(), moved);
	});
});
