import assert from 'node:assert/strict';
import { pendingBranches } from '../../../../src/engine/agent/branching/scheduler';
import { type BranchKind, darsRules } from '../../../../src/engine/agent/branching/treeRules';
import { isProven, treeTurns } from '../../../../src/engine/agent/branching/treeTurns';
import { ModelError } from '../../../../src/models/pure/modelError';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { treeCounts, treeCountsText } from '../../../../src/runs/pure/fold/actionTree/treeCounts';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { randomNumbers } from '../../../support/randomNumbers';
import { AnsweringModel, strategyRun } from '../../strategies/strategyRun';
import { leadsToFixAt } from './plantedBug';
import { TreeWorld } from './treeWorld';

describe('the strategy tree', () => {
	let world: TreeWorld;

	before(async () => {
		world = await TreeWorld.create();
	});

	it('finds the fix in a branch at each kind of action, where one path alone does not', async () => {
		for (const [way, expected] of Object.entries(expectedTurns)) {
			const model = new AnsweringModel(leadsToFixAt(way as BranchKind));
			const { run } = await world.run(model);
			assert.equal(run.state, 'done', run.message);
			assert.deepEqual(turnsOf(run), [...firstPath, ...expected], way);
			const [best] = fixOf(run).ranking;
			assert.equal(run.nodes[run.selected.leaf]?.summary, 'The reviewer approves the patch');
			assert.equal(run.selected.patch, best?.patch);
			assert.ok(isProven(run, best?.patch));
			assert.ok(notesOf(run).includes('The search ended: a patch passes all that judges it.'));

			const linear = await world.run(new AnsweringModel(leadsToFixAt(way as BranchKind)), { maxTurns: 4 });
			assert.deepEqual(turnsOf(linear.run), firstPath);
			assert.deepEqual(
				fixOf(linear.run).patches.map(({ id }) => isProven(linear.run, id)),
				[false],
			);
			assert.ok(notesOf(linear.run).includes('The search ended at its limit of turns.'));
		}
	});

	it('states beforehand how many requests it takes at most, with those that sample an alternative again', async () => {
		const none = { create: 0, append: 0, edit: 0, submit: 0, error: 0 };
		for (const [options, caps, text] of [
			[{}, {}, 'This takes up to about 1,200 requests, besides retries.'],
			[{ maxTurns: 10, nSamples: 2, nAlternatives: 2 }, {}, 'This takes up to about 34 requests, besides retries.'],
			[{ maxTurns: 10, limits: none }, {}, 'This takes up to about 10 requests, besides retries.'],
			[
				{ maxTurns: 10 },
				{ requests: 39 },
				'This takes up to about 40 requests, besides retries; the limit of this run is 39.',
			],
		] as const) {
			const { run } = await world.run(new AnsweringModel(leadsToFixAt('create')), options, { caps });
			assert.equal(nodesOf(run).find(({ key }) => key === 'tree')?.notes[0], text);
		}
	});

	it('reports why the model that was chosen cannot be asked', async () => {
		const { model: _model, ...options } = world.options(new AnsweringModel(leadsToFixAt('edit')));
		const unavailable = new UserError('The server cannot be reached.', { cures: [{ kind: 'editEndpoint' }] });
		const { run } = await strategyRun({ ...options, unavailable });
		assert.deepEqual([run.state, run.message, run.cures], ['failed', unavailable.message, unavailable.cures]);
	});

	it('needs commands to be allowed for a fix, and a model; without a fix, it locates', async () => {
		const model = () => new AnsweringModel(leadsToFixAt('edit'));
		const { execution: _execution, ...reading } = world.options(model());
		const refused = await strategyRun(reading);
		const message = 'The strategy "tree" needs to run commands: allow it (on the command line with --execute).';
		assert.deepEqual([refused.run.state, refused.run.message], ['failed', message]);
		const { model: _model, ...embedded } = world.options(model());
		assert.match((await strategyRun(embedded)).run.message ?? '', /needs a model: choose one\.$/);
		const { goal: _goal, ...locating } = reading;
		const located = new AnsweringModel(() => [
			'report_bug_locations',
			{ bug_locations: [{ file: 'calc.py', method: 'add', intended_behavior: 'It adds.' }] },
		]);
		const { run, events } = await strategyRun({ ...locating, model: located });
		const isLocated = (each: Run) =>
			assert.deepEqual(
				each.selected.locations.map(({ method }) => method),
				['add'],
			);
		isLocated(run);
		const fixing = model();
		const last = events.at(-1) ?? assert.fail();
		const resumed = { v: last.v, at: 0, node: 'run', seq: events.length + 1, type: 'runResumed', goal: 'fix' } as const;
		const fix = await strategyRun({ ...world.options(fixing), events: [...events, resumed] });
		isLocated(fix.run);
		assert.ok(isProven(fix.run, fix.run.selected.patch), fix.run.message);
		const counts = '15 actions, 4 branch points (append 1, create 1, edit 2), 5 paths, 5 patches';
		assert.equal(treeCountsText(treeCounts(fix.run)), counts);
		const first = [...fixing.asked.keys()].find(key => key.includes('These places were found')) ?? '';
		assert.match(first, /<method>add<\/method>[\s\S]*It adds\./);
	});

	it('is not shown as located what the embedded localizer named while the model did not answer', async () => {
		const issue = { title: 'add subtracts', body: '`add` in calc.py returns a wrong number.' };
		const down = new AnsweringModel(() => {
			throw new ModelError('refused', 'The key is wrong.');
		});
		const failed = await world.run(down, {}, { issue });
		assert.equal(failed.run.selected.isProvisional, true);
		assert.ok(failed.run.selected.locations.length > 0);
		const model = new AnsweringModel(leadsToFixAt('create'));
		const { run } = await world.run(model, {}, { issue, events: failed.events });
		assert.equal(run.state, 'done', run.message);
		assert.ok([...model.asked.keys()].every(key => !key.includes('These places were found')));
	});

	it('continues with the same tree and queue wherever it was killed, and repeats no paid request', async () => {
		const answering = () => new AnsweringModel(leadsToFixAt('submit'));
		const whole = await world.run(answering());
		const answered = (events: readonly RunEvent[]) => events.filter(({ type }) => type === 'modelAnswered').length;
		const random = randomNumbers(16);
		for (let nRuns = 0; nRuns < 50; nRuns++) {
			const model = answering();
			const nEvents = random(whole.events.length);
			let n = 0;
			const { events } = await world.run(model, {}, { diesAfter: () => ++n > nEvents });
			const dead = foldRun(events);
			assert.deepEqual(turnsOf(dead), turnsOf(whole.run).slice(0, turnsOf(dead).length), `killed after ${nEvents}`);
			const last = await world.run(model, {}, { events });
			assert.deepEqual(shownOf(last.run), shownOf(whole.run), `killed after ${nEvents}`);
			assert.equal(answered(last.events), answered(whole.events));
			const nAsked = [...model.asked.values()].reduce((sum, count) => sum + count, 0);
			// A request whose answer was not yet written when the process died is asked again.
			assert.ok(nAsked <= answered(whole.events) + 1, `${nAsked} requests`);
		}
	});
});

const firstPath = [
	'1 after start: create [1@1]',
	'2 after 1: append [1@1 2@2]',
	'3 after 2: edit [1@1 2@2 3@3]',
	'4 after 3: submitted [1@1 2@2 3@3 4@4]',
];

/** By the kind of action whose alternative leads to the fix: what follows the first path, derived by hand from the rules. */
const expectedTurns: Readonly<Record<'create' | 'append' | 'edit' | 'submit', readonly string[]>> = {
	create: ['5 after start for 1: edit [2@2 3@3 4@4]', '6 after 5: submitted [2@2 6@2 3@3 4@4]'],
	append: [
		'5 after start for 1: look [2@2 3@3 4@4]',
		'6 after 5: edit [2@2 6@2 3@3 4@4]',
		'7 after 6: submitted [2@2 6@2 3@3 7@3 4@4]',
		'8 after 1 for 2: edit [6@2 3@3 7@3 4@4]',
		'9 after 8: submitted [6@2 3@3 7@3 9@3 4@4]',
	],
	edit: [
		'5 after start for 1: look [2@2 3@3 4@4]',
		'6 after 5: edit [2@2 6@2 3@3 4@4]',
		'7 after 6: submitted [2@2 6@2 3@3 7@3 4@4]',
		'8 after 1 for 2: look [6@2 3@3 7@3 4@4]',
		'9 after 8: edit [6@2 3@3 7@3 4@4]',
		'10 after 9: submitted [6@2 3@3 7@3 4@4 10@4]',
		'11 after 5 for 6: look [3@3 7@3 4@4 10@4]',
		'12 after 11: edit [3@3 7@3 4@4 10@4]',
		'13 after 12: submitted [3@3 7@3 4@4 10@4 13@4]',
		'14 after 2 for 3: edit [7@3 4@4 10@4 13@4]',
		'15 after 14: submitted [7@3 4@4 10@4 13@4 15@4]',
	],
	submit: [
		'5 after start for 1: look [2@2 3@3 4@4]',
		'6 after 5: edit [2@2 6@2 3@3 4@4]',
		'7 after 6: submitted [2@2 6@2 3@3 7@3 4@4]',
		'8 after 1 for 2: look [6@2 3@3 7@3 4@4]',
		'9 after 8: edit [6@2 3@3 7@3 4@4]',
		'10 after 9: submitted [6@2 3@3 7@3 4@4 10@4]',
		'11 after 5 for 6: look [3@3 7@3 4@4 10@4]',
		'12 after 11: edit [3@3 7@3 4@4 10@4]',
		'13 after 12: submitted [3@3 7@3 4@4 10@4 13@4]',
		'14 after 2 for 3: look [7@3 4@4 10@4 13@4]',
		'15 after 14: edit [7@3 4@4 10@4 13@4]',
		'16 after 15: submitted [7@3 4@4 10@4 13@4 16@5]',
		'17 after 6 for 7: dropped [4@4 10@4 13@4 16@5]',
		'18 after 3 for 4: edit [10@4 13@4 16@5]',
		'19 after 18: submitted [10@4 13@4 16@5]',
	],
};

function notesOf(run: Run): readonly string[] {
	return nodesOf(run).flatMap(({ notes }) => notes);
}

/** All that a user sees of the tree. */
function shownOf(run: Run) {
	return {
		turns: turnsOf(run),
		nodes: nodesOf(run).map(({ id, parent, key, kind, summary, exit, patches }) => [
			id,
			parent,
			key,
			kind,
			summary,
			exit,
			patches,
		]),
		selected: run.selected,
	};
}

/** Each finished turn: after which it comes, what it is, and the queue then. */
function turnsOf(run: Run): readonly string[] {
	const start = nodesOf(run).find(({ key }) => key === 'tree')?.id ?? '';
	const turns = treeTurns(run, start, darsRules);
	const numbers = new Map(turns.map(({ id }, at) => [id, at + 1]));
	return turns.map((turn, at) => {
		const node = run.nodes[turn.id];
		const queue = pendingBranches(turns.slice(0, at + 1), darsRules).map(
			({ replaces, depth }) => `${numbers.get(replaces)}@${depth}`,
		);
		const what = node?.exit ?? node?.calls[0]?.tool ?? '';
		const how = turn.replaces === undefined ? '' : ` for ${numbers.get(turn.replaces)}`;
		return `${at + 1} after ${numbers.get(turn.parent ?? '') ?? 'start'}${how}: ${what} [${queue.join(' ')}]`;
	});
}
