import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { createScratchFolder } from '../support/scratchFolder';
import { isShownSoon } from './isShownSoon';
import { makePackage } from './makePackage';
import { useWorkbench } from './useWorkbench';

/** The package, installed; after its page, from the sample to the reasons for a location: by keyboard alone. */
describe('the installed package', function () {
	this.bail(true);
	const scratch = createScratchFolder('vsix');
	const vsix = join(scratch.path, 'faultline.vsix');
	let printed = '';
	before(() => {
		printed = makePackage(vsix);
	});
	const workbench = useWorkbench({ installed: vsix });
	after(() => scratch.remove());

	const page = () => workbench().page;
	const press = (...keys: readonly string[]) =>
		keys.reduce((before, key) => before.then(() => page().keyboard.press(key)), Promise.resolve());

	async function runByKeyboard(title: string): Promise<void> {
		const row = workbench().quickPickRows().filter({ hasText: title }).first();
		// The palette does not show a command that was registered after it was opened: it is opened again.
		for (let isListed = false; !isListed; isListed = await isShownSoon(row)) {
			await press('F1');
			await page().locator('.quick-input-widget input:focus').waitFor();
			await press('Control+A');
			await page().keyboard.type(`>${title}`);
		}
		await press('Enter');
	}

	/** Moves the focus forward until it is on this button. */
	async function focusButton(label: string): Promise<void> {
		const focused = page().locator('.monaco-button:focus', { hasText: label });
		for (let nTabs = 0; nTabs < 60 && (await focused.count()) === 0; nTabs++) {
			await press('Tab');
		}
		await focused.waitFor();
	}

	/** The tick of a step of the walkthrough that is done. */
	const ticked = (step: string) =>
		page().locator(`.gettingStartedContainer [data-done-step-id$="#${step}"].complete:visible`);

	it('is made without a warning, and of the same bytes in another time zone', () => {
		const again = join(scratch.path, 'again.vsix');
		const printedAgain = makePackage(again, { TZ: 'Asia/Tokyo' });
		assert.match(printed, /DONE/);
		assert.doesNotMatch(printed + printedAgain, /warn|error/i);
		const nFiles = Number(/Packaged: .*\((\d+) files/.exec(printed)?.[1]);
		assert.ok(nFiles > 100 && nFiles <= 200, `${nFiles} files`);
		assert.ok(statSync(vsix).size <= 4 * 1024 * 1024, `${statSync(vsix).size} bytes`);
		assert.ok(readFileSync(vsix).equals(readFileSync(again)));
	});

	it('has a page with its icon, and without a broken picture', async () => {
		await runByKeyboard('Extensions: Show Installed Extensions');
		const row = page().locator('.extensions-list .monaco-list-row', { hasText: 'From an issue to the lines' });
		await row.first().click();
		await page().locator('.extension-editor .icon[src*="icon.png"]').waitFor();
		const shown = await pageOfExtension(page());
		const widths = await shown
			.locator('img')
			.evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth));
		await workbench().screenshot('extension-page');
		assert.ok(widths.every(width => width > 0));
	});

	it('opens the sample, and continues its walkthrough there', async () => {
		const loaded = page().waitForEvent('load');
		await runByKeyboard('Faultline: Open Sample Project');
		await loaded;
		await page().locator('.gettingStartedContainer .step-title:visible', { hasText: 'Locate its bug' }).waitFor();
		await page().locator('.gettingStartedContainer .expanded .monaco-button', { hasText: 'Locate the Bug' }).waitFor();
		await ticked('sample').waitFor();
		await workbench().screenshot('walkthrough');
	});

	it('locates the bug of the sample', async () => {
		await focusButton('Locate the Bug');
		await press('Enter');
		await page()
			.locator('.statusbar-item', { hasText: /\d locations?/ })
			.waitFor();
		await ticked('locate').waitFor();
	});

	it('goes to the first location, shows the reasons, and goes to the next', async () => {
		await press('Control+F8');
		await page().locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await page().locator('.statusbar-item', { hasText: 'Ln 23' }).waitFor();
		await press('Control+K', 'Control+I');
		await page().locator('.monaco-hover:visible', { hasText: 'minutes_between' }).first().waitFor();
		await workbench().screenshot('packaged-hover');
		await press('Escape', 'Control+F8');
		await page()
			.locator('.statusbar-item', { hasText: /Ln (?!23\b)\d+/ })
			.waitFor();
	});

	it('ticks the steps of the walkthrough in this window', async () => {
		await runByKeyboard('Faultline: Open Walkthrough');
		await ticked('read').waitFor();
		await workbench().screenshot('walkthrough-ticked');
		assert.equal(await ticked('patch').count(), 0);
	});

	it('lists the run', async () => {
		await runByKeyboard('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: 'after midnight' }).first().waitFor();
		await press('Escape');
	});
});

/** The frame with the text of the extension's page, once its pictures, if it has any, are loaded. */
async function pageOfExtension(page: Page): Promise<Frame> {
	for (;;) {
		for (const frame of page.frames()) {
			const isIt = frame.evaluate(
				() =>
					document.querySelector('h1')?.textContent?.trim() === 'Faultline' &&
					[...document.images].every(image => image.complete),
			);
			if (await isIt.catch(() => false)) {
				return frame;
			}
		}
		await page.waitForTimeout(50);
	}
}
