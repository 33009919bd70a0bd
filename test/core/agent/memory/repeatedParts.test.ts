import assert from 'node:assert/strict';
import { entryTexts } from '../../../../src/core/agent/memory/memoryText';
import { withoutRepeats } from '../../../../src/core/model/memory/repeatedParts';
import type { Workspace } from '../../../../src/core/workspace';
import { MemoryRounds, pumpWorkspace } from './memoryRounds';

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
		assert.match(rounds.shown, /\(shown in another result: Pump\.refill in pump\/pump\.py, lines 16-20\)/);
		await rounds.memory.close({ name: '', file: '', line: 0, result: 1 });
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
		assert.match(rounds.shown, /\(shown in another result: commit 00000002abab valve: close after a refill\)/);
	});

	it('is not another piece of a long commit', async () => {
		await rounds.round(['search_commits', { query: 'pump' }], ['search_commits', { query: 'long change drain' }]);
		assert.match(rounds.shown, /\+ {4}line 140 of a drain/);
		assert.match(rounds.shown, /\+ {4}line 5 of a pump/);
	});
});
