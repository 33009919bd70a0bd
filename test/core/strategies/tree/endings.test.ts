import assert from 'node:assert/strict';
import type { Run } from '../../../../src/core/model/run/run';
import { fixOf } from '../../../../src/core/model/run/runFix';
import type { RunNode } from '../../../../src/core/model/run/runNode';
import { nodesOf } from '../../../../src/core/model/run/runTree';
import { ModelError } from '../../../../src/core/modelError';
import { isProven } from '../../../../src/core/strategies/tree/treeTurns';
import type { ModelAnswer } from '../strategyRun';
import { actionsIn, fixedCalc } from './plantedBug';
import { TreeWorld } from './treeWorld';

const atEditOnly = { limits: { create: 0, append: 0, edit: 1, submit: 0, error: 0 } };
const fix: ModelAnswer = ['edit', { path: 'calc.py', text: fixedCalc }];

describe('the end of a search', () => {
	let world: TreeWorld;

	before(async () => {
		world = await TreeWorld.create();
	});

	/** A model that fixes the bug at once, then looks around, and after three looks does what `end` says. */
	const fixing = (end: () => ModelAnswer) => {
		let isAtEnd = false;
		return world.afterReproducer(({ messages }) => {
			const { length } = actionsIn(messages);
			// However much of the conversation is left out.
			isAtEnd ||= length === 4;
			return isAtEnd ? end() : length === 0 ? fix : look(length);
		});
	};

	it('is a proven patch, however its branch ended', async () => {
		const tooLong = () => {
			throw new ModelError('contextTooLong', 'The request is too long.');
		};
		for (const [exit, end, limit] of [
			['exit_limit', () => look(9), { maxDepth: 4 }],
			['exit_format', () => 'Hm.', {}],
			['exit_context', tooLong, {}],
		] as const) {
			const { run } = await world.run(fixing(end), { ...atEditOnly, ...limit });
			assert.equal(run.state, 'done', run.message);
			assert.equal(turnsOf(run).at(-1)?.exit, exit);
			assert.equal(turnsOf(run).filter(({ key }) => key !== 'turn').length, 0, exit);
			assert.ok(isProven(run, run.selected.patch), exit);
			assert.ok(notesOf(run).includes('The search ended: a patch is proven.'), exit);
		}
	});

	it('is a proven patch that was submitted at a cap: the run that continues asks for nothing more', async () => {
		const first = await world.run(
			fixing(() => look(9)),
			atEditOnly,
			{ caps: { requests: 5 } },
		);
		assert.ok(isProven(first.run, fixOf(first.run).patches[0]?.id));
		const last = await world.run(
			fixing(() => assert.fail('asked for another turn')),
			atEditOnly,
			{ events: first.events },
		);
		assert.equal(last.run.state, 'done', last.run.message);
		assert.equal(last.run.nRequests, first.run.nRequests);
		assert.ok(notesOf(last.run).includes('The search ended: a patch is proven.'));
	});
});

function look(number: number): ModelAnswer {
	return ['look', { what: `thing ${number}` }];
}

function turnsOf(run: Run): readonly RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

function notesOf(run: Run): readonly string[] {
	return nodesOf(run).flatMap(({ notes }) => notes);
}
