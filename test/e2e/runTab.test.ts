import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { accessibilityProblems } from './accessibilityProblems';
import { pressUntil } from './isShownSoon';
import { useWorkbench } from './useWorkbench';

/** The run as a tab beside native editors. Each step continues from the previous one. */
describe('the run in a tab', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });

	async function inTab(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame('tab')).locator(selector);
	}

	async function inSidebar(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame('sidebar')).locator(selector);
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame('tab')), []);
	}

	/** The tab of the run, in whatever group it is. */
	function tab(text = 'Run: '): Locator {
		return workbench().page.locator('.tab', { hasText: text });
	}

	it('begins with the issue, as the sidebar does', async () => {
		await workbench().runFromView('Open Run in Editor');
		await (await inTab('textarea#issue')).waitFor();
		assert.equal(await (await inTab('button.primary')).count(), 1);
		await (await inTab('text=No account, no key')).waitFor();
		await assertAccessible();
		await workbench().screenshot('tab-first-open');
	});

	it('shows the same run as the sidebar, both in step', async () => {
		const box = await inTab('textarea#issue');
		await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await box.press('Control+Enter');
		await (await inTab('.row-location')).first().waitFor();
		await tab('Run: Entries that end after midnight').waitFor();
		await (await inSidebar('.row-location')).first().waitFor();
		await (await inTab('.row-location')).first().hover();
		await (await inTab('.row-location .icon-button')).first().click();
		const counted = { hasText: /locations?, (?:\d+ less likely, )?1 dismissed/ };
		await (await inTab('.row-locations')).filter(counted).waitFor();
		await (await inSidebar('.row-locations')).filter(counted).waitFor();
		await (await inSidebar('.row-location')).first().hover();
		await (await inSidebar('.row-location .icon-button')).first().click();
		await (await inTab('.row-locations')).filter({ hasNotText: 'dismissed' }).waitFor();
	});

	it('uses the width', async () => {
		const steps = await (await inTab('nav li')).all();
		const tops = await Promise.all(steps.map(async step => (await step.boundingBox())?.y ?? 0));
		assert.deepEqual(
			[...tops].sort((a, b) => a - b),
			tops,
		);
		assert.equal(new Set(tops).size, 4);
		await (await inTab('h1:visible')).waitFor();
		await assertAccessible();
		await workbench().screenshot('tab-wide');
	});

	it('opens code beside it, in an editor, and stays on screen', async () => {
		await (await inTab('.row-location .title')).first().click();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await workbench().page.locator('.monaco-editor .view-line:has-text("def minutes_between")').first().waitFor();
		assert.equal(await workbench().page.locator('.editor-group-container').count(), 2);
		await tab().and(workbench().page.locator('.active')).waitFor();
		await (await inTab('.row-location')).first().waitFor();
		await workbench().screenshot('tab-beside');
		// The second one opens in the same group.
		await (await inTab('.row-location .title')).nth(2).click();
		await workbench()
			.page.locator('.tab.active', { hasText: /entries|clock|report/ })
			.first()
			.waitFor();
		assert.equal(await workbench().page.locator('.editor-group-container').count(), 2);
		await assertAccessible();
	});

	it('is used by keyboard alone', async () => {
		await workbench().runFromView('Open Run in Editor');
		const frame = await workbench().webviewFrame('tab');
		const row = frame.locator('[role=treeitem][tabindex="0"]');
		const search = frame.locator('.node-search input');
		const step = frame.locator('nav button[tabindex="0"], nav button').first();
		await pressUntil(row, ['Home', 'ArrowLeft'], frame.locator('.row-phase:focus[aria-expanded=false]'));
		await pressUntil(row, ['Shift+Tab'], frame.locator('.node-search input:focus'));
		await pressUntil(search, ['Shift+Tab'], frame.locator('nav button:focus'));
		await pressUntil(step, ['Enter'], frame.locator('.row-phase:focus'));
		await pressUntil(row, ['Home', 'ArrowRight'], frame.locator('.row-phase[aria-expanded=true]').first());
		await pressUntil(row, ['Tab'], frame.locator('footer button.primary:focus'));
	});

	it('has the same menus as the sidebar', async () => {
		await (await inTab('.row-location .title')).first().click({ button: 'right' });
		await workbench().page.getByText('Not the Bug', { exact: true }).waitFor();
		await workbench().screenshot('tab-menu');
		await workbench().page.keyboard.press('Escape');
	});

	for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast', 'Light Modern'] as const) {
		it(`can be read in ${theme}`, async () => {
			await workbench().setColorTheme(theme);
			await assertAccessible();
			await workbench().screenshot(`tab-${theme.toLowerCase().replaceAll(' ', '-')}`);
		});
	}

	it('fits at twice the size', async () => {
		await workbench().page.setViewportSize({ width: 700, height: 450 });
		await workbench().page.waitForTimeout(500);
		for (const frame of [await workbench().webviewFrame('tab'), await workbench().webviewFrame('sidebar')]) {
			assert.equal(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
			assert.equal(await frame.locator('footer button.primary').count(), 1);
		}
		await workbench().screenshot('tab-zoom-200');
		await workbench().page.setViewportSize({ width: 1400, height: 900 });
	});

	it('is there again after a reload of the window', async () => {
		const loaded = workbench().page.waitForEvent('load');
		await workbench().runCommand('Developer: Reload Window');
		await loaded;
		await tab('Run: Entries that end after midnight').waitFor();
		await (await inTab('.row-location')).first().waitFor();
		await workbench().screenshot('tab-restored');
	});
});
