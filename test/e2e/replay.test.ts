import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { RunFile } from '../../src/sharing/pure/exports/runFile';
import { accessibilityProblems } from './accessibilityProblems';
import { useWorkbench } from './useWorkbench';

/** All rows are drawn in a window of this size. */
const tall = { width: 1400, height: 2600 };
const usual = { width: 1400, height: 900 };

/** A node with all that is below it, an element a line. The order of attributes says in which order they were set. */
function nodeText(root: Element): string {
	const text = (node: Node): string => {
		if (!(node instanceof Element)) {
			return node.textContent ?? '';
		}
		const attributes = [...node.attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort();
		return `\n<${[node.localName, ...attributes].join(' ')}>${[...node.childNodes].map(text).join('')}`;
	};
	return text(root);
}

/** From a run to its file and back, as a user does it. Each step continues from the previous one. */
describe('a run that is shared', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });
	let live: string;

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	/** All of the view that shows the run: everything but what can be done with it. */
	async function shownDom(): Promise<string> {
		await workbench().page.setViewportSize(tall);
		await (await view('.tree')).evaluate(tree => tree.scrollTo({ top: 0 }));
		await (await view('.row-issue')).waitFor();
		const parts = await Promise.all(
			['.run-head', '.run-body'].map(async selector => (await view(selector)).evaluate(nodeText)),
		);
		return parts.join('\n');
	}

	/** Waits until the view is the live one: rows are measured, and drawn again, after they are shown. */
	async function untilLive(): Promise<void> {
		const isLive = async () => (await shownDom()) === live;
		for (let nLeft = 50; nLeft > 0 && !(await isLive()); nLeft--) {
			await sleep(200);
		}
		assert.deepEqual((await shownDom()).split('\n'), live.split('\n'));
		await workbench().page.setViewportSize(usual);
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	}

	/** Types a path into VS Code's own dialog for files, which lists the folder first. */
	async function choosePath(path: string, screenshot: string): Promise<void> {
		const { page } = workbench();
		await workbench().quickPickRows().first().waitFor();
		const input = page.locator('.quick-input-widget input[type="text"]:visible');
		await input.fill(path);
		await page.waitForFunction(
			([selector = '', text]) => document.querySelector<HTMLInputElement>(selector)?.value === text,
			['.quick-input-widget input[type="text"]', path],
		);
		await workbench().screenshot(screenshot);
		await page.locator('.quick-input-widget .quick-input-action .monaco-button:visible').first().click();
	}

	const position = () => view('.replay input[type=range]');
	const file = () => join(workbench().folder, '..', 'shared.json');

	it('is located first', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		const box = await view('textarea#issue');
		await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await box.press('Control+Enter');
		await (await view('footer >> text=Locate Another Bug')).waitFor();
		await (await view('.row-location')).first().waitFor();
		let before = '';
		for (live = await shownDom(); live !== before; live = await shownDom()) {
			before = live;
			await sleep(300);
		}
		assert.ok((await (await view('.row-node')).count()) > 2);
		await workbench().page.setViewportSize(usual);
	});

	it('is exported after a preview of what is left out', async () => {
		await workbench().runFromView('Export Run…');
		await workbench().quickPickRows().filter({ hasText: 'Run file' }).first().waitFor();
		await workbench().screenshot('export-formats');
		await workbench().quickPickRows().filter({ hasText: 'Run file' }).first().click();
		const dialog = workbench().page.locator('.monaco-dialog-box');
		await dialog.waitFor();
		await workbench().screenshot('export-preview');
		await dialog.locator('text=Save As…').click();
		await workbench().page.locator('.quick-input-title', { hasText: 'Export Run' }).waitFor();
		await choosePath(file(), 'export-save');
		while (!existsSync(file())) {
			await sleep(100);
		}
		const text = readFileSync(file(), 'utf8');
		assert.equal((JSON.parse(text) as RunFile).format, 'faultline-run');
		assert.ok(!text.includes(workbench().folder));
	});

	it('is opened from its file, and shows the same as the live view', async () => {
		await workbench().runFromView('Open Run File…');
		await workbench().page.locator('.quick-input-title', { hasText: 'Open Run File' }).waitFor();
		await choosePath(file(), 'replay-open');
		await (await view('.replay >> text=Replay of shared.json')).waitFor();
		await untilLive();
		await workbench().screenshot('replay-end');
		await assertAccessible();
	});

	it('is replayed from its beginning, step by step, by keys and by buttons', async () => {
		await (await position()).focus();
		await (await position()).press('Home');
		await (await view('.replay >> text=The run starts')).waitFor();
		assert.equal(await (await view('.row-node')).count(), 0);
		assert.equal(await (await view('.row-location')).count(), 0);
		await (await view('.replay button[aria-label="Next Step"]')).click();
		await (await view('.replay >> text=2 of')).waitFor();
		await (await position()).press('ArrowRight');
		await (await view('.replay >> text=3 of')).waitFor();
		while ((await (await view('.row-node')).count()) < 2) {
			const before = await (await view('.replay-buttons')).innerText();
			await (await position()).press('ArrowRight');
			while ((await (await view('.replay-buttons')).innerText()) === before) {
				await sleep(20);
			}
		}
		await workbench().screenshot('replay-middle');
		await assertAccessible();
		assert.match(String(await (await position()).getAttribute('aria-valuetext')), /^\d+ of \d+: \S/);
		// The window prefers reduced motion.
		assert.equal(await (await view('.replay button[aria-label="Play"]')).count(), 0);
	});

	it('shows the same as the live view at its end', async () => {
		await (await position()).press('End');
		await (await view('.replay >> text=The run ends')).waitFor();
		await untilLive();
	});

	it('cannot be changed while it is replayed, and is closed', async () => {
		await (await view('.replay >> text=Close Replay')).click();
		await (await view('.replay')).waitFor({ state: 'detached' });
		await (await view('footer >> text=Locate Another Bug')).waitFor();
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: 'opened from shared.json' }).first().waitFor();
		await workbench().page.keyboard.press('Escape');
	});
});
