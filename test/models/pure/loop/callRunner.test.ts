import assert from 'node:assert/strict';
import { CallRunner } from '../../../../src/models/pure/loop/callRunner';
import type { Tool } from '../../../../src/models/pure/tools/tool';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import { MemoryRuns } from '../../../support/memoryRuns';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const clock = { now: () => 0, wait: async () => undefined };

describe('the calls of a trajectory', () => {
	/** What a tool answers to the same call in three rounds, where all is indexed from its second run on. */
	async function answers(run: (nRuns: number) => { readonly isUnfinished?: true }) {
		let nRuns = 0;
		const tool: Tool = {
			...{ name: 'find', description: 'Finds.', parameters: [], changes: false },
			run: async () => ({ ok: true, text: `run ${++nRuns}`, places: [], ...run(nRuns) }),
		};
		const log = RunLog.start(new MemoryRuns(), clock, 'a');
		const issue = { title: '', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, {
			...{ type: 'runStarted', runId: 'a', issue, engine: 'e', workspace: [], version: '0' },
		});
		const runner = new CallRunner(log, [tool], { workspace: await memoryWorkspace({}) });
		const texts: string[] = [];
		for (const key of ['one', 'two', 'three']) {
			const node = await log.open(rootNode, { key, kind: 'round', title: key });
			const [result] = await runner.run(node, [{ tool: 'find', args: {}, written: 'find()' }]);
			texts.push(result?.text ?? '');
		}
		return texts;
	}

	it('are made once where they change nothing', async () => {
		assert.deepEqual(await answers(() => ({})), ['run 1', 'run 1', 'run 1']);
	});

	it('are made again while what they search is being indexed', async () => {
		const isUnfinished = true;
		assert.deepEqual(await answers(n => (n === 1 ? { isUnfinished } : {})), ['run 1', 'run 2', 'run 2']);
	});
});
