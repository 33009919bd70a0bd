import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { entryTexts } from '../../../../src/models/pure/memory/memoryText';
import { TrajectoryMemory } from '../../../../src/models/pure/memory/trajectoryMemory';
import { callTool } from '../../../../src/models/pure/tools/callTool';
import { closeDefinitionTool } from '../../../../src/models/pure/tools/memory/closeDefinitionTool';
import { keptEntries, resultNumbers } from '../../../../src/models/pure/tools/memory/resultNumbers';
import { researcherTools } from '../../../../src/models/pure/tools/toolTable';
import { workingMemoryOf } from '../../../../src/runs/pure/fold/memory/workingMemory';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const texts = {
	'a/pool.py':
		'class Pool:\n    size = 1\n    def take(self):\n        return 1\n\n\nclass SafePool:\n    size = 2\n    def take(self):\n        return 2\n',
};

describe('close_definition', () => {
	let workspace: Workspace;
	let memory: TrajectoryMemory;
	let log: RunLog;

	before(async () => {
		workspace = await memoryWorkspace(texts);
	});

	beforeEach(async () => {
		log = RunLog.start(nullRunStore, { now: () => 0 }, 'a');
		const issue = { title: 'It fails', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'm', workspace: [], version: '0' });
		const node = await log.open(rootNode, { key: 'round', kind: 'round', title: 'Round 1' });
		memory = new TrajectoryMemory(log, rootNode, 50_000);
		memory.begin(node);
		for (const [call, symbol] of [
			['c1', 'take'],
			['c2', 'x_is_not_there'],
		] as const) {
			const [tool, args] = ['search_definition', { symbol }];
			await log.emit(node, { type: 'toolCalled', call, tool, args });
			const answer = await callTool(researcherTools, tool, args, { workspace });
			await log.emit(node, { type: 'toolAnswered', call, ...answer });
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

	it('closes single pieces of results by their numbers, which the memory shows', async () => {
		const shown = () => entryTexts(workingMemoryOf(log.run, 'n1').entries);
		assert.match(shown(), /^\[1\.1\]\n<file>.*<\/file>[\s\S]*^\[1\.2\]\n<file>/m);
		const { text, open } = await close({ result: '1.2' });
		assert.deepEqual([text, open], ['Closed [1.2].', [true, false, true]]);
		assert.match(shown(), /^\[1\.1\]\n/m);
		assert.doesNotMatch(shown(), /^\[1\.2\]/m);
		assert.deepEqual((await close({ result: '[1.1], 2' })).open, [false, false, false]);
	});

	it('keeps single pieces for a patch', async () => {
		const { entries } = workingMemoryOf(log.run, 'n1');
		const kept = keptEntries(entries, resultNumbers(['1.2', 2]));
		assert.deepEqual(
			kept.map(({ parts }) => parts.map(({ state }) => state)),
			[['closed', 'open'], ['open']],
		);
		assert.deepEqual(
			keptEntries(entries, resultNumbers([1])).map(({ parts }) => parts.length),
			[2],
		);
	});

	it('confirms in few words, and says what is closed already', async () => {
		assert.equal((await close({ result: 2 })).text, 'Closed [2].');
		assert.deepEqual(await close({ result: 2 }), {
			ok: true,
			text: '[2] is closed already.',
			open: [true, true, false],
		});
		await close({ symbol: 'Pool.take' });
		assert.equal((await close({ symbol: 'Pool.take' })).text, 'Pool.take is closed already.');
	});

	it('says what is open where nothing is meant', async () => {
		const { ok, text } = await close({ symbol: 'give', file: 'pool.py' });
		assert.equal(ok, false);
		assert.match(text, /^Nothing open is named give in pool\.py\. Open: Pool\.take \(a\/pool\.py:3-4/);
		assert.match((await close({})).text, /^Name what to close/);
		assert.match((await close({ result: 7 })).text, /^Nothing open is \[7\]\./);
	});
});
