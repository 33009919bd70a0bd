import assert from 'node:assert/strict';
import { pruneBranch } from '../../../../src/engine/agent/branching/pruneBranch';
import type { TreeOptions } from '../../../../src/engine/agent/branching/treeRules';
import { isProven } from '../../../../src/engine/agent/branching/treeTurns';
import { giveFeedback } from '../../../../src/engine/strategies/giveFeedback';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { pathEnding } from '../../../../src/runs/pure/fold/pathEnding';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { RunNode } from '../../../../src/runs/pure/fold/runNode';
import { endText } from '../../../../src/runs/pure/fold/runResult';
import { compareIds, newestRanking, nodesOf, pathTo, subtreeOf } from '../../../../src/runs/pure/fold/runTree';
import type { RunLog } from '../../../../src/runs/pure/log/runLog';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { AnsweringModel, type StrategyRun } from '../../strategies/strategyRun';
import { actionsIn, fixedCalc, leadsToFixAt } from './plantedBug';
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
		assert.deepEqual(remark.notes, ['The search ended: a patch passes all that judges it.']);
		assert.ok(nodesOf(run).every(({ isAside }) => isAside !== true));
	});

	it('says why, where it leads to no patch, and the run does not count the patch from before as its result', async () => {
		const looks = world.agentAnswering(({ messages }) => {
			const { length } = actionsIn(messages);
			const edits = ['edit', { path: 'calc.py', text: fixedCalc }] as const;
			return length === 0 ? ['look', { what: 'the sign' }] : length === 1 ? edits : ['submit', { summary: 'Done.' }];
		});
		const found = await world.run(looks, atEditOnly);
		assert.ok(fixOf(found.run).patches.length > 0);
		const { id: round } = turnsOf(found.run)[0] ?? assert.fail();
		const model = world.agentAnswering(() => 'Hm.');
		const feedback = { round, text: 'Look at the sign.' };
		const { run } = await world.run(model, atEditOnly, { events: found.events, feedback });
		assert.equal(run.state, 'done', run.message);
		assert.equal(pathEnding(run, remarkOf(run).id), 'exit_format');
		assert.equal(
			endText(run, 10),
			'Your feedback after round 1 led to no patch. The answers of the model could not be read. Try again, or choose another model.',
		);
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

	it('is followed with the next turn while the tree grows, and before the run ends where patches are compared', async () => {
		for (const at of ['toolAnswered', 'noted', 'patchesRanked'] as const) {
			let isSaid = false;
			const acts = async (event: RunEvent, log: RunLog) => {
				const [first, second] = turnsOf(log.run);
				const isThen = event.type === at && (event.type !== 'noted' || event.text.startsWith('The search ended'));
				if (!isSaid && isThen && first !== undefined && second?.state === 'closed') {
					isSaid = true;
					await giveFeedback(log, first.id, 'Look at the sign.');
				}
			};
			const { run } = await world.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly, { acts });
			assert.equal(run.state, 'done', run.message);
			const remark = remarkOf(run);
			assert.equal(remark.parent, turnsOf(run)[0]?.id);
			const [next] = remark.children.map(id => run.nodes[id]);
			assert.equal(next?.calls[0]?.tool, 'append', at);
			assert.equal(newestRanking(run, remark.id)[0]?.patch, run.selected.patch);
			assert.ok(isProven(run, run.selected.patch));
			if (at === 'toolAnswered') {
				const isBefore = ({ id }: RunNode) => compareIds(id, remark.id) < 0;
				assert.deepEqual(turnsOf(run).filter(isBefore).length, 3, 'one turn was under way');
			}
		}
	});
});

describe('a remark on a trajectory while another one runs', () => {
	it('is followed after that, in the trajectory that it was given in', async () => {
		const world = await TreeWorld.create();
		let isSaid = false;
		const acts = async ({ type, node }: RunEvent, log: RunLog) => {
			const [first] = turnsOf(log.run);
			const own = log.run.nodes[node];
			const isOther = own?.expansion !== undefined && pathTo(log.run, node).some(({ kind }) => kind === 'trajectory');
			if (!isSaid && type === 'toolAnswered' && isOther && first !== undefined) {
				isSaid = true;
				await giveFeedback(log, first.id, 'Look at the sign.');
			}
		};
		const model = new AnsweringModel(leadsToFixAt('edit'));
		const { run } = await world.run(model, atEditOnly, { acts, nCandidates: 2 });
		assert.equal(run.state, 'done', run.message);
		const remark = remarkOf(run);
		assert.equal(remark.parent, turnsOf(run)[0]?.id);
		const [next] = remark.children.map(id => run.nodes[id]);
		assert.equal(next?.calls[0]?.tool, 'append');
		assert.ok(
			nodesOf(run).some(({ kind, state, phase }) => kind === 'trajectory' && state === 'closed' && phase === 'patch'),
		);
	});
});

describe('several remarks', () => {
	it('are followed from the newest; one that was not come to says so', async () => {
		const world = await TreeWorld.create();
		let isSaid = false;
		const acts = async ({ type }: RunEvent, log: RunLog) => {
			const [first, second] = turnsOf(log.run);
			if (!isSaid && type === 'toolAnswered' && first !== undefined && second?.state === 'closed') {
				isSaid = true;
				await giveFeedback(log, second.id, 'Look at the sign.');
				await giveFeedback(log, first.id, 'Look at the name.');
			}
		};
		const { run } = await world.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly, { acts });
		const [older, newer] = nodesOf(run).filter(({ kind }) => kind === 'feedback');
		assert.deepEqual([older?.children, older?.notes], [[], ['Newer feedback came before this could be followed.']]);
		assert.ok((newer?.children.length ?? 0) > 0);
		assert.ok(isProven(run, run.selected.patch));
	});
});

describe('a branch that the user prunes', () => {
	it('is left also where it begins above a remark; a remark in it takes that back', async () => {
		const world = await TreeWorld.create();
		const options = { stopsWhenProven: false };
		let step = 0;
		const acts = async ({ type }: RunEvent, log: RunLog) => {
			const [, second, third] = turnsOf(log.run);
			const remark = nodesOf(log.run).find(({ kind }) => kind === 'feedback');
			if (step === 0 && type === 'nodeClosed' && third?.state === 'closed') {
				step = 1;
				await pruneBranch(log, second?.id ?? '', 'pruned');
				await giveFeedback(log, third.id, 'Look at the sign.');
				assert.equal(second?.isPruned, undefined);
			} else if (step === 1 && type === 'nodeClosed' && (remark?.children.length ?? 0) > 0) {
				step = 2;
				await pruneBranch(log, second?.id ?? '', 'pruned');
			}
		};
		const { run } = await world.run(new AnsweringModel(leadsToFixAt('create')), options, { acts });
		assert.equal(step, 2);
		const below = subtreeOf(run, remarkOf(run).id).filter(({ kind }) => kind === 'round');
		assert.equal(below.length, 1, 'the turn that was under way');
		const newest = turnsOf(run).at(-1)?.id ?? '';
		assert.ok(!subtreeOf(run, turnsOf(run)[1]?.id ?? '').some(({ id }) => id === newest), 'it continued elsewhere');
		assert.ok(isProven(run, run.selected.patch));
	});

	it('is not followed any more, from the next turn on; restored, it is', async () => {
		const world = await TreeWorld.create();
		const options = { stopsWhenProven: false };
		const all = await world.run(new AnsweringModel(leadsToFixAt('submit')), options);
		const acts = async ({ type }: RunEvent, log: RunLog) => {
			const [create, append] = turnsOf(log.run);
			if (type === 'nodeClosed' && append?.state === 'closed' && create?.isPruned !== true) {
				await pruneBranch(log, create?.id ?? '', 'pruned');
			}
		};
		const { run, events } = await world.run(new AnsweringModel(leadsToFixAt('submit')), options, { acts });
		assert.equal(run.state, 'done', run.message);
		const [create] = turnsOf(run);
		// The turn under way ends; then there is only the alternative to the pruned turn itself.
		assert.equal(subtreeOf(run, create?.id ?? '').filter(({ kind }) => kind === 'round').length, 3);
		assert.ok(turnsOf(run).length > 3 && turnsOf(run).length < turnsOf(all.run).length);
		const restore = { v: 2, at: 0, seq: events.length + 1, node: create?.id ?? '', type: 'branchRestored' } as const;
		const again = await world.run(new AnsweringModel(leadsToFixAt('submit')), options, {
			events: [...events, restore],
		});
		assert.equal(turnsOf(again.run).length, turnsOf(all.run).length);
	});

	it('must be a turn of a tree that can grow', async () => {
		const world = await TreeWorld.create();
		let isRefused = false;
		const acts = async ({ type }: RunEvent, log: RunLog) => {
			if (type === 'indexed') {
				await assert.rejects(pruneBranch(log, 'run', 'pruned'), UserError);
				isRefused = true;
			}
		};
		await world.run(new AnsweringModel(leadsToFixAt('edit')), { maxTurns: 1 }, { acts });
		assert.ok(isRefused);
	});
});

function turnsOf(run: Run): readonly RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

function remarkOf(run: Run): RunNode {
	return nodesOf(run).find(({ kind }) => kind === 'feedback') ?? assert.fail('there is no remark');
}
