import assert from 'node:assert/strict';
import { TrajectoryMemory } from '../../../src/core/agent/memory/trajectoryMemory';
import { rootNode } from '../../../src/core/model/run/run';
import { workingMemoryOf } from '../../../src/core/model/run/workingMemory';
import { nullRunStore } from '../../../src/core/nullRunStore';
import { RunLog } from '../../../src/core/runLog';
import { callTool } from '../../../src/core/tools/callTool';
import { closeDefinitionTool } from '../../../src/core/tools/memory/closeDefinitionTool';
import type { Workspace } from '../../../src/core/workspace';
import { memoryWorkspace } from '../../support/memoryWorkspace';

const answer = `Found 2 definitions.

<file>a/pool.py</file> <class>Pool</class> <func>take</func>
<code>
3     def take(self):
4         return 1
</code>

<file>a/pool.py</file> <class>SafePool</class> <func>take</func>
<code>
9     def take(self):
10         return 2
</code>
`;

describe('close_definition', () => {
	let workspace: Workspace;
	let memory: TrajectoryMemory;
	let log: RunLog;

	before(async () => {
		workspace = await memoryWorkspace({});
	});

	beforeEach(async () => {
		log = RunLog.start(nullRunStore, { now: () => 0 }, 'a');
		const issue = { title: 'It fails', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'm', workspace: [], version: '0' });
		const node = await log.open(rootNode, { key: 'round', kind: 'round', title: 'Round 1' });
		memory = new TrajectoryMemory(log, rootNode, 50_000);
		memory.begin(node);
		for (const [call, text] of [
			['c1', answer],
			['c2', 'Nothing is named "x".'],
		] as const) {
			await log.emit(node, { type: 'toolCalled', call, tool: 'search_definition', args: { symbol: call } });
			await log.emit(node, { type: 'toolAnswered', call, ok: true, text, places: [] });
		}
		await memory.remember(node, log.run.nodes[node]?.calls ?? []);
	});

	const close = async (args: Readonly<Record<string, unknown>>) => {
		const { ok, text } = await callTool([closeDefinitionTool], 'close_definition', args, { workspace, memory });
		const open = workingMemoryOf(log.run, 'n1').entries.flatMap(({ parts }) =>
			parts.map(({ state }) => state === 'open'),
		);
		return { ok, text, open };
	};

	it('closes the one that is named with its class, and only that', async () => {
		const { text, open } = await close({ symbol: 'Pool.take' });
		assert.match(text, /^Closed Pool\.take \(a\/pool\.py:3-4, \d+ tokens\)\.$/);
		assert.deepEqual(open, [false, true, true]);
	});

	it('closes all of a bare name, or the one at a line', async () => {
		assert.deepEqual((await close({ symbol: 'take', line: 10 })).open, [true, false, true]);
		assert.deepEqual((await close({ symbol: 'take' })).open, [false, false, true]);
	});

	it('closes a result by its number', async () => {
		assert.deepEqual((await close({ result: 2 })).open, [true, true, false]);
		assert.deepEqual((await close({ result: 1 })).open, [false, false, false]);
	});

	it('says what is open where nothing is meant', async () => {
		const { ok, text } = await close({ symbol: 'give', file: 'pool.py' });
		assert.equal(ok, false);
		assert.match(text, /^Nothing open is named give in pool\.py\. Open: Pool\.take \(a\/pool\.py:3-4/);
		assert.match((await close({})).text, /^Name what to close/);
		assert.match((await close({ result: 7 })).text, /^Nothing open is result 7\./);
	});
});
