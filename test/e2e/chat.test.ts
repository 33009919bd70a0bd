import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useWorkbench } from './useWorkbench';

/** VS Code's own chat, which works without an account where an extension offers models. Each step continues from the one before. */
describe('a chat of VS Code', function () {
	this.bail(true);
	const workbench = useWorkbench(
		{ folder: 'sample/python', chatModels: true, settings: { 'chat.disableAIFeatures': false } },
		/copilot|github|Canceled|sign.?in/i,
	);

	const answers = (): Locator => workbench().page.locator('.interactive-item-container.interactive-response');

	async function send(text: string): Promise<Locator> {
		const { page } = workbench();
		const n = await answers().count();
		await page.keyboard.type(text, { delay: 10 });
		await page.locator('.chat-input-container', { hasText: text.slice(-10) }).waitFor();
		await page.keyboard.press('Enter');
		const answer = answers().nth(n);
		await answer.waitFor();
		return answer;
	}

	it('offers the participant, whose run is the one of the view', async () => {
		const { page } = workbench();
		// VS Code asks extensions for their models when one is wanted.
		await workbench().runCommand('Faultline: Choose Model');
		await workbench().quickPickRows().filter({ hasText: 'Test default' }).waitFor();
		await page.keyboard.press('Escape');
		await workbench().runCommand('Chat: Open Chat');
		await page.locator('.chat-input-toolbars .action-label', { hasText: /^Test / }).click();
		await page.getByPlaceholder('Search models').fill('Test default');
		await page.keyboard.press('Enter');
		await page.locator('.chat-input-toolbars .action-label', { hasText: 'Test default' }).waitFor();
		await workbench().runCommand('Chat: Open Chat');
		const answer = await send(
			'@faultline /locate The report has negative hours: minutes_between subtracts entries that end after midnight',
		);
		await answer.getByRole('button', { name: 'Show Run' }).waitFor();
		const shown = (await answer.innerText()).replaceAll('\u200b', '').replaceAll('\u00a0', ' ');
		assert.match(
			shown,
			/: the fix changes minutes_between\. [\s\S]*1\. [\w, ]*minutes_between[\w, ]* · (?:very )?likely · clock\.py[\s\S]*def minutes_between/,
		);
		await workbench().screenshot('chat-located');
		await answer.getByRole('button', { name: 'Show Run' }).click();
		const frame = await workbench().webviewFrame();
		await frame.getByText('The report has negative hours').first().waitFor();
		await workbench().screenshot('chat-run');
	});

	it("explains a location with the chat's model, once the user has seen what is sent", async () => {
		await workbench().runCommand('Chat: Open Chat');
		const answer = await send('@faultline /explain 1 why this one?');
		await answer.getByRole('button', { name: 'Review' }).click();
		const frame = await workbench().webviewFrame();
		await frame.getByText('VS Code (faultline-test)').first().waitFor();
		await workbench().screenshot('chat-review');
		await frame.getByRole('button', { name: 'Start', exact: true }).click();
		await answer.getByText('Hello there.').waitFor();
		await workbench().screenshot('chat-explained');
	});

	it('offers the agent', async () => {
		const { page } = workbench();
		await workbench().runCommand('Chat: Open Chat');
		await page.locator('.chat-input-toolbars .action-label', { hasText: /^Agent$/ }).click();
		const row = page.locator('.action-widget .monaco-list-row', { hasText: 'faultline' });
		await row.waitFor();
		await workbench().screenshot('chat-agent');
		await row.click();
		await page.locator('.chat-input-toolbars .action-label', { hasText: 'faultline' }).waitFor();
	});

	it('runs no program that the user refuses', async () => {
		const { page } = workbench();
		await workbench().runCommand('Agent: Measure the Tests');
		const dialog = page.locator('.monaco-dialog-box', { hasText: 'Run the tests of this project?' });
		await dialog.waitFor();
		await workbench().screenshot('chat-consent');
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await page.getByText('The call was refused').first().waitFor();
	});
});
