import assert from 'node:assert/strict';
import type { GoldLines } from '../../../../src/research/pure/eval/goldLines';
import { lineReport } from '../../../../src/research/pure/eval/lineReport';
import { measureShown, readingBudgets } from '../../../../src/research/pure/eval/shownLines';

const gold: GoldLines = {
	changed: new Map([['a.x', [10, 11]]]),
	around: new Map([['a.x', [8, 9, 10, 11, 12]]]),
};
/** A line costs 100 tokens: its number, a tab, its text and its end. */
const lines = Array.from({ length: 200 }, (_, at) => 'x'.repeat(350 - 2 - `${at + 1}`.length));
const measure = (...places: (readonly [string, number, number])[]) =>
	measureShown(
		places.map(([file, startLine, endLine]) => ({ file, startLine, endLine })),
		gold,
		async () => lines,
	);
const at = (name: string) => readingBudgets.findIndex(budget => budget.name === name);

describe('measureShown', () => {
	it('counts each line once, in the order of the regions, up to each budget', async () => {
		const shown = await measure(['b.x', 1, 9], ['a.x', 9, 10], ['a.x', 10, 11]);
		assert.deepEqual(shown?.budgets[at('1k tokens')], {
			...{ recall: 0, precision: 0, recallAround: 0.2, precisionAround: 0.1, fileHit: 1 },
		});
		assert.deepEqual(shown?.budgets[at('3k tokens')], {
			...{ recall: 1, precision: 2 / 12, recallAround: 0.6, precisionAround: 0.25, fileHit: 1 },
		});
		assert.equal(shown?.tokensToFirst, 1100);
	});

	it('stops after as many lines and regions as are read', async () => {
		const many = await measure(['b.x', 1, 100], ['a.x', 10, 11]);
		assert.equal(many?.budgets[at('100 lines')]?.recall, 0);
		assert.equal(many?.budgets[at('500 lines')]?.recall, 1);
		const others = [1, 3, 5, 7, 9].map(line => ['b.x', line, line] as const);
		assert.equal((await measure(...others, ['a.x', 10, 11]))?.budgets[at('5 regions')]?.recall, 0);
		assert.equal((await measure(...others.slice(1), ['a.x', 10, 11]))?.budgets[at('5 regions')]?.recall, 1);
	});

	it('has no first changed line where none is shown, and measures nothing without one', async () => {
		assert.equal((await measure(['b.x', 1, 2]))?.tokensToFirst, undefined);
		const none: GoldLines = { changed: new Map(), around: new Map() };
		assert.equal(await measureShown([], none, async () => lines), undefined);
	});
});

describe('lineReport', () => {
	it('has means for all issues and for each group, and how many tokens half of them need', async () => {
		const [hit, miss] = [await measure(['a.x', 10, 10]), await measure(['b.x', 1, 1])];
		assert.ok(hit && miss);
		const { tables } = lineReport([
			{ group: 'Go', shown: { regions: hit, rg: miss } },
			{ group: 'Go', shown: { regions: hit, rg: miss } },
			{ group: 'Rust', shown: { regions: miss, rg: hit } },
		]);
		assert.deepEqual(
			tables.map(({ group, nIssues, ways }) => [group, nIssues, ...ways.map(way => way.budgets[0]?.recall?.percent)]),
			[
				['', 3, 100 / 3, 50 / 3],
				['Go', 2, 50, 0],
				['Rust', 1, 0, 50],
			],
		);
		const [regions, rg] = tables[0]?.ways ?? [];
		assert.deepEqual([regions?.medianTokensToFirst, regions?.nUseful], [100, 2]);
		assert.deepEqual([rg?.medianTokensToFirst, rg?.nUseful], [undefined, 1]);
	});
});
