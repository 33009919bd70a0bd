import assert from 'node:assert/strict';
import type { Browser, Locator } from 'playwright-core';
import type { Run } from '../../src/runs/pure/fold/run';
import { importedTally } from '../support/importedTally';
import { snapshotOf } from '../support/snapshotOf';
import { patchedTreeOf } from '../support/treeOf';
import { launchChromium } from '../vscode/launchChromium';
import { PageAlone } from './pageAlone';

/** The map, the search and the rows of an imported tree, where the time of each message of the host matters. */
describe('the page of a run with branches', () => {
	let run: Run;
	let browser: Browser;
	let alone: PageAlone;

	before(async () => {
		run = await importedTally();
		browser = await launchChromium();
	});

	beforeEach(async () => {
		alone = await PageAlone.open(browser);
		await alone.post(snapshotOf(run));
		await locate('.map-node').first().waitFor();
	});

	afterEach(() => alone.close());

	after(() => browser.close());

	const locate = (selector: string): Locator => alone.page.locator(selector);
	const node = (text: string) => locate(`.map-node[aria-label*="${text}"]`);
	const viewBox = () => locate('.map-canvas > svg').getAttribute('viewBox');
	const found = (text: string, ...nodes: string[]) =>
		({ type: 'found', text, nBefore: 0, nodes, isLast: true }) as const;

	/** The middle of an element, in pixels of the page. */
	async function middleOf(selector: string): Promise<{ readonly x: number; readonly y: number }> {
		const rect = (await locate(selector).first().boundingBox()) ?? assert.fail(`${selector} is not on screen`);
		return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
	}

	it('moves the map only while the pointer that pressed it holds it', async () => {
		const { mouse } = alone.page;
		await locate('.map-buttons button[aria-label="Zoom In"]').click();
		const map = await middleOf('.map-canvas');
		const rows = await middleOf('.tree');
		const before = await viewBox();
		await mouse.move(map.x + 200, map.y);
		await mouse.down();
		await mouse.move(map.x + 230, map.y + 20, { steps: 4 });
		await mouse.up();
		const dragged = await viewBox();
		assert.notEqual(dragged, before);
		// Another press elsewhere, which then crosses the map: as one that selects text.
		await mouse.move(rows.x, rows.y);
		await mouse.down();
		await mouse.move(map.x, map.y, { steps: 4 });
		assert.equal(await viewBox(), dragged);
		const minimap = await middleOf('.minimap');
		await mouse.move(minimap.x + 20, minimap.y, { steps: 4 });
		assert.equal(await viewBox(), dragged);
		await mouse.up();
	});

	it('moves with the minimap, also where the pressed pointer leaves it', async () => {
		const { mouse } = alone.page;
		await locate('.map-buttons button[aria-label="Zoom In"]').click();
		const minimap = await middleOf('.minimap');
		await mouse.move(minimap.x, minimap.y);
		await mouse.down();
		await mouse.move(minimap.x - 200, minimap.y - 100, { steps: 4 });
		const [x = 0, y = 0, width, height] = (await viewBox())?.split(' ').map(Number) ?? [];
		// The corner of the tree is in the middle.
		assert.deepEqual([-2 * x, -2 * y], [width, height]);
		await mouse.up();
		const moved = await viewBox();
		await mouse.move(minimap.x, minimap.y);
		assert.equal(await viewBox(), moved);
	});

	it('selects the node that wrote a patch with the row of the patch, and keeps the node with a row about none', async () => {
		await locate('.row-patch').filter({ hasText: 'Patch 3' }).first().click();
		await locate('.map-node.selected[aria-label*="Patch 3: submit"]').waitFor();
		await locate('.row-phase').first().click();
		await locate('.row-phase[aria-selected=true]').waitFor();
		await locate('.map-node.selected[aria-label*="Patch 3: submit"]').waitFor();
	});

	it('marks nothing after the text is cleared, though the answer comes later', async () => {
		await locate('.node-search input').fill('hours');
		await alone.untilSent({ type: 'find', text: 'hours' });
		await locate('.node-search input').fill('');
		await alone.untilSent({ type: 'find', text: '' });
		// The page has handled the answer once it has handled what follows.
		await alone.post(found('hours', 'n3', 'n4'), { type: 'patches', patches: [] });
		await locate('.row-patch').first().waitFor({ state: 'detached' });
		assert.equal(await locate('.row.found, .map-found').count(), 0);
	});

	it('leads to a match of the text in the box, once its host has answered', async () => {
		const box = locate('.node-search input');
		await box.fill('first');
		await alone.post(found('first', 'n3'));
		await locate('.map-node[aria-label$=", found"]').first().waitFor();
		await box.fill('second');
		await box.press('Enter');
		await alone.untilSent({ type: 'find', text: 'second' });
		assert.equal(await locate('.map-found').count(), 0);
		await alone.post(found('second', 'n9'));
		await locate('.map-node.selected[aria-label$=", found"]').waitFor();
		await locate('.node-search [role=status] >> text=/^1 of 1/').waitFor();
		await locate('.node-search input:focus').waitFor();
	});

	it('stays where the user moved it when the window changes its size', async () => {
		const { mouse } = alone.page;
		const map = await middleOf('.map-canvas');
		await mouse.move(map.x, map.y);
		await mouse.wheel(0, 180);
		await mouse.wheel(420, 0);
		const origin = async () => (await viewBox())?.split(' ').slice(0, 2);
		const before = await origin();
		const height = async () => (await locate('.map-canvas').boundingBox())?.height ?? 0;
		const tall = await height();
		await alone.page.setViewportSize({ width: 1000, height: 700 });
		while ((await height()) === tall) {
			await alone.page.waitForTimeout(20);
		}
		assert.deepEqual(await origin(), before);
	});

	it('does not move under the pointer that selects a node at its border', async () => {
		const canvas = (await locate('.map-canvas').boundingBox()) ?? assert.fail();
		const target = await middleOf('.map-node[aria-label^="Round 2a"]');
		// The box is half outside of the canvas.
		await alone.page.mouse.move(canvas.x + 20, canvas.y + 20);
		await alone.page.mouse.wheel(target.x - (canvas.x + canvas.width - 10), 0);
		const before = await viewBox();
		const text = (await node('Round 2a').locator('text').boundingBox()) ?? assert.fail();
		await alone.page.mouse.dblclick(text.x + 8, text.y + 8);
		await locate('.row-node:focus >> text=create notes.txt').waitFor();
		assert.equal(await viewBox(), before);
	});

	it('shows all patches under Review, whatever the switches hide, and shows what is to be revealed', async () => {
		const review = locate('.row-patch');
		await review.nth(3).waitFor();
		await locate('.alternatives label >> text=create').click();
		await locate('.alternatives label >> text=edit').click();
		await node('Round 2a').waitFor({ state: 'detached' });
		assert.equal(await review.count(), 4);
		await alone.post({ type: 'reveal', target: { kind: 'node', id: 'n7' } });
		await locate('.row-node[aria-selected=true] >> text=create notes.txt').waitFor();
		await node('Round 2a').waitFor();
	});

	it('shows a whole large tree on request, with marks at its leaves that can be seen', async () => {
		const large = patchedTreeOf(300, at => (at <= 50 || at % 10 !== 1 ? at - 1 : 40));
		await alone.post(snapshotOf(large));
		await locate('.map-buttons button[aria-label="Show Whole Tree"]').click();
		await locate('.map-node').nth(300).waitFor();
		const canvas = (await locate('.map-canvas').boundingBox()) ?? assert.fail();
		const marks = await locate('.map-mark').all();
		assert.equal(marks.length, 26);
		for (const mark of marks) {
			const { x, y, width, height } = (await mark.boundingBox()) ?? assert.fail();
			assert.ok(Math.min(width, height) >= 6, `${width} × ${height}`);
			assert.ok(x >= canvas.x && x + width <= canvas.x + canvas.width);
			assert.ok(y >= canvas.y && y + height <= canvas.y + canvas.height);
		}
	});

	it('opens with the leaf of the result in view, and its path emphasized', async () => {
		const large = patchedTreeOf(300, at => (at <= 50 || at % 10 !== 1 ? at - 1 : 40));
		await alone.post(snapshotOf({ ...large, selected: { ...large.selected, leaf: 'n290' } }));
		await locate('#map-n290').waitFor();
		const canvas = (await locate('.map-canvas').boundingBox()) ?? assert.fail();
		const leaf = (await locate('#map-n290 rect').boundingBox()) ?? assert.fail();
		assert.ok(leaf.x >= canvas.x && leaf.x + leaf.width <= canvas.x + canvas.width);
		assert.ok(leaf.y >= canvas.y && leaf.y + leaf.height <= canvas.y + canvas.height);
		await locate('.map-buttons button[aria-label="Show Whole Tree"]').click();
		await locate('.map-node').nth(300).waitFor();
		const onPath = await locate('.map-node.on-path').evaluateAll(all => all.map(({ id }) => id));
		assert.deepEqual(
			onPath,
			[
				'run',
				...Array.from({ length: 40 }, (_, at) => `n${at + 1}`),
				...Array.from({ length: 10 }, (_, at) => `n${at + 281}`),
			].map(id => `map-${id}`),
		);
	});

	it('has the minimap only while a part of the tree is off screen', async () => {
		await locate('.minimap').waitFor({ state: 'detached' });
		await locate('.map-buttons button[aria-label="Zoom In"]').click();
		await locate('.minimap').waitFor();
		await locate('.map-buttons button[aria-label="Show Whole Tree"]').click();
		await locate('.minimap').waitFor({ state: 'detached' });
	});

	it('names a node by its row and its evidence, with one punctuation mark between them', async () => {
		const { n10 } = run.nodes;
		assert.ok(n10);
		await alone.post(snapshotOf({ ...run, nodes: { ...run.nodes, n10: { ...n10, summary: 'The end.' } } }));
		const label = await node('The end').getAttribute('aria-label');
		assert.equal(label, 'Round 4b: Patch 2: The end, unproven: its evaluation gave no result');
	});

	/** The page is dropped while its tab is hidden, and made anew with what it saved. */
	async function reopen(): Promise<void> {
		const saved = await alone.saved();
		await alone.close();
		alone = await PageAlone.open(browser, { saved });
		await alone.post(snapshotOf(run));
		await locate('.row-phase').first().waitFor();
	}

	it('is collapsed by a button, also after its tab was hidden', async () => {
		const toggle = () => locate('.map-toggle');
		assert.equal(await toggle().getAttribute('aria-expanded'), 'true');
		await toggle().focus();
		await alone.page.keyboard.press('Enter');
		await locate('.run-map').waitFor({ state: 'detached' });
		await locate('.map-toggle[aria-expanded=false]:focus').waitFor();
		await reopen();
		assert.equal(await locate('.run-map').count(), 0);
		assert.equal(await toggle().getAttribute('aria-expanded'), 'false');
		await toggle().click();
		await locate('.map-node').first().waitFor();
	});

	it('keeps its place, its scale and its height while its tab is hidden', async () => {
		const { mouse } = alone.page;
		await locate('.map-buttons button[aria-label="Zoom In"]').click();
		const map = (await locate('.run-map').boundingBox()) ?? assert.fail();
		await mouse.move(map.x + map.width / 2, map.y + map.height / 2);
		await mouse.wheel(30, 40);
		await mouse.move(map.x + map.width - 3, map.y + map.height - 3);
		await mouse.down();
		await mouse.move(map.x + map.width - 3, map.y + map.height + 77, { steps: 4 });
		await mouse.up();
		const isHigher = (before: number) => (document.querySelector('.run-map')?.clientHeight ?? 0) > before + 50;
		await alone.page.waitForFunction(isHigher, map.height);
		const height = (await locate('.run-map').boundingBox())?.height;
		const shown = await viewBox();
		await reopen();
		await locate('.map-node').first().waitFor();
		assert.equal(await viewBox(), shown);
		assert.equal((await locate('.run-map').boundingBox())?.height, height);
	});

	it('hides alternatives in their run only', async () => {
		await locate('.alternatives label >> text=create').click();
		await node('Round 2a').waitFor({ state: 'detached' });
		await alone.post(snapshotOf({ ...run, id: 'another' }));
		await node('Round 2a').waitFor();
		assert.equal(await locate('.alternatives input:not(:checked)').count(), 0);
	});
});
