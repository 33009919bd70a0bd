import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { MemoryRounds, pumpWorkspace } from './memoryRounds';

const calls = [
	['search_definition', { symbol: 'Pump' }],
	['search_definition', { symbol: 'Pump.drain' }],
	['search_definition', { symbol: 'no_such_name_anywhere' }],
	['search_code', { query: 'close_drain' }],
	['search_code', { query: 'self level' }],
	['search_code', { query: 'x'.repeat(2000) }],
	['find_references', { name: 'drain' }],
	['outline', { file_name: 'pump/pump.py' }],
	['read_lines', { file_name: 'pump/pump.py' }],
	['read_lines', { file_name: 'pump/pump.py', start_line: 20, end_line: 60 }],
	['search_commits', { query: 'pump drain' }],
	['search_commits', { query: 'valve' }],
	['symbol_history', { symbol: 'Pump.drain' }],
	['blame', { file: 'plant.py', start_line: 1, end_line: 12 }],
] as const;

type Act =
	| { readonly kind: 'round'; readonly calls: readonly number[] }
	| { readonly kind: 'note'; readonly length: number }
	| { readonly kind: 'model'; readonly result: number }
	| { readonly kind: 'user'; readonly change: 'closed' | 'opened' | 'pinned' | 'unpinned'; readonly entry: number };

const act: fc.Arbitrary<Act> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('round' as const),
			calls: fc.array(fc.nat({ max: calls.length - 1 }), { minLength: 1, maxLength: 5 }),
		}),
	},
	fc.record({ kind: fc.constant('note' as const), length: fc.integer({ min: 1, max: 3000 }) }),
	fc.record({ kind: fc.constant('model' as const), result: fc.integer({ min: 1, max: 20 }) }),
	fc.record({
		kind: fc.constant('user' as const),
		change: fc.constantFrom('closed' as const, 'opened' as const, 'pinned' as const, 'unpinned' as const),
		entry: fc.nat({ max: 20 }),
	}),
);

async function perform(rounds: MemoryRounds, acts: readonly Act[], after: () => void): Promise<void> {
	await rounds.round();
	for (const each of acts) {
		const { entries } = rounds.memory.current;
		if (each.kind === 'round') {
			await rounds.round(...each.calls.flatMap(at => (calls[at] === undefined ? [] : [calls[at]])));
		} else if (each.kind === 'note') {
			await rounds.note(`${'n'.repeat(each.length)}`);
		} else if (each.kind === 'model') {
			await rounds.memory.close({ name: '', file: '', line: 0, results: [{ result: each.result }] });
		} else {
			const call = entries[each.entry]?.call.id;
			await (call === undefined ? undefined : rounds.asUser(each.change, { call }));
		}
		await rounds.memory.fit();
		after();
	}
}

describe('the limit of a working memory', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await pumpWorkspace();
	});

	const start = (limitTokens: number) => MemoryRounds.start(workspace, limitTokens);

	it('is never exceeded by what is shown', async () => {
		const limits = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 8000 }), fc.constant(50_000));
		await fc.assert(
			fc.asyncProperty(limits, fc.array(act, { maxLength: 14 }), async (limit, acts) => {
				const rounds = await start(limit);
				await perform(rounds, acts, () => {
					assert.ok(rounds.shownTokens <= limit, `${rounds.shownTokens} of ${limit}`);
					// Nothing is ever dropped but for what the answers name, where there is any room for it.
					const isEmpty = rounds.memory.current.entries.length === 0;
					assert.ok(limit < 400 || isEmpty || rounds.shown.includes('<memory>'), rounds.shown);
				});
			}),
			{ numRuns: 60 },
		);
	});

	it('always leaves room to the newest step', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1000, max: 8000 }), fc.array(act, { maxLength: 14 }), async (limit, acts) => {
				const rounds = await start(limit);
				await perform(rounds, acts, () => undefined);
				await rounds.round(['read_lines', { file_name: 'pump/valve.py' }]);
				assert.match(rounds.shown, /self\.is_open = True/);
			}),
			{ numRuns: 40 },
		);
	});

	it('cuts off the newest step where it alone exceeds it, and says so', async () => {
		const rounds = await start(600);
		await rounds.round(['read_lines', { file_name: 'pump/pump.py' }], ['read_lines', { file_name: 'pump/valve.py' }]);
		assert.match(rounds.shown, /MAX_LEVEL = 12/);
		assert.match(rounds.shown, /\(lines 1-\d+ of 1-\d+ are shown, to save room; ask for the rest if you need it\)/);
		assert.match(rounds.shown, /self\.is_open = False/);
		assert.deepEqual(rounds.notes, ['Cut off the newest results, which do not fit into the memory.']);
	});

	it('shows what was cut off as soon as it is asked for', async () => {
		const rounds = await start(600);
		await rounds.round(['read_lines', { file_name: 'pump/pump.py' }]);
		await rounds.round(['read_lines', { file_name: 'pump/pump.py', start_line: 70, end_line: 75 }]);
		assert.match(rounds.shown, /step_52\(/);
	});

	it('keeps what is pinned as long as it fits, then closes the oldest of it with a remark', async () => {
		const rounds = await start(950);
		await rounds.round(['read_lines', { file_name: 'pump/pump.py', start_line: 1, end_line: 40 }]);
		const [first = '', second = ''] = ['pump/pump.py:1-40', 'pump/pump.py:41-80'];
		await rounds.asUser('pinned', { call: rounds.memory.current.entries[0]?.call.id ?? '' });
		await rounds.round(['read_lines', { file_name: 'plant.py' }]);
		await rounds.round(['search_commits', { query: 'valve refill' }]);
		assert.match(rounds.states[0]?.[0] ?? '', new RegExp(`code open.*${first}`));
		await rounds.round(['read_lines', { file_name: 'pump/pump.py', start_line: 41, end_line: 80 }]);
		await rounds.asUser('pinned', { call: rounds.memory.current.entries[3]?.call.id ?? '' });
		await rounds.round(['read_lines', { file_name: 'pump/valve.py' }]);
		assert.match(rounds.states[0]?.[0] ?? '', /code closed/);
		assert.match(rounds.states[3]?.[0] ?? '', new RegExp(`code open.*${second}`));
		assert.ok(
			rounds.notes.some(text => /pinned/.test(text)),
			rounds.notes.join('\n'),
		);
	});

	it('counts notes, of which the newest are shown', async () => {
		const rounds = await start(800);
		await rounds.round();
		for (let number = 1; number <= 20; number++) {
			await rounds.note(`finding ${number}: ${'word '.repeat(12)}`);
		}
		assert.match(rounds.shown, /\(\d+ of your older notes are left out for lack of room\)[\s\S]*finding 20/);
		assert.doesNotMatch(rounds.shown, /finding 2:/);
	});
});
