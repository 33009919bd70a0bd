import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { MemoryRounds, pumpWorkspace } from './memoryRounds';

describe('what a working memory remembers of the answers of tools', () => {
	let workspace: Workspace;
	let rounds: MemoryRounds;

	before(async () => {
		workspace = await pumpWorkspace();
	});

	beforeEach(async () => {
		rounds = await MemoryRounds.start(workspace);
	});

	it('is each definition with its lines, and each hit of a search in code', async () => {
		await rounds.round(
			['search_definition', { symbol: 'Pump.drain' }],
			['search_definition', { symbol: 'MAX_LEVEL' }],
			['search_code', { query: 'close_drain' }],
		);
		assert.deepEqual(rounds.states, [
			['code open Pump.drain pump/pump.py:11-14'],
			['code open MAX_LEVEL pump/pump.py:3-3'],
			['code open Pump.refill pump/pump.py:16-20', 'code open Valve.close_drain pump/valve.py:3-6'],
		]);
	});

	it('is what is used in each file, an outline and blamed lines, each with its place', async () => {
		await rounds.round(
			['find_references', { name: 'drain' }],
			['outline', { file_name: 'pump/valve.py' }],
			['blame', { file: 'pump/valve.py', start_line: 2, end_line: 3 }],
			['read_lines', { file_name: 'plant.py', start_line: 9, end_line: 11 }],
		);
		assert.deepEqual(rounds.states, [
			['text open plant.py:6-11'],
			['text open pump/valve.py:1-6'],
			['text open pump/valve.py:2-3'],
			['code open plant.py:9-11'],
		]);
	});

	it('is each commit', async () => {
		await rounds.round(['search_commits', { query: 'valve refill' }], ['symbol_history', { symbol: 'Pump.refill' }]);
		const [[first = ''] = []] = rounds.states;
		assert.match(first, /^commit (?:open|repeated) 00000002$/);
		assert.equal(rounds.memory.current.entries[0]?.scope, '2 anywhere');
	});

	it('has every word of an answer', async () => {
		await rounds.round(
			['search_definition', { symbol: 'Pump' }],
			['find_references', { name: 'drain' }],
			['search_commits', { query: 'valve refill' }],
			['search_definition', { symbol: 'no_such_name' }],
		);
		const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
		for (const { call } of rounds.memory.current.entries) {
			const shown = rounds.shown.replaceAll(/^\[\d+\.\d+\]$/gm, '');
			assert.ok(flat(shown).includes(flat(call.answer?.text ?? '-')), call.tool);
		}
	});

	it('can be closed hit by hit, and keeps what introduces the others', async () => {
		await rounds.round(['search_code', { query: 'close_drain' }]);
		await rounds.memory.close({ name: 'Valve.close_drain', file: '', line: 0, results: [] });
		assert.deepEqual(rounds.states, [
			['code closed Valve.close_drain pump/valve.py:3-6', 'code open Pump.refill pump/pump.py:16-20'],
		]);
		assert.match(rounds.shown, /Found 2 lines in 2 files\.[\s\S]*self\.level = MAX_LEVEL/);
		assert.match(rounds.shown, /\(closed: Valve\.close_drain in pump\/valve\.py, lines 3-6\)/);
		assert.doesNotMatch(rounds.shown, /is_open = False/);
	});

	it('makes the files of hits the first ones that are searched', async () => {
		await rounds.round(['search_code', { query: 'close_drain', path: 'pump/valve.py' }]);
		assert.deepEqual(rounds.memory.files(), ['pump/valve.py']);
		await rounds.round(['search_code', { query: 'drain' }]);
		assert.match(rounds.memory.current.entries[1]?.scope ?? '', /^\d in the files in memory/);
	});
});
