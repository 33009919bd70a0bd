import assert from 'node:assert/strict';
import { isProven, isSubmission } from '../../../../src/engine/agent/branching/treeTurns';
import { ModelError } from '../../../../src/models/pure/modelError';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { RunNode } from '../../../../src/runs/pure/fold/runNode';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { AnsweringModel, type ModelAnswer } from '../../strategies/strategyRun';
import { actionsIn, buggy, fixedCalc, leadsToFixAt } from './plantedBug';
import { TreeWorld } from './treeWorld';

const atEditOnly = { limits: { create: 0, append: 0, edit: 1, submit: 0, error: 0 } };
const submit: ModelAnswer = ['submit', { summary: 'Done.' }];
const fix: ModelAnswer = ['edit', { path: 'calc.py', text: fixedCalc }];

describe('the end of a search', () => {
	let world: TreeWorld;

	before(async () => {
		world = await TreeWorld.create();
	});

	/** A model that fixes the bug at once, then looks around, and after three looks does what `end` says. */
	const fixing = (end: () => ModelAnswer) => {
		let isAtEnd = false;
		return world.agentAnswering(({ messages }) => {
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
		const empty = () => {
			throw new ModelError('empty', 'The answer is empty.');
		};
		for (const [exit, end, limit] of [
			['exit_limit', () => look(9), { maxDepth: 4 }],
			['exit_format', () => 'Hm.', {}],
			['exit_format', empty, {}],
			['exit_context', tooLong, {}],
		] as const) {
			const { run } = await world.run(fixing(end), { ...atEditOnly, ...limit });
			assert.equal(run.state, 'done', run.message);
			assert.equal(turnsOf(run).at(-1)?.exit, exit);
			assert.equal(turnsOf(run).filter(({ key }) => key !== 'turn').length, 0, exit);
			assert.ok(isProven(run, run.selected.patch), exit);
			assert.ok(notesOf(run).includes('The search ended: a patch passes all that judges it.'), exit);
		}
	});

	it('is a patch that was submitted at a cap: the run that continues asks only for its review', async () => {
		const first = await world.run(
			fixing(() => look(9)),
			atEditOnly,
			{ caps: { requests: 5 } },
		);
		const [patch] = fixOf(first.run).patches;
		assert.deepEqual([first.run.selected.patch, isProven(first.run, patch?.id)], [patch?.id, false]);
		const last = await world.run(
			fixing(() => assert.fail('asked for another turn')),
			atEditOnly,
			{ events: first.events },
		);
		assert.equal(last.run.state, 'done', last.run.message);
		assert.equal(last.run.nRequests, first.run.nRequests + 1);
		assert.ok(isProven(last.run, patch?.id));
		assert.ok(notesOf(last.run).includes('The search ended: a patch passes all that judges it.'));
	});

	it('is no failure of the run where the files of a branch cannot be restored any more, also at a cap', async () => {
		const own = await TreeWorld.create();
		own.bench = { texts: buggy, failing: () => true };
		const ended = await own.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly);
		assert.deepEqual([ended.run.state, turnsOf(ended.run).at(-1)?.exit], ['done', 'exit_error'], ended.run.message);
		assert.deepEqual(submissionsOf(ended.run), [
			'submitted: a patch of calc.py, try_it.py',
			'exit_error: the changes could not be submitted',
		]);
		assert.equal(ended.run.selected.patch, fixOf(ended.run).patches[0]?.id);
		const stopped = await own.run(new AnsweringModel(leadsToFixAt('edit')), atEditOnly, { caps: { requests: 4 } });
		assert.equal(stopped.run.state, 'done', stopped.run.message);
		assert.equal(submissionsOf(stopped.run).at(-1), 'exit_cost: the changes could not be submitted');
		assert.ok(notesOf(stopped.run).includes('The limit of 4 requests for this run is reached.'));
	});

	it('is what there is where a run continues whose first state is damaged; a run without a patch fails', async () => {
		const own = await TreeWorld.create();
		const model = () => new AnsweringModel(leadsToFixAt('edit'));
		const found = await own.run(model(), atEditOnly, { caps: { requests: 4 } });
		const nothing = await own.run(model(), atEditOnly, { diesAfter: ({ type }) => type === 'toolAnswered' });
		own.bench = { texts: buggy, failing: () => true };
		const { run } = await own.run(model(), atEditOnly, { events: found.events });
		assert.deepEqual([run.state, run.nRequests], ['done', found.run.nRequests], run.message);
		assert.ok(run.selected.patch !== undefined && run.selected.patch === found.run.selected.patch);
		const text = 'the disk is full. The search ended: patches from before are ranked.';
		assert.ok(notesOf(run).some(note => note.endsWith(text)));
		const failed = await own.run(model(), atEditOnly, { events: nothing.events });
		assert.deepEqual([failed.run.state, fixOf(failed.run).patches.length], ['failed', 0]);
		assert.match(failed.run.message ?? '', /could not be restored: the disk is full\.$/);
	});

	it('is a patch with the empty files that were created; a file that is no text is named', async () => {
		const own = await TreeWorld.create();
		const binary = 'diff --git a/a.bin b/a.bin\nBinary files a/a.bin and b/a.bin differ\n';
		own.bench = { texts: buggy, unprinted: binary };
		const model = own.agentAnswering(({ messages }) => {
			const { length } = actionsIn(messages);
			return length === 0 ? ['create', { path: 'pkg/__init__.py', text: '' }] : length === 1 ? fix : submit;
		});
		const { run } = await own.run(model, atEditOnly);
		const [patch] = fixOf(run).patches;
		assert.deepEqual(
			patch?.files.map(({ path, before, after }) => [path, before, after]),
			[
				['calc.py', buggy['calc.py'], fixedCalc],
				['pkg/__init__.py', undefined, ''],
			],
		);
		assert.match(patch?.diff ?? '', /^diff --git a\/pkg\/__init__\.py b\/pkg\/__init__\.py\nnew file mode 100644$/m);
		const text = 'Not in the patch, because they are not text files or hidden from the model: a.bin.';
		assert.deepEqual(
			notesOf(run).filter(note => note.startsWith('Not in the patch')),
			[text],
		);
	});
});

function submissionsOf(run: Run): readonly (string | undefined)[] {
	return nodesOf(run).flatMap(node => (isSubmission(node) ? [node.summary] : []));
}

function look(number: number): ModelAnswer {
	return ['look', { what: `thing ${number}` }];
}

function turnsOf(run: Run): readonly RunNode[] {
	return nodesOf(run).filter(({ kind }) => kind === 'round');
}

function notesOf(run: Run): readonly string[] {
	return nodesOf(run).flatMap(({ notes }) => notes);
}
