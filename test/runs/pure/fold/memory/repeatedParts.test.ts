import assert from 'node:assert/strict';
import type { Workspace } from '../../../../../src/history/pure/workspace';
import { entryTexts } from '../../../../../src/models/pure/memory/memoryText';
import { withoutRepeats } from '../../../../../src/runs/pure/fold/memory/repeatedParts';
import { MadeHistory } from '../../../../history/pure/historyProject';
import { MemoryRounds, pumpTexts, pumpWorkspace } from '../../../../models/pure/memory/memoryRounds';

describe('what a working memory has twice', () => {
	let workspace: Workspace;
	let rounds: MemoryRounds;

	before(async () => {
		workspace = await pumpWorkspace();
	});

	beforeEach(async () => {
		rounds = await MemoryRounds.start(workspace);
	});

	const times = (text: string) => rounds.shown.split(text).length - 1;

	it('is shown once where a call is repeated, until that is closed', async () => {
		await rounds.round(['search_code', { query: 'close_drain' }], ['find_references', { name: 'drain' }]);
		await rounds.round(['search_code', { query: 'close_drain' }], ['find_references', { name: 'drain' }]);
		assert.equal(times('self.level = MAX_LEVEL'), 1);
		assert.equal(times('6 empty_plant: pump.drain(pump.level)'), 1);
		assert.match(rounds.shown, /\(Pump\.refill in pump\/pump\.py, lines 16-20: see \[1\]\)/);
		await rounds.memory.close({ name: '', file: '', line: 0, results: [{ result: 1 }] });
		assert.equal(times('self.level = MAX_LEVEL'), 1);
		assert.deepEqual(
			rounds.states[2]?.map(state => state.split(' ')[1]),
			['open', 'open'],
		);
	});

	it('is a hit inside of code that is there', async () => {
		await rounds.round(['search_definition', { symbol: 'Pump' }]);
		await rounds.round(['search_code', { query: 'close_drain', path: 'pump/pump.py' }]);
		assert.deepEqual(rounds.states[1], ['code repeated Pump.refill pump/pump.py:16-20']);
	});

	it('is closed with the definition around it, but not what else of that name is shown', async () => {
		const closed = async () => rounds.states.map(parts => parts.map(state => state.split(' ')[1]));
		await rounds.round(['search_definition', { symbol: 'Pump.drain' }], ['search_code', { query: 'level amount' }]);
		await rounds.round(['read_lines', { file_name: 'pump/pump.py', start_line: 10, end_line: 13 }]);
		await rounds.memory.close({ name: 'Pump.drain', file: '', line: 0, results: [] });
		const [[definition], , [lines]] = (await closed()) as [string[], string[], string[]];
		assert.deepEqual([definition, lines], ['closed', 'open']);
		await rounds.round(['search_code', { query: 'open_drain', path: 'valve.py' }]);
		await rounds.memory.close({ name: 'Pump', file: '', line: 0, results: [] });
		assert.equal((await closed())[3]?.[0], 'open');
	});

	it('is code inside of what is found later', async () => {
		await rounds.round(['search_definition', { symbol: 'Pump.drain' }]);
		await rounds.round(['read_lines', { file_name: 'pump/pump.py', start_line: 1, end_line: 20 }]);
		assert.deepEqual(rounds.states, [['code repeated Pump.drain pump/pump.py:11-14'], ['code open pump/pump.py:1-20']]);
		assert.equal(times('self.level = self.level - amount'), 1);
	});

	it('is code whose lines several other parts have', async () => {
		const read = (start_line: number, end_line: number) =>
			['read_lines', { file_name: 'pump/pump.py', start_line, end_line }] as const;
		await rounds.round(read(1, 12), read(13, 25), read(10, 15));
		assert.deepEqual(
			rounds.states.flat().map(state => state.split(' ')[1]),
			['open', 'open', 'repeated'],
		);
	});

	it('is not what the code around it leaves out', async () => {
		await rounds.round(['search_definition', { symbol: 'Grid' }]);
		assert.match(rounds.shown, /Too long to show whole/);
		await rounds.round(['search_definition', { symbol: 'Grid.rebalance' }]);
		assert.match(rounds.shown, /self\.load = 0/);
	});

	it('is not what the same call finds later', async () => {
		const call = ['search_commits', { query: 'pump' }] as const;
		const early = await MemoryRounds.start({ ...workspace, history: new MadeHistory([]) });
		await early.round(call);
		await rounds.round(call);
		const both = withoutRepeats([...early.memory.current.entries, ...rounds.memory.current.entries]);
		assert.match(entryTexts(both), /No commit has any of these words\.[\s\S]*pump: drain through the valve/);
		assert.match(entryTexts(both), /<message>\npump: a long change/);
	});

	it('is shown again where what repeats it is left out of a patch', async () => {
		await rounds.round(['search_definition', { symbol: 'Pump' }], ['search_code', { query: 'close_drain' }]);
		const { entries } = rounds.memory.current;
		assert.deepEqual(entries[1]?.parts.map(({ state }) => state).toSorted(), ['open', 'repeated']);
		assert.match(entryTexts(withoutRepeats(entries.slice(1))), /self\.level = MAX_LEVEL/);
	});

	it('is a commit that two searches find', async () => {
		await rounds.round(['search_commits', { query: 'valve refill' }]);
		await rounds.round(['search_commits', { query: 'close drain' }]);
		assert.equal(times('<message>\nvalve: close after a refill'), 1);
		assert.match(rounds.shown, /\(commit 00000002abab valve: close after a refill: see \[1\]\)/);
	});

	it('is a commit of which two other searches show the same, when the first is closed', async () => {
		await rounds.round(['search_commits', { query: 'close drain' }]);
		await rounds.round(['search_commits', { query: 'long change drain' }]);
		await rounds.round(['search_commits', { query: 'a long change of a drain' }]);
		assert.equal(times('+    line 140 of a drain'), 1);
		await rounds.memory.close({ name: '', file: '', line: 0, results: [{ result: 1 }] });
		assert.equal(times('+    line 140 of a drain'), 1);
		await rounds.memory.close({ name: '', file: '', line: 0, results: [{ result: 2 }] });
		assert.equal(times('+    line 140 of a drain'), 1);
	});

	it('is not a commit of which the history of a definition shows some hunks', async () => {
		const hunk = (line: number, text: string) => `@@ -${line} +${line},2 @@\n+        ${text}`;
		const changes = {
			'pump/pump.py': [hunk(12, 'the_drain()'), hunk(17, 'the_refill()')].join('\n'),
			'plant.py': hunk(6, Array.from({ length: 120 }, (_, at) => `the_plant(${at})`).join('\n+        ')),
		};
		const history = new MadeHistory([{ message: 'pump: three hunks', changes }], { committed: pumpTexts });
		const both = await MemoryRounds.start({ ...workspace, history });
		await both.round(['symbol_history', { symbol: 'Pump.drain' }]);
		assert.match(both.shown, /the_drain\(\)/);
		assert.doesNotMatch(both.shown, /the_refill\(\)/);
		await both.round(['search_commits', { query: 'hunks' }], ['search_commits', { query: 'three' }]);
		assert.deepEqual(
			both.states.map(parts => parts.map(state => state.split(' ')[1])),
			[['open'], ['open'], ['repeated']],
		);
		assert.match(both.shown, /the_refill\(\)[\s\S]*the_plant\(20\)/);
	});

	it('is not another piece of a long commit', async () => {
		await rounds.round(['search_commits', { query: 'pump' }], ['search_commits', { query: 'long change drain' }]);
		assert.match(rounds.shown, /\+ {4}line 140 of a drain/);
		assert.match(rounds.shown, /\+ {4}line 5 of a pump/);
	});
});
