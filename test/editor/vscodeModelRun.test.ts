import assert from 'node:assert/strict';
import { createVscodeModel } from '../../src/editor/models/vscodeModel';
import type { Run } from '../../src/runs/pure/fold/run';
import { roundsOf } from '../../src/runs/pure/fold/runTree';
import { runModel } from '../engine/stages/locate/agent/modelRun';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { chatProvider, testModel } from './chatProvider';

const issue = {
	title: 'total() forgets the first price',
	body: 'total([10, 20]) should return 30, but it returns 20.',
	source: { kind: 'text' },
} as const;

describe('a run with a model of VS Code', () => {
	async function locate(mode: string): Promise<Run> {
		const workspace = await memoryWorkspace({ 'shop.py': 'def total(prices):\n    return sum(prices[1:])\n' });
		const model = createVscodeModel(await testModel(mode), 'tools');
		return (await runModel(workspace, issue, { model })).run;
	}

	it('searches, sees what was found, and ends in the places the model names', async () => {
		const run = await locate('search');
		assert.deepEqual([run.state, run.message, run.server], ['done', undefined, undefined]);
		assert.deepEqual(
			run.selected.locations.map(({ id, intendedBehavior }) => [id, intendedBehavior]),
			[['shop.py#total', 'add up all prices']],
		);
		const [round] = roundsOf(run);
		assert.equal(round?.requests[0]?.answer?.text, 'I look at the total first.');
		const { requests } = await chatProvider();
		assert.match(JSON.stringify(requests.at(-1)?.messages), /sum\(prices\[1:\]\)/);
		assert.ok(run.usage.isEstimated && run.usage.inputTokens > 0);
	});

	it('fails with a helpful message when VS Code reports that the allowance is used up', async () => {
		const run = await locate('quota');
		assert.equal(run.state, 'failed');
		assert.match(run.message ?? '', /allowance|quota/i);
		assert.equal(roundsOf(run)[0]?.requests[0]?.failures.length, 1);
	});

	it('is tried again after as long as VS Code asks when it is too fast', async () => {
		const run = await locate('rate');
		const waits = roundsOf(run)[0]?.requests[0]?.failures.map(({ retryInMs }) => retryInMs);
		assert.deepEqual(waits, [7000, 7000, 7000, 7000, undefined]);
	});
});
