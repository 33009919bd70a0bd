import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { evalReport, type RankedIssue } from '../../../../src/research/pure/eval/evalReport';
import { bootstrapMean } from '../../../../src/research/pure/eval/intervals';
import { traitsOf } from '../../../../src/research/pure/eval/issueTraits';
import { emptyRanking } from '../../../../src/runs/pure/model/location';
import { installedGrammars } from '../../../support/grammars';

const { languages: all } = installedGrammars();
const languages = new LanguageTable(all);
const traits = { repository: 'o/a', language: 'Python', text: 'prose only', fixed: 'not named' } as const;
const gold = {
	files: ['a.py'],
	modules: ['a.py:A'],
	functions: ['a.py:A.__init__', 'a.py:A.run'],
	classes: [],
	added: [],
	countsFunctions: true,
};
const found = { files: ['b.py', 'a.py'], modules: ['a.py:A'], functions: ['a.py:A.run', 'a.py:A.go', 'a.py:A'] };

describe('the report of an evaluation', () => {
	const issues: RankedIssue[] = [
		{ id: '1', gold, traits, rankings: { faultline: found, BM25: emptyRanking } },
		{
			id: '2',
			gold,
			traits: { ...traits, repository: 'o/b' },
			rankings: { faultline: emptyRanking, BM25: emptyRanking },
		},
	];
	const report = evalReport(issues, languages);
	const percents = (at: number, row = 0) => report.tables[at]?.rows[row]?.figures.map(each => each?.percent);

	it('counts an issue where all that was fixed is among the first', () => {
		assert.deepEqual(report.measures.slice(0, 2), ['file@1', 'file@3']);
		assert.deepEqual(percents(1), [0, 50, 50, 50, 50, 0, 0]);
	});

	it("takes constructors for their classes in LocAgent's view", () => {
		assert.deepEqual([report.tables[0]?.view, percents(0)], ['locagent', [0, 50, 50, 50, 50, 50, 50]]);
	});

	it('has each group, and the differences in pairs', () => {
		const groups = report.tables.map(({ group, nIssues }) => `${group} ${nIssues}`);
		const expected = ['repository: o/a 1', 'repository: o/b 1', 'language: Python 2', 'text: prose only 2'];
		assert.deepEqual(groups.slice(2, 6), expected);
		const [difference] = report.tables[1]?.differences ?? [];
		assert.equal(difference?.name, 'faultline - BM25');
		assert.deepEqual(difference?.figures[1], { percent: 50, low: 0, high: 100, nIssues: 2 });
	});

	it('leaves out issues without a fixed function where functions are compared', () => {
		const without = { ...gold, functions: [], classes: ['a.py:A'], countsFunctions: false };
		const { tables } = evalReport([{ id: '1', gold: without, traits, rankings: { faultline: found } }], languages);
		assert.ok(tables[0]?.rows[0]?.figures.every(each => each === undefined));
		assert.deepEqual(
			tables[1]?.rows[0]?.figures.map(each => each?.percent),
			[0, 100, 100, 100, 100, undefined, undefined],
		);
	});
});

describe('bootstrap intervals', () => {
	it('are the same each time, and about as wide as the normal ones', () => {
		const values = Array.from({ length: 100 }, (_, at) => Number(at < 60));
		const interval = bootstrapMean(values);
		assert.deepEqual(bootstrapMean(values), interval);
		assert.equal(interval?.percent, 60);
		// 60 ± 1.96 · √(0.6 · 0.4 / 100)
		assert.ok(Math.abs((interval?.low ?? 0) - 50.4) <= 1.5 && Math.abs((interval?.high ?? 0) - 69.6) <= 1.5);
	});

	it('are of no width where all values are equal, and there are none without values', () => {
		assert.deepEqual(bootstrapMean([1, 1]), { percent: 100, low: 100, high: 100, nIssues: 2 });
		assert.equal(bootstrapMean([]), undefined);
	});
});

describe('the traits of an issue', () => {
	const of = (text: string, language?: string) => traitsOf(text, { repository: 'o/a', language, gold, languages, all });

	it('are its kind of text, and whether it names what was fixed', () => {
		assert.deepEqual(of('It is slow.\n\nSometimes we run out of time.'), { ...traits, fixed: 'named' });
		assert.deepEqual(of('It is slow.', 'C'), { ...traits, language: 'C' });
		assert.equal(of('Crash in `read_clock()`').text, 'names code');
		const trace = 'Traceback (most recent call last):\n  File "a.py", line 3, in go\n    x()\nValueError: no';
		assert.equal(of(`It fails\n\n${trace}\n`).text, 'stack trace');
	});
});
