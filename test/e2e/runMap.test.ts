import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { RunFiles } from '../../src/runs/node/runFiles';
import { importRun } from '../../src/sharing/node/importRun';
import { systemClock } from '../../src/system/node/systemClock';
import { tallyEvaluation, tallyTree } from '../support/importedTally';
import { RecordedLog } from '../support/recordedLog';
import { accessibilityProblems } from './accessibilityProblems';
import { lowContrasts } from './lowContrasts';
import { storageFolder } from './seededRun';
import { useWorkbench } from './useWorkbench';

/** Beside its text. */
const inBox = { x: 3, y: 3 } as const;

/** axe looks at no drawing. */
const drawn = [
	{ selector: '.map-node text', property: 'fill', ratio: 4.5 },
	{ selector: '.map-node rect', property: 'stroke', ratio: 3 },
	{ selector: '.map-node.selected rect', property: 'stroke', ratio: 3 },
	{ selector: '.map-mark', property: 'stroke', ratio: 3 },
	{ selector: '.map-found', property: 'fill', ratio: 3 },
	{ selector: '.map-lines', property: 'stroke', ratio: 3 },
	{ selector: '.minimap rect', property: 'stroke', ratio: 3 },
] as const;

/** The map of an imported tree, in the tab of the run. Each step continues from the previous one. */
describe('the map of a run', function () {
	this.bail(true);
	const workbench = useWorkbench({ folder: 'sample/python' });

	async function inTab(selector: string): Promise<Locator> {
		return (await workbench().webviewFrame('tab')).locator(selector);
	}

	async function assertAccessible(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(await workbench().webviewFrame('tab')), []);
	}

	function node(text: string): Promise<Locator> {
		return inTab(`.map-node[aria-label*="${text}"]`);
	}

	async function press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) {
			await workbench().page.keyboard.press(key);
		}
	}

	it('shows the tree with the evidence at its leaves, beside the rows; the sidebar has the rows only', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		const sidebar = await workbench().webviewFrame('sidebar');
		await sidebar.locator('text=/symbols in \\d+ files/').waitFor();
		const runs = new RunFiles(await storageFolder(workbench().userDataDir), new RecordedLog());
		await importRun({ file: tallyTree, evaluation: tallyEvaluation }, { runs, clock: systemClock, version: '0' });
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: 'imported from tally.root (DARS)' }).first().click();
		await sidebar.locator('.row-issue').waitFor();
		await workbench().runFromView('Open Run in Editor');
		await (await node('proven: resolves the issue, according to its evaluation')).waitFor();
		await (await node('refuted: does not resolve the issue')).first().waitFor();
		await (await node('unproven: its evaluation gave no result')).waitFor();
		assert.equal(await (await inTab('.map-node')).count(), 14);
		assert.equal(await sidebar.locator('.run-map').count(), 0);
		await assertAccessible();
		await workbench().screenshot('map');
	});

	it('is walked by keyboard, and its selection is that of the rows', async () => {
		await (await inTab('.map-canvas')).focus();
		await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
		await (await inTab('.map-node.selected[aria-label^="Round 2a: create notes.txt"]')).waitFor();
		await (await inTab('.row-node[aria-selected=true] >> text=create notes.txt')).waitFor();
		await (await inTab('.map-canvas:focus')).waitFor();
		await press('n');
		await (await inTab('.map-node.selected[aria-label^="Round 3a"]')).waitFor();
		await press('Enter');
		await (await inTab('.row-node:focus >> text=edit "Hours: -8" "Hours: ?"')).waitFor();
		await press('ArrowUp');
		await (await inTab('.map-node.selected[aria-label^="Round 2a"]')).waitFor();
		await assertAccessible();
		await workbench().screenshot('map-selected');
	});

	it('is used by pointer: a click selects, two show the row, the wheel and the buttons zoom', async () => {
		await (await node('Round 4: edit')).locator('rect').click({ position: inBox });
		await (await inTab('.row-node[aria-selected=true] >> text=edit "Hours: -8" "Hours: 0"')).waitFor();
		assert.equal(await (await inTab('.row-node:focus')).count(), 0);
		await (await node('Round 4: edit')).locator('rect').dblclick({ position: inBox });
		await (await inTab('.row-node:focus >> text=edit "Hours: -8" "Hours: 0"')).waitFor();
		const width = async () => (await (await node('Round 4: edit')).locator('rect').boundingBox())?.width ?? 0;
		const before = await width();
		await (await inTab('.map-buttons button[aria-label="Zoom In"]')).click();
		const after = await width();
		assert.ok(after > before, `${after} > ${before}`);
		await (await inTab('.map-buttons button[aria-label="Show Whole Tree"]')).click();
		assert.equal(await (await inTab('.map-node')).count(), 14);
		await workbench().screenshot('map-whole');
	});

	it('leaves out what a switch hides, and stays', async () => {
		await (await inTab('.alternatives label >> text=create')).click();
		await (await node('Round 2a: create notes.txt')).waitFor({ state: 'detached' });
		assert.equal(await (await inTab('.map-node')).count(), 12);
		await (await inTab('.alternatives label >> text=create')).click();
		await (await node('Round 2a: create notes.txt')).waitFor();
	});

	it('leads from the end of a branch to where the run continued', async () => {
		await (await inTab('.row-next >> text=round 3b: append "show the hours and the days"')).click();
		await (await inTab('.row-node:focus >> text=append "show the hours and the days"')).waitFor();
		await (await inTab('.map-node.selected[aria-label^="Round 3b"]')).waitFor();
		await assertAccessible();
		await workbench().screenshot('map-next');
	});

	it('is searched: what was found is marked in map and rows, and led to in both directions', async () => {
		await (await inTab('.map-canvas')).focus();
		await press('Home');
		await (await inTab('.map-node.selected[aria-label^="Issue"]')).waitFor();
		const box = await inTab('.node-search input');
		await box.fill('HOURS: -8');
		await (await inTab('.node-search [role=status] >> text=/^\\d+ nodes found$/')).waitFor();
		const found = (await inTab('.map-node[aria-label$=", found"]')).first();
		await found.waitFor();
		await box.press('Enter');
		await (await inTab('.node-search [role=status] >> text=/^1 of \\d+ nodes$/')).waitFor();
		await box.press('Shift+Enter');
		await (await inTab('.node-search [role=status] >> text=/^(\\d+) of \\1 nodes$/')).waitFor();
		await (await inTab('.map-node.selected[aria-label$=", found"]')).waitFor();
		await (await inTab('.row.found[aria-selected=true]')).waitFor();
		await (await inTab('.node-search input:focus')).waitFor();
		await assertAccessible();
		await workbench().screenshot('map-search');
		await box.press('Escape');
		await found.waitFor({ state: 'detached' });
		assert.equal(await (await inTab('.row.found')).count(), 0);
		await box.fill('Hours: 8');
		await found.waitFor();
	});

	it('has the minimap once a part of the tree is off screen', async () => {
		assert.equal(await (await inTab('.minimap')).count(), 0);
		await (await inTab('.map-buttons button[aria-label="Zoom In"]')).click();
		await (await inTab('.minimap')).waitFor();
	});

	for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast', 'Light Modern'] as const) {
		it(`can be read in ${theme}`, async () => {
			await workbench().setColorTheme(theme);
			await assertAccessible();
			assert.deepEqual(await lowContrasts(await workbench().webviewFrame('tab'), drawn), []);
			await workbench().screenshot(`map-${theme.toLowerCase().replaceAll(' ', '-')}`);
		});
	}

	it('gives way to the rows where there is no room', async () => {
		await workbench().page.setViewportSize({ width: 900, height: 450 });
		await (await inTab('.run-map')).waitFor({ state: 'hidden' });
		await (await inTab('.row-issue')).waitFor();
		await workbench().screenshot('map-no-room');
	});
});
