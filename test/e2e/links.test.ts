import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { exampleEvents } from '../support/exampleRun';
import { exported } from '../support/sharedRuns';
import { useWorkbench } from './useWorkbench';

/** Links from outside, as VS Code passes them on. Each step continues from the previous one. */
describe('a link to Faultline', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' }, /A link to Faultline was not followed/);
	const dialog = () => workbench().page.locator('.monaco-dialog-box');

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	/** Follows a link, and answers VS Code's own question whether Faultline may open it. */
	async function follow(link: string): Promise<void> {
		await workbench().runCommand('Developer: Open URL');
		await workbench().typeIntoQuickInput(`code-oss://faultline.faultline${link}`);
		await workbench().page.keyboard.press('Enter');
		await dialog().filter({ hasText: 'to open this URI' }).waitFor();
		await dialog().locator('.monaco-button', { hasText: 'Open' }).click();
	}

	it('shows which issue it opens and from where, and reads nothing before the user agrees', async () => {
		await follow(`/issue?url=${encodeURIComponent('https://github.com/some/tally/issues/12')}`);
		const asked = dialog().filter({ hasText: 'Open issue #12 of some/tally from a link?' });
		await asked.waitFor();
		assert.match(
			await asked.innerText(),
			/Its text is read from github\.com[\s\S]*Nothing is located before you start it/,
		);
		await workbench().screenshot('link-issue');
		await asked.locator('.monaco-button', { hasText: 'Cancel' }).click();
		await asked.waitFor({ state: 'detached' });
	});

	it('is refused where it leads to another server', async () => {
		await follow(`/issue?url=${encodeURIComponent('https://evil.example/a/b/-/issues/1')}`);
		await workbench().notification('A link to Faultline was not followed: it leads to https://evil.example');
		await workbench().screenshot('link-refused');
		await workbench().runCommand('Notifications: Clear All Notifications');
	});

	it('shows which run file it opens, and then the run, which is not started', async () => {
		const file = join(workbench().folder, '..', 'linked.json');
		writeFileSync(file, await exported(exampleEvents(), 'json'));
		await follow(`/run?file=${encodeURIComponent(file)}`);
		const asked = dialog().filter({ hasText: 'Open a run file from a link?' });
		await asked.waitFor();
		assert.ok((await asked.innerText()).includes(file));
		await workbench().screenshot('link-run');
		await asked.locator('.monaco-button', { hasText: 'Open' }).click();
		await (await view('.replay >> text=Replay of linked.json')).waitFor();
		await (await view('.row-location')).first().waitFor();
		const indexing = workbench().page.locator('.action-label[aria-label="Cancel Indexing"]').first();
		await indexing.waitFor({ state: 'detached' });
		await workbench().screenshot('link-run-opened');
	});
});
