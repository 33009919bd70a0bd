import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { accessibilityProblems } from './accessibilityProblems';
import { useWorkbench } from './useWorkbench';

/** The main job, from the palette to the marked lines, as a user does it. Each step continues from the previous one. */
describe('locating a bug', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });

	async function view(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame()).locator(selector);
	}

	function editor(selector: string): Locator {
		return workbench().page.locator(`.monaco-editor ${selector}`);
	}

	it('begins in the palette and leads to the issue box', async () => {
		await workbench().page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await workbench().runCommand('Faultline: Locate Bug from Issue');
		await workbench().quickPickRows().filter({ hasText: 'Paste or type the issue' }).first().click();
		const box = await view('textarea');
		await box.waitFor();
		await (await view('textarea:focus')).waitFor();
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
	});

	it('reports in the box what is wrong with an empty issue', async () => {
		const box = await view('textarea');
		await box.fill('   ');
		await box.press('Control+Enter');
		await (await view('[role=alert]')).waitFor();
		assert.match(await (await view('[role=alert]')).innerText(), /The issue is empty/);
		await box.fill('Something else');
		await (await view('[role=alert]')).waitFor({ state: 'detached' });
	});

	it('shows the rounds of the run and the locations at their end', async () => {
		const issue = readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8');
		const box = await view('textarea');
		await box.fill(issue);
		await workbench().screenshot('issue-box');
		await box.press('Control+Enter');
		await (await view('.row-location')).first().waitFor();
		await (await view('footer >> text=Locate Another Bug')).waitFor();
		const [first] = await (await view('.row-location')).allInnerTexts();
		assert.match(first ?? '', /minutes_between[\s\S]*clock\.py:\d+/);
		await workbench().screenshot('trajectory-locations');
		await (await view('.tree')).evaluate(tree => tree.scrollTo({ top: 0 }));
		await (await view('.row-node')).first().waitFor();
		await workbench().screenshot('trajectory');
	});

	it('shows the phases, and a next step that can be taken', async () => {
		const frame = await workbench().webviewFrame();
		const steps = await frame.locator('nav[aria-label=Phases] li').allInnerTexts();
		assert.deepEqual(
			steps.map(text => text.split(',')[0]?.trim()),
			['Locate', 'Reproduce', 'Patch', 'Review'],
		);
		assert.match(await frame.locator('li[aria-current=step]').innerText(), /^Locate/);
		assert.deepEqual(await frame.locator('footer button').allInnerTexts(), [
			'Choose a Model to Write a Patch…',
			'Locate Another Bug',
		]);
		await frame.locator('footer button.primary').click();
		await workbench().page.locator('.quick-input-title', { hasText: 'Choose Model' }).waitFor();
		await workbench().page.keyboard.press('Escape');
		await frame.locator('footer button.primary').waitFor();
	});

	it('follows typing with the lines of a location', async () => {
		const path = (await view('.row-location .path')).first();
		const before = await path.innerText();
		const [, start] = /:(\d+)/.exec(before) ?? assert.fail(before);
		await (await view('.row-location .title')).first().click();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await workbench().page.locator('.editor-instance .monaco-editor.focused').waitFor();
		await workbench().page.keyboard.press('Control+Home');
		await workbench().page.keyboard.type('#');
		await workbench().page.keyboard.press('Enter');
		await path.filter({ hasText: `:${Number(start) + 1}` }).waitFor();
		await workbench().page.keyboard.press('Control+Z');
		await workbench().page.keyboard.press('Control+Z');
		await path.filter({ hasText: `:${start}` }).waitFor();
	});

	it('is a tree for the keyboard and for screen readers', async () => {
		const frame = await workbench().webviewFrame();
		await frame.locator('.row-issue .body').click();
		await frame.locator('.row-issue[aria-expanded=true]').waitFor();
		await workbench().page.keyboard.press('ArrowLeft');
		await frame.locator('.row-issue[aria-expanded=false]').waitFor();
		await workbench().page.keyboard.press('ArrowDown');
		await frame.locator('.row-node:focus').waitFor();
		assert.match(await frame.locator(':focus').innerText(), /^Round\s+1\b/);
		await workbench().page.keyboard.press('ArrowRight');
		await frame.locator('.row-node:focus[aria-expanded=true]').waitFor();
		await workbench().page.keyboard.press('End');
		await frame.locator('[role=treeitem]:focus').waitFor();
		await workbench().page.keyboard.press('Home');
		await frame.locator('.row-phase:focus').waitFor();
		assert.deepEqual(await accessibilityProblems(frame), []);
	});

	it('opens the first location with its lines marked', async () => {
		await (await view('.row-location .title')).first().click();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await editor('.view-line:has-text("def minutes_between")').first().waitFor();
		await workbench().page.waitForFunction(`
			[...document.querySelectorAll('.monaco-editor .view-lines span')]
				.some(span => getComputedStyle(span, '::before').content === '"1"')`);
		assert.ok((await editor('.margin-view-overlays .cgmr[style*="location-"], .glyph-margin-widgets > *').count()) > 0);
		await workbench().screenshot('editor-light');
	});

	it('shows what the issue states in a hover', async () => {
		await editor('.view-line:has-text("def minutes_between") >> text=minutes_between').first().hover();
		const hover = workbench().page.locator('.monaco-hover:visible', { hasText: 'From the issue' }).first();
		await hover.waitFor();
		// It fades in.
		await workbench().page.waitForTimeout(500);
		await workbench().screenshot('hover');
		await hover.getByText('Go to Round').click();
		await (await view('.row-node:focus')).waitFor();
	});

	it('walks the locations with a key', async () => {
		const before = await workbench().page.locator('.statusbar').innerText();
		assert.match(before, /\d locations?, \d less likely/);
		await editor('.view-lines').first().click();
		await workbench().page.keyboard.press('Control+F8');
		// The second location, at the line with its evidence.
		await workbench().page.locator('.statusbar-item', { hasText: 'Ln 16, Col 5' }).waitFor();
	});

	it('offers every source of an issue that is there', async () => {
		await workbench().page.evaluate(`navigator.clipboard.writeText('ValueError: negative\\n at clock')`);
		await editor('.view-line:has-text("def") >> text=def').first().dblclick();
		await workbench().page.locator('.statusbar-item', { hasText: '3 selected' }).waitFor();
		await workbench().runCommand('Faultline: Locate Bug from Issue');
		await workbench().quickPickRows().filter({ hasText: 'Clipboard' }).waitFor();
		const rows = (await workbench().quickPickRows().allInnerTexts()).join('\n');
		for (const source of [
			/Paste or type/,
			/Selection\s*def/,
			/Clipboard\s*ValueError: negative at/,
			/\.py/,
			/Choose a file/,
			/GitHub/,
		]) {
			assert.match(rows, source);
		}
		await workbench().screenshot('issue-sources');
		await workbench().page.keyboard.press('Escape');
	});

	it('takes "not the bug" for an answer, and takes it back', async () => {
		const row = (await view('.row-location')).first();
		await row.hover();
		await row.locator('.icon-button').click();
		await (await view('.location.dismissed')).first().waitFor();
		const counted = /\d+ locations?, (?:\d+ less likely, )?1 dismissed/;
		await workbench().page.locator('.statusbar-item', { hasText: counted }).waitFor();
		await (await view('.row-locations')).filter({ hasText: counted }).waitFor();
		await (await view('.row-phase')).filter({ hasText: counted }).first().waitFor();
		await workbench().screenshot('dismissed');
		await row.hover();
		await row.locator('.icon-button').click();
		await (await view('.location.dismissed')).waitFor({ state: 'detached' });
	});

	it('shows everything in full detail', async () => {
		await workbench().runFromView('Show Full Detail');
		await (await view('pre.answer')).first().waitFor();
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
		await workbench().screenshot('full-detail');
	});

	for (const [theme, bodyClass] of [
		['Dark Modern', 'vscode-dark'],
		['Dark High Contrast', 'vscode-high-contrast:not(.vscode-high-contrast-light)'],
		['Light High Contrast', 'vscode-high-contrast-light'],
	] as const) {
		it(`can be read in ${theme}`, async () => {
			await workbench().setColorTheme(theme);
			await (await view(`body.${bodyClass}`)).waitFor();
			assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame()), []);
			await workbench().screenshot(`theme-${theme.toLowerCase().replaceAll(' ', '-')}`);
			const filled = await (await view('.row code'))
				.first()
				.evaluate(code => getComputedStyle(code).backgroundColor !== 'rgba(0, 0, 0, 0)');
			assert.equal(filled, !theme.endsWith('High Contrast'), 'lines instead of filled blocks in high contrast');
		});
	}

	it('shows the run again after a reload of the window', async () => {
		await workbench().runFromView('Show Simple Detail');
		await (await view('pre.answer')).first().waitFor({ state: 'detached' });
		const loaded = workbench().page.waitForEvent('load');
		await workbench().runCommand('Developer: Reload Window');
		await loaded;
		await (await view('.row-location')).first().waitFor();
		await workbench().page.locator('.statusbar-item', { hasText: 'location' }).waitFor();
		await workbench().screenshot('restored');
	});

	it('opens the run as text', async () => {
		await workbench().runFromView('Open Run as Text');
		await workbench().page.locator('.tab.active', { hasText: '.md' }).waitFor();
	});

	it('lists the run from the title of the view: it can be renamed, found by its model, and removed', async () => {
		const { page } = workbench();
		const row = (text: string) => workbench().quickPickRows().filter({ hasText: text });
		const act = async (text: string, button: string) => {
			await row(text).hover();
			await row(text).locator(`.action-label[aria-label="${button}"]`).click();
		};
		await page.locator('.pane-header, .composite.title').locator('[aria-label^="Show Runs"]').first().click();
		await row('negative hours')
			.filter({ hasText: /shown.*\d locations?.*embedded/ })
			.waitFor();
		await act('negative hours', 'Rename');
		await page.locator('.quick-input-title', { hasText: 'Rename Run' }).waitFor();
		await workbench().typeIntoQuickInput('Night shifts');
		await page.keyboard.press('Enter');
		await row('Night shifts').waitFor();
		await workbench().screenshot('runs');
		await workbench().typeIntoQuickInput('embedded');
		await row('Night shifts').waitFor();
		await page.keyboard.press('Enter');
		await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
		await (await view('.row-location')).first().waitFor();
		await workbench().runCommand('Faultline: Show Runs…');
		await row('Night shifts').waitFor();
		// By key alone.
		await page.keyboard.press('F2');
		await page.locator('.quick-input-title', { hasText: 'Rename Run' }).waitFor();
		await workbench().typeIntoQuickInput('Late shifts');
		await page.keyboard.press('Enter');
		await row('Late shifts').waitFor();
		await workbench().screenshot('runs-by-key');
		await page.keyboard.press('Alt+Delete');
		await page.locator('.monaco-dialog-box', { hasText: 'Remove the run "Late shifts"?' }).waitFor();
		await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Cancel' }).click();
		await row('Late shifts').waitFor();
		await act('Late shifts', 'Remove');
		await page.locator('.monaco-dialog-box', { hasText: 'Remove the run "Late shifts"?' }).waitFor();
		await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Remove' }).click();
		await (await view('textarea#issue')).waitFor();
		await (await view('.row-location')).first().waitFor({ state: 'detached' });
	});
});
