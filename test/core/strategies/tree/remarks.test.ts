import assert from 'node:assert/strict';
import type { Run } from '../../../../src/core/model/run/run';
import { fixOf } from '../../../../src/core/model/run/runFix';
import type { RunNode } from '../../../../src/core/model/run/runNode';
import { nodesOf, subtreeOf } from '../../../../src/core/model/run/runTree';
import type { TreeOptions } from '../../../../src/core/strategies/tree/treeRules';
import { isProven } from '../../../../src/core/strategies/tree/treeTurns';
import { AnsweringModel, type StrategyRun } from '../strategyRun';
import { fixedCalc, leadsToFixAt } from './plantedBug';
import { TreeWorld } from './treeWorld';

const atEditOnly = { limits: { create: 0, append: 0, edit: 1, submit: 0, error: 0 } };

describe('a remark of the user on a tree', () => {
	let world: TreeWorld;

	before(async () => {
		world = await TreeWorld.create();
	});

	const grown = (options: Partial<TreeOptions>) => world.run(new AnsweringModel(leadsToFixAt('edit')), options);

	/** The same tree continued, with a remark on its turn `number`. */
	const remarked = ({ run, events }: StrategyRun, number: number, options: Partial<TreeOptions>) => {
		const { id: round } = turnsOf(run)[number - 1] ?? assert.fail();
		const model = new AnsweringModel(leadsToFixAt('edit'));
		return world.run(model, options, { events, feedback: { round, text: 'Look at the sign.' } });
	};

	it('is followed where a patch was proven before, and what its branch proves is the result', async () => {
		const { run } = await remarked(await grown(atEditOnly), 2, atEditOnly);
		assert.equal(run.state, 'done', run.message);
		const remark = remarkOf(run);
		const turns = subtreeOf(run, remark.id).filter(({ kind }) => kind === 'round');
		assert.deepEqual(
			turns.map(({ calls: [call], exit }) => exit ?? call?.tool),
			['edit', 'submitted', 'edit', 'submitted'],
		);
		const { patches, ranking } = fixOf(run, remark.id);
		const [best] = ranking;
		assert.deepEqual([patches.length, ranking.length], [2, 2]);
		assert.equal(patches.find(({ id }) => id === best?.patch)?.files[0]?.after, fixedCalc);
		assert.match(best?.reasons[0] ?? '', /The reproducer fails without it and passes with it\./);
		assert.equal(run.selected.patch, best?.patch);
		assert.ok(isProven(run, best?.patch));
		assert.deepEqual(remark.notes, ['The search ended: a patch is proven.']);
		assert.ok(nodesOf(run).every(({ isAside }) => isAside !== true));
	});

	it('is followed where the turns or the depth were used up, with as many turns as before', async () => {
		for (const limit of [{ maxTurns: 4 }, { maxDepth: 3 }]) {
			const options = { ...atEditOnly, ...limit, stopsWhenProven: false };
			const { run } = await remarked(await grown(options), 3, options);
			const { id } = remarkOf(run);
			const turns = subtreeOf(run, id).filter(({ kind }) => kind === 'round');
			assert.deepEqual(
				turns.map(({ exit }) => exit),
				['submitted'],
				JSON.stringify(limit),
			);
		}
		const options = { ...atEditOnly, maxTurns: 3 };
		const { run } = await remarked(await grown(options), 1, options);
		const turns = subtreeOf(run, remarkOf(run).id).filter(({ kind }) => kind === 'round');
		assert.deepEqual(
			turns.map(({ calls: [call], exit }) => exit ?? call?.tool),
			['append', 'edit', 'submitted'],
		);
	});
});

function turnsOf(run: Run): readonly RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

function remarkOf(run: Run): RunNode {
	return nodesOf(run).find(({ kind }) => kind === 'feedback') ?? assert.fail('there is no remark');
}
