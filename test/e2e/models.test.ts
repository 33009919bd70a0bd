import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { useWorkbench } from './useWorkbench';

const key = 'q8Zt4LmW0pXv7RkB';

/** Choosing a model as a user does. Each step continues from the previous one. */
describe('choosing a model', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python', chatModels: true });
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
		server.page('GET /v1/models', { data: [{ id: 'small' }, { id: 'big' }] });
		server.script(() => ({ text: 'Hello' }));
	});

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	async function choose(row: string): Promise<void> {
		await workbench().quickPickRows().filter({ hasText: row }).first().click();
	}

	/** The mode in use, below the issue box. */
	async function mode(text: string): Promise<void> {
		await (await workbench().webviewFrame()).locator('.workspace-line', { hasText: text }).waitFor();
	}

	async function answer(title: string, text: string): Promise<void> {
		await workbench().page.locator('.quick-input-title', { hasText: title }).waitFor();
		await workbench().page.locator('.quick-input-widget input:visible').first().fill(text);
		await workbench().page.keyboard.press('Enter');
	}

	/** The text of a notification, which is cleared. */
	async function notified(part: string): Promise<string> {
		const text = await (await workbench().notification(part)).innerText();
		await workbench().runCommand('Notifications: Clear All Notifications');
		return text;
	}

	it('starts with none: the embedded localizer', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await mode('Embedded');
	});

	it('offers the models of VS Code, and the view names the one that was picked', async () => {
		await workbench().runCommand('Faultline: Choose Model');
		await workbench().quickPickRows().filter({ hasText: 'Test toolcall' }).first().waitFor();
		await workbench().screenshot('choose-model');
		await choose('Test toolcall');
		await mode('VS Code: toolcall');
	});

	it('reports the capabilities of the model', async () => {
		await workbench().runFromView('Test Model Connection');
		assert.match(await notified('answers at VS Code (faultline-test)'), /Test toolcall answers.*It calls tools\./);
	});

	it('adds an endpoint with a key and a model of its list', async () => {
		await workbench().runCommand('Faultline: Choose Model');
		await choose('Add an endpoint');
		// Not by its name, which is in a row of the first picker, too.
		await choose('https://api.openai.com/v1');
		await answer('Address of OpenAI', server.baseUrl);
		await workbench().page.locator('.quick-input-widget input[type=password]:visible').waitFor();
		await workbench().screenshot('endpoint-key');
		await answer('API key', key);
		await workbench().page.locator('.quick-input-title', { hasText: 'Models of' }).waitFor();
		await choose('small');
		await mode(`Endpoint: ${new URL(server.baseUrl).host}`);
		assert.match(await notified('small answers at'), /It answers in prose/);
		assert.equal(server.requests.at(-1)?.headers.authorization, `Bearer ${key}`);
	});

	it('keeps the key in no file of VS Code', async () => {
		const files = readdirSync(workbench().userDataDir, { recursive: true, withFileTypes: true })
			.filter(entry => entry.isFile())
			.map(entry => join(entry.parentPath, entry.name));
		const holding = (text: string) => files.filter(file => readFileSync(file).includes(text));
		assert.ok(holding('OpenAI small').length > 0, 'the settings are elsewhere');
		assert.deepEqual(holding(key), []);
	});

	it('removes an endpoint from its row, and the embedded localizer takes over', async () => {
		await workbench().runCommand('Faultline: Choose Model');
		const row = workbench().quickPickRows().filter({ hasText: 'OpenAI small' }).first();
		await row.hover();
		await row.locator('.action-label[aria-label="Remove endpoint"]').click();
		await workbench().page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Remove' }).first().click();
		await mode('Embedded');
	});
});
