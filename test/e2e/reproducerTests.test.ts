import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { RunFiles } from '../../src/runs/node/runFiles';
import { patchRunEvents } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { createScratchFolder } from '../support/scratchFolder';
import { storageFolder } from './seededRun';
import { useWorkbench } from './useWorkbench';

const runId = '20260101-000000-000-beef';
const wrong = 'export const total = prices =>\n\tprices.length;\n';
const right = wrong.replace('prices.length', 'prices.reduce((sum, price) => sum + price, 0)');

const reproducer = {
	...{ id: 't1', language: 'javascript', file: 'faultline_reproducer.mjs' },
	text: "import assert from 'node:assert';\nimport { total } from './cart.mjs';\n\nassert.equal(total([20, 22]), 42);\n",
};

/** A reproducer as a test, debugged with a debugger of VS Code. Each step continues from the previous one. */
describe('debugging a reproducer in the Testing view', function () {
	this.bail(true);
	const project = createScratchFolder('cart');
	writeFileSync(join(project.path, 'cart.mjs'), wrong);
	const workbench = useWorkbench({ folder: project.path });
	after(() => project.remove());

	const row = (): Locator => workbench().page.locator('.test-explorer .monaco-list-row', { hasText: 'Totals are' });

	const openTesting = () => workbench().runCommand('Testing: Focus on Test Explorer View');

	async function debug(): Promise<void> {
		await openTesting();
		await row().hover();
		await row().locator('[aria-label*="Debug Test"]').first().click();
		await workbench().page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run', exact: true }).click();
	}

	const stopped = () => workbench().page.locator('.monaco-editor .debug-top-stack-frame-line').first().waitFor();

	async function seed(): Promise<void> {
		const runs = new RunFiles(await storageFolder(workbench().userDataDir), new RecordedLog());
		const bodies = patchRunEvents(runId, 'Totals are wrong', []).map(body =>
			body.type === 'reproducerWritten' ? { ...body, reproducer } : body,
		);
		for (const event of numbered(bodies)) {
			await runs.append(runId, { ...event, at: Date.UTC(2026, 0, 1) + event.seq });
		}
		await runs.close();
	}

	it('stops at a breakpoint of the workspace, though a copy runs', async () => {
		await workbench().runCommand('Faultline: Rebuild Index');
		const icon = workbench().page.locator('.activitybar .action-label[aria-label^="Testing"]');
		assert.equal(await icon.count(), 0, 'there is nothing to test yet');
		await seed();
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().first().click();
		await (await workbench().webviewFrame()).locator('footer >> text=Write a Patch').waitFor();
		await icon.waitFor();
		await openTesting();
		await row().waitFor();
		await workbench().runCommand('Go to File...');
		await workbench().typeIntoQuickInput('cart.mjs');
		await workbench().quickPickRows().first().click();
		await workbench().page.locator('.monaco-editor .view-line', { hasText: 'prices.length' }).click();
		await workbench().runCommand('Debug: Toggle Breakpoint');
		await debug();
		await stopped();
		await workbench().screenshot('debug-stopped');
		await workbench().page.locator('.tab.active', { hasText: 'cart.mjs' }).waitFor();
	});

	it('is red when the program ends by its assertion', async () => {
		await workbench().runCommand('Debug: Continue');
		await openTesting();
		await row().locator('.codicon-testing-failed-icon').waitFor();
		await workbench().screenshot('debug-red');
	});

	it('begins again when the user restarts it', async () => {
		await debug();
		await stopped();
		await workbench().runCommand('Debug: Restart');
		await workbench().page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run', exact: true }).click();
		await stopped();
	});

	it('reports no verdict when the user stops it', async () => {
		await workbench().runCommand('Debug: Stop');
		await openTesting();
		await row().locator('.codicon-testing-skipped-icon').waitFor();
		await workbench().screenshot('debug-stopped-by-user');
	});

	it('is green when the program ends well', async () => {
		writeFileSync(join(workbench().folder, 'cart.mjs'), right);
		await workbench().page.locator('.monaco-editor .view-line', { hasText: 'reduce' }).waitFor();
		await debug();
		await stopped();
		await workbench().runCommand('Debug: Continue');
		await openTesting();
		await row().locator('.codicon-testing-passed-icon').waitFor();
		await workbench().screenshot('debug-green');
	});
});
