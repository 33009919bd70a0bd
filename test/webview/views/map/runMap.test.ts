import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import { withoutAlternatives } from '../../../../src/runs/pure/fold/actionTree/treeCounts';
import { type Run, rootNode } from '../../../../src/runs/pure/fold/run';
import type { RunNode } from '../../../../src/runs/pure/fold/runNode';
import { hasBranches, leavesOf } from '../../../../src/runs/pure/fold/runTree';
import type { ShownPatch } from '../../../../src/runs/pure/fold/shownPatch';
import { boxContent } from '../../../../src/webview/map/boxContent';
import { mapKeyAction } from '../../../../src/webview/map/mapKeys';
import { type MapLayout, mapLayout } from '../../../../src/webview/map/mapLayout';
import { linesIn, mapPathTo, nodesIn } from '../../../../src/webview/map/mapParts';
import {
	centerOf,
	fitted,
	fittedWhole,
	mapSize,
	panned,
	shownPart,
	withNode,
	zoomed,
} from '../../../../src/webview/map/mapViewport';
import type { Session } from '../../../../src/webview/protocol/messages';
import { rowNodes } from '../../../../src/webview/rows/rowNodes';
import { runItems } from '../../../../src/webview/rows/runItems';
import { flattenTree } from '../../../../src/webview/tree/flattenTree';
import { leadsToFixAt } from '../../../engine/agent/branching/plantedBug';
import { TreeWorld } from '../../../engine/agent/branching/treeWorld';
import { AnsweringModel } from '../../../engine/strategies/strategyRun';
import { requireLinearOn } from '../../../hostile/cpuGrowth';
import { importedTally } from '../../../support/importedTally';
import { patchedTreeOf, treeOf } from '../../../support/treeOf';
import { viewOfRun } from '../../../support/viewOfRun';

const canvas = { width: 900, height: 400 };

/** One line for each row of the map, with the nodes of each column. */
function picture({ nodes, columns, nRows }: MapLayout): string[] {
	const cells = Array.from({ length: nRows }, () => columns.map(() => '.'));
	for (const { id, row, column } of nodes.values()) {
		const line = cells[row] ?? [];
		assert.equal(line[column], '.', `${id} has a place of its own`);
		line[column] = id;
	}
	return cells.map(line =>
		line
			.map(id => id.padEnd(4))
			.join('')
			.trimEnd(),
	);
}

describe('the map of a run', () => {
	let run: Run;
	let layout: MapLayout;

	before(async () => {
		run = await importedTally();
		layout = mapLayout(run);
	});

	it('has the first child below a node, and each alternative right of all that follows those before it', () => {
		assert.equal(hasBranches(run), true);
		assert.deepEqual(picture(layout), [
			'run .   .   .   .',
			'n1  .   .   .   .',
			'n2  .   .   .   .',
			'n3  .   .   .   n7',
			'n4  .   .   n9  n8',
			'n5  .   n11 n10 .',
			'n6  n13 n12 .   .',
		]);
	});

	it('leaves out the alternatives that a switch hides', () => {
		const shown = mapLayout(withoutAlternatives(run, new Set(['create', 'append', 'submit'])));
		assert.equal(shown.columns.length, 2);
	});

	it('knows the patch at the end of each path', () => {
		const verdicts = new Map(shownPatches(run).map(({ id, verdict }) => [id, verdict.verdict]));
		const ends = [...layout.nodes.values()].filter(({ children }) => children.length === 0);
		assert.deepEqual(
			ends.map(({ id }) => id).sort(),
			leavesOf(run)
				.map(({ id }) => id)
				.sort(),
		);
		assert.deepEqual(ends.map(({ patch }) => verdicts.get(patch ?? '') ?? 'none').sort(), [
			'bad',
			'bad',
			'good',
			'none',
			'unsure',
		]);
	});

	it('is walked along the tree and in the order of the run', () => {
		const at = (id: string, key: string) => {
			const action = mapKeyAction(layout, id, key);
			return action?.do === 'select' ? action.id : action;
		};
		assert.equal(at('n2', 'ArrowDown'), 'n3');
		assert.equal(at('n3', 'ArrowRight'), 'n7');
		assert.equal(at('n7', 'ArrowLeft'), 'n3');
		assert.equal(at('n7', 'ArrowUp'), 'n2');
		assert.equal(at('n6', 'n'), 'n7');
		assert.equal(at('n7', 'p'), 'n6');
		assert.equal(at('n5', 'Home'), rootNode);
		assert.equal(at('n5', 'End'), layout.inOrder.at(-1));
		for (const [id, key] of [
			[rootNode, 'ArrowUp'],
			[rootNode, 'ArrowLeft'],
			['n7', 'ArrowRight'],
			['n6', 'ArrowDown'],
		] as const) {
			assert.equal(at(id, key), undefined, `${key} at ${id}`);
		}
		assert.deepEqual(at('n5', 'Enter'), { do: 'show', id: 'n5' });
		assert.deepEqual(at('n5', '0'), { do: 'zoom', by: 'fit' });
	});
});

describe('the map of a run of the strategy tree', () => {
	let run: Run;
	let layout: MapLayout;

	before(async () => {
		const world = await TreeWorld.create();
		({ run } = await world.run(new AnsweringModel(leadsToFixAt('submit'))));
		layout = mapLayout(run);
	});

	/** The texts of the box of a node, in a run that has these changes of its nodes. */
	const shownAt = (id: string, changes: Record<string, Partial<RunNode>> = {}, session: Partial<Session> = {}) => {
		const changed = Object.entries(changes).map(([node, change]) => [node, { ...nodeOf(node), ...change }]);
		const shown = { ...run, nodes: { ...run.nodes, ...Object.fromEntries(changed) } };
		const patches = shownPatches(shown);
		const live = { live: false, resumable: false, pausing: false, ...session };
		const rows = rowNodes(runItems(viewOfRun(shown, { patches, session: live })), shown);
		const node = mapLayout(shown).nodes.get(id) ?? assert.fail();
		return boxContent(
			node,
			shown,
			rows,
			patches.find(patch => patch.id === node.patch),
		);
	};
	const nodeOf = (id: string) => run.nodes[id] ?? assert.fail();

	it('has one box for a turn and its submission, which all of its nodes lead to', () => {
		assert.deepEqual(picture(layout), [
			'run .   .   .   .   .   .',
			'n1  .   .   .   .   .   .',
			'n2  .   .   .   n9  .   .',
			'n3  .   .   n15 n10 .   n21',
			'n4  .   n27 n16 n11 n33 n22',
			'n5  n34 n28 n17 .   .   n23',
			'.   n35 n29 .   .   .   .',
		]);
		assert.deepEqual(layout.nodes.get('n5')?.parts, ['n5', 'n6', 'n7', 'n8']);
		assert.deepEqual(
			['n5', 'n6', 'n7', 'n1'].map(id => layout.boxOf.get(id)),
			['n5', 'n5', 'n5', 'n1'],
		);
		assert.deepEqual(
			mapPathTo(layout, run.selected.leaf).map(({ id }) => id),
			['run', 'n1', 'n2', 'n3', 'n4', 'n34', 'n35'],
		);
	});

	it('names the patch of a leaf, with its evidence', () => {
		assert.deepEqual(shownAt('n5'), {
			text: '4 Patch 6: submitted: a patch of calc.py, try_it.py',
			spoken: 'Round 4: Patch 6: submitted: a patch of calc.py, try_it.py, refuted: reproducer still fails with it',
			marks: ['refuted'],
		});
		assert.deepEqual(shownAt('n35').marks, ['unproven'], 'the files that the reproducer ran with are not recorded');
		const recorded = Object.values(run.nodes).map(({ id, reproducerRuns }) => {
			return [id, { reproducerRuns: reproducerRuns.map(ran => ({ ...ran, tree: 'a'.repeat(64) })) }] as const;
		});
		assert.deepEqual(shownAt('n35', Object.fromEntries(recorded)).marks, ['proven']);
	});

	it('shows by text and by a mark where a branch runs, waits, failed, was dropped or was pruned', () => {
		const open = { n8: { state: 'open' } } as const;
		assert.deepEqual(shownAt('n5', open, { live: true }).marks, ['refuted', 'running']);
		assert.match(shownAt('n5', open, { live: true }).text, /^4 Running: Patch 6/);
		assert.match(shownAt('n5', open, { live: true }).spoken, /^Round 4: Running: Patch 6: .*, refuted: /);
		assert.deepEqual(shownAt('n5', open).marks, ['refuted']);
		// It stays open while turns follow it.
		assert.deepEqual(shownAt('n1', { n1: { state: 'open' } }, { live: true }).marks, []);
		const pruned = shownAt('n3', { n3: { isPruned: true } });
		assert.deepEqual([pruned.text.slice(0, 16), pruned.marks], ['2 Pruned: append', ['pruned']]);
		assert.match(pruned.spoken, /^Round 2: Pruned: append “try_it.py”: Wrote try_it.py$/);
		const dropped = shownAt('n33');
		assert.deepEqual([dropped.text.slice(0, 21), dropped.marks], ['3e Dropped the branch', ['dropped']]);
		assert.match(dropped.spoken, /, dropped$/);
		const failed = shownAt('n5', { n5: { exit: 'exit_context' } });
		assert.deepEqual(failed.marks, ['refuted', 'failed']);
		assert.match(failed.spoken, /, failed, refuted: /);
	});
});

describe('the rows and the map of a large run', () => {
	it('take time in proportion to its nodes, up to 5,000 with a patch at every tenth', () =>
		requireLinearOn(
			({ run, patches }: { readonly run: Run; readonly patches: readonly ShownPatch[] }) => {
				const items = runItems(viewOfRun(run, { patches }));
				rowNodes(items, run);
				flattenTree(items, {});
				mapLayout(run);
			},
			size => {
				const run = patchedTreeOf(Math.round(size / 13), at => (at % 10 === 0 ? Math.floor(at / 2) : at - 1));
				const patches = shownPatches(run);
				assert.equal(patches.length, Math.floor(Math.round(size / 13) / 10));
				return { run, patches };
			},
			'a tree of actions',
		));
});

describe('the part of a map on screen', () => {
	/** A tree of this many nodes: `parents` gives each a node before it, by its place. */
	const trees = fc
		.array(fc.nat(), { minLength: 1, maxLength: 60 })
		.map(parents => mapLayout(treeOf(parents.length, at => (parents[at - 1] ?? 0) % at)));

	it('draws no two nodes in one place, however the tree grows', () => {
		fc.assert(fc.property(trees, layout => void picture(layout)));
	});

	it('shows a node that is selected, and the point around which it is zoomed stays', () => {
		fc.assert(
			fc.property(trees, fc.nat(), fc.double({ min: 0.1, max: 4, noNaN: true }), (layout, pick, factor) => {
				const node = [...layout.nodes.values()][pick % layout.nodes.size];
				assert.ok(node);
				const at = { x: 300, y: 100 };
				const before = fitted(layout, canvas);
				const after = zoomed(before, factor, at);
				assert.ok(Math.abs(before.x + at.x / before.scale - after.x - at.x / after.scale) < 1e-6);
				const part = shownPart(withNode(after, node, canvas), canvas);
				assert.ok(nodesIn(layout, part).some(({ id }) => id === node.id));
			}),
		);
	});

	it('is the whole tree on request, also of 300 actions on paths of 50', () => {
		// A branch at each tenth action of a path.
		const layout = mapLayout(treeOf(300, at => (at <= 50 || at % 10 !== 1 ? at - 1 : 40)));
		assert.deepEqual([layout.columns.length, layout.nRows], [26, 51]);
		const low = { width: 900, height: 200 };
		const part = shownPart(fittedWhole(layout, low), low);
		const { width, height } = mapSize(layout);
		assert.ok(part.x <= 0 && part.y <= 0 && part.x + part.width >= width && part.y + part.height >= height);
		assert.equal(nodesIn(layout, part).length, layout.nodes.size);
	});

	it('keeps some of the tree on screen, however far it is moved', () => {
		const layout = mapLayout(treeOf(40, at => at - 1));
		const away = panned(fitted(layout, canvas), { x: 1e6, y: -1e6 }, layout, canvas);
		const part = shownPart(away, canvas);
		const { width } = mapSize(layout);
		assert.ok(part.x < width && part.x + part.width > 0 && part.y < 0 && part.y + part.height >= 0);
	});

	it('is joined by lines that end at the border of what is shown', () => {
		const layout = mapLayout(treeOf(4, at => (at === 3 ? 1 : at - 1)));
		const { width, height } = mapSize(layout);
		const first = centerOf({ column: 0, row: 0 });
		const whole = linesIn(layout, { x: 0, y: 0, width, height });
		assert.equal(whole.split('M').length - 1, 3);
		assert.ok(whole.startsWith(`M${first.x} ${first.y}V`));
		assert.equal(linesIn(layout, { x: first.x - 1, y: 60, width: 2, height: 10 }), `M${first.x} 60V70`);
		assert.equal(linesIn(layout, { x: width * 2, y: 0, width, height }), '');
	});

	// Each of the nodes of a tree ten times as large may not cost an element of the page.
	for (const [name, parentOf] of [
		['one long path', (at: number) => at - 1],
		['alternatives to one action', (at: number) => Math.min(at - 1, 1)],
		['a branch at every tenth action', (at: number) => (at % 10 === 0 ? Math.floor(at / 2) : at - 1)],
	] as const) {
		it(`draws at most twice as much of 5,000 nodes as of 500: ${name}`, () => {
			const drawn = (nNodes: number) => {
				const layout = mapLayout(treeOf(nNodes, parentOf));
				return [fitted(layout, canvas), fittedWhole(layout, canvas)].map(viewport => {
					const part = shownPart(viewport, canvas);
					return nodesIn(layout, part).length + linesIn(layout, part).split('M').length;
				});
			};
			const few = drawn(500);
			for (const [at, n] of drawn(5000).entries()) {
				assert.ok(n <= 2 * (few[at] ?? 0), `${n} parts, ${few[at]} of the small tree`);
			}
		});
	}
});
