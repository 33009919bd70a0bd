import assert from 'node:assert/strict';
import type { Browser, Locator } from 'playwright-core';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import { isTreeTurn } from '../../src/runs/pure/fold/actionTree/treeTurn';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { leadsToFixAt } from '../engine/agent/branching/plantedBug';
import { TreeWorld } from '../engine/agent/branching/treeWorld';
import { AnsweringModel } from '../engine/strategies/strategyRun';
import { snapshotOf } from '../support/snapshotOf';
import { launchChromium } from '../vscode/launchChromium';
import { accessibilityProblems } from './accessibilityProblems';
import { lowContrasts } from './lowContrasts';
import { PageAlone, type PageOptions } from './pageAlone';

/** axe looks at no drawing. */
const drawn = [
	{ selector: '.map-node text', property: 'fill', ratio: 4.5 },
	{ selector: '.map-node rect', property: 'stroke', ratio: 3 },
	{ selector: '.map-mark', property: 'stroke', ratio: 3 },
] as const;

/** A run of the strategy tree, of which the user prunes a branch. */
async function prunedRun(): Promise<readonly RunEvent[]> {
	const world = await TreeWorld.create();
	const { events } = await world.run(
		new AnsweringModel(leadsToFixAt('submit')),
		{},
		{
			acts: async (event, log) => {
				const node = log.run.nodes[event.node];
				if (event.type === 'nodeClosed' && node?.expansion?.replaces === 'append') {
					await log.emit(node.id, { type: 'branchPruned' });
				}
			},
		},
	);
	return events;
}

describe('the page of a run of the strategy tree', () => {
	let events: readonly RunEvent[];
	let browser: Browser;
	let alone: PageAlone;

	before(async () => {
		events = await prunedRun();
		browser = await launchChromium();
	});

	afterEach(() => alone.close());

	after(() => browser.close());

	const locate = (selector: string): Locator => alone.page.locator(selector);
	const node = (text: string) => locate(`.map-node[aria-label*="${text}"]`);

	async function showEnded(options: PageOptions = {}): Promise<void> {
		alone = await PageAlone.open(browser, options);
		await alone.post(snapshotOf(foldRun(events)));
		await locate('.row-patch').first().waitFor();
	}

	async function assertReadable(): Promise<void> {
		assert.deepEqual(await accessibilityProblems(alone.page.mainFrame()), []);
		assert.deepEqual(await lowContrasts(alone.page.mainFrame(), drawn), []);
	}

	it('grows with each event, and asks whether to raise a limit that is near', async () => {
		alone = await PageAlone.open(browser);
		const last = events.findLastIndex(({ type }) => type === 'modelAsked');
		const session = { live: true, resumable: false, pausing: false };
		const limits = { maxRounds: 15, caps: { requests: 40 } };
		await alone.post(snapshotOf(foldRun(events.slice(0, 20)), { session, limits }));
		for (const event of events.slice(20, last + 1)) {
			await alone.post({ type: 'events', events: [event], clipped: [] });
		}
		await alone.post({ type: 'patches', patches: shownPatches(foldRun(events.slice(0, last + 1))) });
		await node(': Running: ').waitFor();
		assert.equal(await locate('.map-node.running').count(), 1);
		await node(': Pruned: ').waitFor();
		await locate('.near >> text=/\\d+ of 40 requests\\. The run pauses at the limit\\./').waitFor();
		await assertReadable();
		await alone.screenshot('tree-running');
		await locate('.near button >> text=Raise by 40').click();
		await alone.untilSent({ type: 'raiseCap', cap: 'requests' });
	});

	it('ends with the evidence at its leaves, one for each turn that submitted', async () => {
		await showEnded();
		await node('Patch 1: submitted').waitFor();
		assert.equal(await node('proven: ').count(), 1);
		assert.equal(await node('Submit the changes').count(), 0);
		assert.equal(await node('Validate the patch').count(), 0);
		await node(', dropped').waitFor();
		await node(': Pruned: ').waitFor();
		await assertReadable();
		await alone.screenshot('tree-ended');
	});

	it('gives the menu of a turn what it may do there', async () => {
		await showEnded();
		const run = foldRun(events);
		const menus = new Map<unknown, unknown>();
		await locate('.row-phase').filter({ hasText: 'Patch' }).first().click();
		for (const { id, isPruned } of Object.values(run.nodes).filter(each => isTreeTurn(run, each))) {
			await alone.post({ type: 'reveal', target: { kind: 'node', id } });
			const row = locate(`[id="row-node:${id}"][aria-selected=true]`);
			await row.waitFor();
			const context: unknown = JSON.parse((await row.getAttribute('data-vscode-context')) ?? '');
			assert.ok(typeof context === 'object' && context !== null && 'turn' in context);
			menus.set(id, context.turn);
			assert.equal(context.turn, isPruned === true ? 'pruned' : 'growing', id);
		}
		assert.deepEqual([...new Set(menus.values())].sort(), ['growing', 'pruned']);
	});

	it('leads from the row of a submission to the box of its turn', async () => {
		await showEnded();
		await alone.post({ type: 'reveal', target: { kind: 'node', id: 'n7' } });
		await locate('[id="row-node:n7"][aria-selected=true]').waitFor();
		await locate('#map-n5.selected').waitFor();
		await alone.post({ type: 'reveal', target: { kind: 'node', id: 'n2' } });
		await locate('#map-n2.selected').waitFor();
		await locate('.node-search input').fill('submitted');
		await alone.untilSent({ type: 'find', text: 'submitted' });
		await alone.post({ type: 'found', text: 'submitted', nBefore: 0, nodes: ['n6'], isLast: true });
		await locate('#map-n5[aria-label$=", found"]').waitFor();
	});

	it('is its rows only in the sidebar, at 300 pixels too', async () => {
		await showEnded({ place: 'sidebar', widthPx: 300 });
		assert.equal(await locate('.run-map, .map-toggle').count(), 0);
		const width = await alone.page.evaluate(() => document.documentElement.scrollWidth);
		assert.ok(width <= 300, `${width} px`);
		assert.deepEqual(await accessibilityProblems(alone.page.mainFrame()), []);
		await locate('.row-phase').filter({ hasText: 'attempts' }).click();
		await locate('.row-branch').first().waitFor();
		await alone.screenshot('tree-300');
	});

	it('can be read in high contrast', async () => {
		await showEnded({ theme: 'high-contrast' });
		await node('Patch 1: submitted').waitFor();
		await assertReadable();
		await alone.screenshot('tree-high-contrast');
	});
});
