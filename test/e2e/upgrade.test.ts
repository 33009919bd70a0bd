import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { createScratchFolder } from '../support/scratchFolder';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { installExtension } from '../vscode/vsCodeServer';
import { makePackage } from './makePackage';
import { useWorkbench } from './useWorkbench';

const key = 'q8Zt4LmW0pXv7RkB';
/** The package of an earlier version, such as 0.1.0 of commit f16ca8a0. */
const earlier = process.env.FAULTLINE_EARLIER_PACKAGE;

if (earlier === undefined) {
	describe('an upgrade', () => {
		it('keeps what a user has', function () {
			console.log('      left out: FAULTLINE_EARLIER_PACKAGE=FILE.vsix names the package to upgrade from');
			this.skip();
		});
	});
} else {
	/** What a user has in the earlier version, and then in this one. Each step continues from the previous one. */
	describe('an upgrade', function () {
		this.bail(true);
		const scratch = createScratchFolder('upgrade');
		const workbench = useWorkbench({ folder: 'sample/python', installed: earlier });
		let server: ScriptedModelServer;

		before(async () => {
			server = await startScriptedModelServer();
			server.page('GET /v1/models', { data: [{ id: 'small' }, { id: 'big' }] });
			server.script(() => ({ text: 'Hello' }));
		});
		after(async () => {
			scratch.remove();
			await server.close();
		});

		const quickInput = () => workbench().page.locator('.quick-input-widget input:visible').first();

		async function view(selector: string): Promise<Locator> {
			return (await workbench().webviewFrame()).locator(selector);
		}

		async function choose(row: string): Promise<void> {
			await workbench().quickPickRows().filter({ hasText: row }).first().click();
		}

		async function answer(title: string, text: string): Promise<void> {
			await workbench().page.locator('.quick-input-title', { hasText: title }).waitFor();
			await quickInput().fill(text);
			await workbench().page.keyboard.press('Enter');
		}

		/** Waits for the message that the model answers, and clears it. */
		async function answers(): Promise<void> {
			await workbench().notification('small answers at');
			await workbench().runCommand('Notifications: Clear All Notifications');
		}

		it('begins with a run of the earlier version', async () => {
			await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
			await workbench().runCommand('Faultline: Locate Bug from Issue');
			await choose('Paste or type the issue');
			const box = await view('textarea');
			await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
			await box.press('Control+Enter');
			await (await view('.row-location')).first().waitFor();
			await (await view('footer >> text=Locate Another Bug')).waitFor();
		});

		it('and with an endpoint and its key', async () => {
			await workbench().runCommand('Faultline: Choose Model');
			await choose('Add an endpoint');
			await choose('https://api.openai.com/v1');
			await answer('Address of OpenAI', server.baseUrl);
			await workbench().page.locator('.quick-input-widget input[type=password]:visible').waitFor();
			await answer('API key', key);
			await workbench().page.locator('.quick-input-title', { hasText: 'Models of' }).waitFor();
			await choose('small');
			await answers();
			await workbench().screenshot('upgrade-before');
		});

		it('has the run, the settings and the key in this version', async () => {
			const file = join(scratch.path, 'faultline.vsix');
			makePackage(file);
			installExtension(file, workbench());
			const loaded = workbench().page.waitForEvent('load');
			await workbench().runCommand('Developer: Reload Window');
			await loaded;
			// The view shows the run of the last window again.
			await (await view('.row-location')).filter({ hasText: 'minutes_between' }).first().waitFor();
			const nBefore = server.requests.length;
			await workbench().runFromView('Test Model Connection');
			await answers();
			assert.ok(server.requests.length > nBefore);
			assert.equal(server.requests.at(-1)?.headers.authorization, `Bearer ${key}`);
			await workbench().runCommand('Faultline: Show Runs');
			await workbench().quickPickRows().filter({ hasText: 'after midnight' }).first().waitFor();
			await workbench().screenshot('upgrade-after');
		});
	});
}
