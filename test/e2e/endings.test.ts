import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { endReasons, reasonText } from '../../src/runs/pure/fold/pathEnding';
import type { Run } from '../../src/runs/pure/fold/run';
import { emptyRun, endedAside, endedFeedback } from '../support/endedRuns';
import { snapshotOf } from '../support/snapshotOf';
import { launchChromium } from '../vscode/launchChromium';
import { accessibilityProblems } from './accessibilityProblems';
import { cutOff } from './cutOff';
import { PageAlone, type PageOptions } from './pageAlone';

/** Who stopped a run, or pruned a branch, knows; the state of the run is above the phases. */
const known: Readonly<Record<string, string | undefined>> = {
	cancelled: 'Cancelled. The results so far are kept.',
	failed: 'The model cannot be reached.',
	interrupted: 'This run was interrupted. Its results are kept.',
	pruned: 'Patch 1',
};

describe('the end of what is not shown, in a sidebar of 300 px', () => {
	let browser: Browser;
	let alone: PageAlone;

	before(async () => {
		browser = await launchChromium();
	});

	afterEach(() => alone.close());

	after(() => browser.close());

	/** Fails unless these texts are on screen without scrolling, and nothing is cut off. */
	async function assertSeen(
		run: Run,
		texts: readonly string[],
		name: string,
		options: PageOptions = {},
	): Promise<void> {
		alone = await PageAlone.open(browser, { place: 'sidebar', widthPx: 300, ...options });
		await alone.post(snapshotOf(run, { session: { live: false, resumable: run.state !== 'done', pausing: false } }));
		await alone.page.locator('.row').first().waitFor();
		for (const text of texts) {
			const shown = alone.page.getByText(text).first();
			await shown.waitFor();
			const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {};
			assert.ok(y >= 0 && y + height <= 800, `${text} at ${y} px`);
		}
		await alone.screenshot(name);
		assert.deepEqual(await cutOff(alone.page), []);
		assert.deepEqual(await accessibilityProblems(alone.page.mainFrame()), []);
	}

	for (const reason of endReasons) {
		it(`is seen in one glance: ${reason}`, async () => {
			const run = endedFeedback(reason);
			const { next, why } = reasonText(reason, run);
			const own = known[reason];
			await assertSeen(run, own === undefined ? [next, why] : [own], `ending-${reason}`);
		});
	}

	it('is seen in one glance: a step beside the search, in high contrast, too', async () => {
		const texts = ['Compare the patches yourself.', 'The model could not compare the patches.'];
		await assertSeen(endedAside('failed'), texts, 'ending-aside');
		await alone.close();
		await assertSeen(endedAside('failed'), texts, 'ending-aside-contrast', { theme: 'high-contrast' });
	});

	it('is seen in one glance: a run without a result', async () => {
		await assertSeen(emptyRun('fix'), ['This run led to no patch.'], 'ending-no-patch');
		await alone.close();
		await assertSeen(emptyRun(undefined), ['This run led to no location.'], 'ending-no-location');
	});
});
