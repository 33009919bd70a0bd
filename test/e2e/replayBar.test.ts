import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { exampleRun } from '../support/exampleRun';
import { snapshotOf } from '../support/snapshotOf';
import { launchChromium } from '../vscode/launchChromium';
import { PageAlone } from './pageAlone';

/** The page by itself: the test is the host, and decides when a step is shown. */
describe('the controls of a replay', () => {
	let browser: Browser;
	let alone: PageAlone;

	before(async () => {
		browser = await launchChromium();
	});
	beforeEach(async () => {
		alone = await PageAlone.open(browser, { place: 'sidebar', widthPx: 300 });
	});
	afterEach(async () => {
		await alone.close();
	});
	after(async () => {
		await browser.close();
	});

	const show = (at: number) =>
		alone.post({ ...snapshotOf(exampleRun()), replay: { at, nMoments: 3, label: `Moment ${at}`, file: 'run.json' } });

	it('play step by step until they are paused, and start again at the end', async () => {
		await alone.page.emulateMedia({ reducedMotion: 'no-preference' });
		await show(0);
		await alone.page.locator('button[aria-label=Play]').click();
		await alone.untilSent({ type: 'replay', to: 1 });
		await show(1);
		await alone.untilSent({ type: 'replay', to: 2 });
		await show(2);
		await alone.page.locator('button[aria-label=Play]').waitFor();
		await alone.page.locator('button[aria-label=Play]').click();
		await alone.untilSent({ type: 'replay', to: 0 });
		await show(0);
		await alone.page.locator('button[aria-label=Pause]').click();
		await alone.page.locator('button[aria-label=Play]').waitFor();
		await alone.screenshot('replay-bar');
	});

	it('do not play where reduced motion is preferred, and are closed', async () => {
		await show(1);
		await alone.page.locator('text=Replay of run.json').waitFor();
		assert.equal(await alone.page.locator('button[aria-label=Play]').count(), 0);
		await alone.page.locator('text=Close Replay').click();
		await alone.untilSent({ type: 'replay', to: 'close' });
	});
});
