import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patchOf } from '../support/patchRun';
import { seedRun, storageFolder, textOf } from './seededRun';
import { useWorkbench } from './useWorkbench';

const runId = '20260101-000000-000-abcd';
const sample = 'sample/python';
const clock = 'tally/clock.py';
const tasks = '.vscode/tasks.json';

describe('accepting a patch with a file that runs by itself', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: sample });
	const row = async (text: string) =>
		(await workbench().webviewFrame()).locator('[role=treeitem]', { hasText: text }).first();
	const lens = (text: string) => workbench().page.locator('.codelens-decoration', { hasText: text }).first();
	const after = '{\n\t"version": "2.0.0",\n\t"tasks": [{ "label": "x", "type": "shell", "command": "x" }]\n}\n';

	it('warns in the list', async () => {
		await workbench().runCommand('Faultline: Rebuild Index');
		const before = textOf(sample, clock);
		const fixed = before.replace('return end - start', 'return (end - start) % MINUTES_PER_DAY');
		const patch = patchOf('p1', { path: clock, before, after: fixed }, { path: tasks, after });
		await seedRun(
			await storageFolder(workbench().userDataDir),
			runId,
			[patch],
			'Totals \u001b]0;OWNED\u0007\u202ewrong',
		);
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().first().click();
		await (await row('tasks.json')).waitFor();
		// The title is hostile: it is shown without what it could hide behind.
		const frame = await workbench().webviewFrame();
		await frame.getByText('Totals ]0;OWNED\\u{202E}wrong').first().waitFor();
		await workbench().screenshot('self-running-list');
		assert.match(await (await row('tasks.json')).innerText(), /Runs by itself/);
	});

	it('leaves it pending when all is accepted, and says why', async () => {
		await workbench().runCommand('Faultline: Accept Patch');
		const notification = await workbench().notification('Left pending: .vscode/tasks.json');
		await workbench().screenshot('self-running-left');
		assert.match(readFileSync(join(workbench().folder, clock), 'utf8'), /MINUTES_PER_DAY/);
		assert.equal(existsSync(join(workbench().folder, tasks)), false);
		await notification.getByText('Show Change').click();
		await lens('Runs by itself').waitFor();
		await workbench().page.waitForTimeout(800);
		await workbench().screenshot('self-running-lens');
	});

	it('creates it when its own change is accepted', async () => {
		await lens('Create File').locator('a', { hasText: 'Create File' }).click();
		await lens('All changes decided').waitFor();
		assert.equal(readFileSync(join(workbench().folder, tasks), 'utf8'), after);
	});
});
