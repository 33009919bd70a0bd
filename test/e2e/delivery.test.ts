import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { AcceptedRun } from '../support/acceptedRun';
import { commitAll, git } from '../support/gitRepository';
import { patchOf } from '../support/patchRun';
import { accessibilityProblems } from './accessibilityProblems';
import { storageFolder, textOf } from './seededRun';
import { useWorkbench } from './useWorkbench';

const sample = 'sample/python';
const clock = 'tally/clock.py';

/** From an accepted patch to the text of its pull request, as a user does it. Each step continues from the previous one. */
describe('handing on', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: sample });

	function shown(text: string): Locator {
		return workbench().page.locator('.monaco-editor .view-line', { hasText: text }).first();
	}

	it('is offered once changes are accepted', async () => {
		const { folder, userDataDir } = workbench();
		commitAll(folder);
		git(folder, 'remote', 'add', 'origin', 'https://github.com/octo/tally.git');
		git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
		await workbench().runCommand('Faultline: Rebuild Index');
		const before = textOf(sample, clock);
		const after = before.replace('return end - start', 'return (end - start) % MINUTES_PER_DAY');
		const run = await AcceptedRun.start(
			{ storage: await storageFolder(userDataDir), project: folder },
			[patchOf('p1', { path: clock, before, after })],
			{
				title: 'Totals are wrong after midnight',
				source: { kind: 'url', ref: 'https://github.com/octo/tally/issues/12' },
			},
		);
		await run.accept('p1', clock);
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().first().click();
		const frame = await workbench().webviewFrame();
		await frame.locator('footer button.primary', { hasText: 'Run Tests' }).waitFor();
		await workbench().screenshot('delivery-next-step');
		assert.deepEqual(await accessibilityProblems(frame), []);
		await frame.locator('footer button.secondary', { hasText: 'Hand On…' }).click();
		for (const label of ['Save as .patch…', 'Commit on a New Branch…', 'Open Pull Request…']) {
			await workbench().quickPickRows().filter({ hasText: label }).waitFor();
		}
		await workbench().screenshot('delivery-hand-on');
		await workbench().page.keyboard.press('Escape');
	});

	it('previews a pull request as a text to edit', async () => {
		const frame = await workbench().webviewFrame();
		await frame.locator('footer button.secondary', { hasText: 'Hand On…' }).click();
		await workbench().quickPickRows().filter({ hasText: 'Open Pull Request…' }).click();
		await shown('# Fix: Totals are wrong after midnight').waitFor();
		await shown('Closes #12').waitFor();
		const lens = (text: string) =>
			workbench().page.locator('.codelens-decoration', { hasText: text }).first().waitFor();
		await lens('Create Draft Pull Request…');
		await lens('octo/tally');
		await lens('faultline/fix-12');
		await workbench().setColorTheme('Dark Modern');
		await lens('1 file will be sent');
		await workbench().screenshot('delivery-preview-dark');
		await workbench().setColorTheme('Light Modern');
		await lens('1 file will be sent');
		await workbench().screenshot('delivery-preview-light');
	});

	it('shows the changes that are sent', async () => {
		await workbench().page.locator('.codelens-decoration a', { hasText: '1 file will be sent' }).first().click();
		await workbench().page.locator('.monaco-diff-editor').first().waitFor();
		await shown('% MINUTES_PER_DAY').waitFor();
		await workbench().screenshot('delivery-changes');
		await workbench().runCommand('View: Close Editor');
	});

	it('previews it as GitHub shows it', async () => {
		await workbench().page.locator('.codelens-decoration a', { hasText: 'Preview' }).first().click();
		await workbench().page.locator('.tab', { hasText: 'Preview Pull Request.md' }).waitFor();
		await workbench().page.waitForTimeout(1500);
		await workbench().screenshot('delivery-markdown');
	});
});
