import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ScriptedReply } from '../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { accessibilityProblems } from './accessibilityProblems';
import { useWorkbench } from './useWorkbench';

const probed: ScriptedReply = { toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] };

const patch: ScriptedReply = {
	text: `The end lies on the next day when it is before the start.

\`\`\`
<file>tally/clock.py</file>
<original>
    return end - start
</original>
<patched>
    return (end - start) % MINUTES_PER_DAY
</patched>
\`\`\``,
	usage: { input: 1800, output: 120 },
};

const submitted: ScriptedReply = { toolCalls: [{ name: 'submit', arguments: {} }] };
const approved: ScriptedReply = { text: '{"patch-analysis": "It wraps around at midnight.", "patch-correct": true}' };

/** From a bug located without a model to the review of its patch, by the primary button alone. */
describe('the next step', function () {
	this.bail(true);
	let server: ScriptedModelServer;

	before(async () => {
		server = await startScriptedModelServer();
		server.script(body => {
			const sent = JSON.stringify(body);
			return sent.includes('patch-correct')
				? approved
				: sent.includes('Changed.')
					? submitted
					: sent.includes('<issue>')
						? patch
						: probed;
		});
	});

	const workbench = useWorkbench(() => ({
		folder: 'sample/python',
		settings: { 'faultline.endpoints': [{ name: 'Lab', baseUrl: server.baseUrl, model: 'gpt-lab' }] },
	}));

	after(async () => {
		await server.close();
		server.assertNothingUnexpected();
	});

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	async function primary(text: string): Promise<Locator> {
		const button = (await view('button.primary')).filter({ hasText: text });
		await button.waitFor();
		assert.equal(await (await view('button.primary')).count(), 1);
		return button;
	}

	it('is to locate', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await (await view('textarea#issue')).fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await (await primary('Locate')).click();
	});

	it('is then to choose a model, with which a patch is written', async () => {
		await (await primary('Choose a Model to Write a Patch…')).click();
		await workbench().quickPickRows().filter({ hasText: 'gpt-lab' }).first().click();
		const dialog = workbench().page.locator('.monaco-dialog-box');
		await dialog.getByText('Let Faultline run programs that gpt-lab writes?').waitFor();
		await dialog.getByRole('button', { name: 'Only Write Patches' }).click();
		await (await primary('Start')).click();
	});

	it('is then to review the patch, in an editor', async () => {
		const review = await primary('Review Patch 1');
		assert.match(await (await view('li[aria-current=step]')).innerText(), /^Review/);
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
		await workbench().screenshot('next-review');
		await review.click();
		await workbench().page.locator('.codelens-decoration', { hasText: 'Accept' }).first().waitFor();
		await workbench().screenshot('next-reviewing');
	});
});
