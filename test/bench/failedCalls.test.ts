import assert from 'node:assert/strict';
import { madeCalls } from '../../bench/failedCalls/madeCalls';
import { researcher } from '../../src/engine/strategies/researcher/researcher';
import { rover } from '../../src/engine/strategies/rover';
import type { Strategy } from '../../src/engine/strategies/strategy';
import { AnsweringModel, type ModelAnswer, type ModelCall, strategyRun } from '../engine/strategies/strategyRun';
import { type IndexingOptions, MadeHistory } from '../history/pure/historyProject';
import { memoryWorkspace } from '../support/memoryWorkspace';

const texts = { 'a.py': 'def total(prices):\n    return sum(prices)\n' };
const report: ModelCall = [
	'report_bug_locations',
	{ bug_locations: [{ file: 'a.py', class: null, method: 'total', intended_behavior: 'Add them.' }] },
];

describe('the calls of a model, for the descriptions of tools', () => {
	/** Of the first trajectory, or of the only one: a first answer, and then the report. */
	async function ends(first: ModelAnswer, strategy: Strategy = researcher, indexing: IndexingOptions = {}) {
		const history = new MadeHistory([{ message: 'total: add them' }], indexing);
		const workspace = { ...(await memoryWorkspace(texts)), history };
		let nAnswers = 0;
		const model = new AnsweringModel(() => (++nAnswers <= 5 ? first : [...report]));
		const { events } = await strategyRun({ strategy, workspace, model });
		const made = madeCalls(events).filter(({ tool }) => tool !== 'report_bug_locations');
		return new Map(made.map(({ tool, args, end, problem }) => [`${tool} ${args}`, [end, problem] as const]));
	}

	it('have those that are refused before they are made', async () => {
		const found = await ends([...(['search_definition', {}] as const), ['look_up_code', { query: 'total' }]]);
		const [end, problem] = found.get('search_definition {}') ?? [];
		assert.equal(end, 'refused');
		assert.match(problem ?? '', /symbol is missing/);
		const [unknown, why] = found.get('look_up_code {"query":"total"}') ?? [];
		assert.equal(unknown, 'refused');
		assert.match(why ?? '', /There is no tool "?look_up_code/);
	});

	it('have those that were read otherwise than written, or found nothing', async () => {
		const regex = { query: 'total(', mode: 'regex' };
		const found = await ends([
			...(['search_code', regex] as const),
			['search_code', { query: 'total' }],
			['find_definition', { name: 'total' }],
			['search_definition', { symbol: 'zzz_nowhere' }],
		]);
		assert.deepEqual(
			[...found].map(([call, [end]]) => [call, end]),
			[
				[`search_code ${JSON.stringify(regex)}`, 'reread'],
				['search_code {"query":"total"}', 'good'],
				['find_definition {"name":"total"}', 'reread'],
				['search_definition {"symbol":"zzz_nowhere"}', 'failed'],
			],
		);
	});

	it('do not have those that asked while the commits were being indexed', async () => {
		const call = ['search_commits', { query: 'zzz' }] as const;
		const state = { nCommits: 9 };
		assert.deepEqual(
			[...(await ends([...call], researcher, { state })).values()].map(([end]) => end),
			['unfinished'],
		);
		assert.deepEqual(
			[...(await ends([...call])).values()].map(([end]) => end),
			['failed'],
		);
	});

	it('are those of the strategy that searched', async () => {
		const found = await ends([...(['search_code', { query: 'total' }] as const)], rover);
		assert.deepEqual(
			[...found].map(([call, [end]]) => [call, end]),
			[['search_code {"query":"total"}', 'good']],
		);
	});
});
