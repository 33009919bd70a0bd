import assert from 'node:assert/strict';
import {
	type LocatedCode,
	lineTokens,
	type RegionBudget,
	usualBudget,
} from '../../../../src/localizer/pure/regions/region';
import { regionsAnswer } from '../../../../src/localizer/pure/regions/regionsAnswer';
import { answerText, shownAnswer } from '../../../../src/localizer/pure/regions/regionText';
import type { BugLocation } from '../../../../src/runs/pure/model/location';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const filler = (from: number, n: number) =>
	Array.from(
		{ length: n },
		(_, at) => `    step_${from + at} = prepare(${from + at}, "some text of an ordinary length")`,
	);
/** Of 303 lines; the one that the issue is about is line 254. */
const long = [
	'from tally.clock import minutes_between',
	'',
	'def report(start, end):',
	...filler(0, 250),
	'    total = minutes_between(start, end) if end >= start else overnight_total',
	...filler(250, 48),
	'    return total',
];
const texts = {
	'tally/report.py': `${long.join('\n')}\n`,
	'tally/clock.py': 'def minutes_between(start, end):\n    return end - start\n',
};
const issue = {
	title: 'A report over midnight is negative',
	body: 'A report over midnight is negative\n\nThe overnight_total is not used when the end is before the start.',
	source: { kind: 'text' as const },
};
const location = (file: string, endLine: number, more: Partial<BugLocation>): BugLocation => ({
	...{ id: `${file}#${more.method}`, file, startLine: 1, endLine, intendedBehavior: '', score: 0.5, evidence: [] },
	...more,
});
const located: LocatedCode = {
	issue,
	locations: [
		location('tally/report.py', long.length, {
			startLine: 3,
			method: 'report',
			likelihood: 0.5,
			focus: [{ startLine: 254, endLine: 254 }],
		}),
		location('tally/clock.py', 2, { method: 'minutes_between', likelihood: 0.1, lessLikely: true }),
	],
	ranking: { functions: ['tally/report.py:report', 'tally/clock.py:minutes_between'] },
};

describe('regionsAnswer', () => {
	const answer = async (given: LocatedCode = located, budget: RegionBudget = usualBudget) => {
		const workspace = await memoryWorkspace(texts);
		const found = await regionsAnswer(given, workspace, budget);
		const text = answerText(await shownAnswer(found, given, { files: workspace.files, reasonsOf: () => [] }));
		return { ...found, text };
	};

	it('shows the suspicious lines of a long function, with its signature and the import that they need', async () => {
		const { regions, text } = await answer(located, { tokens: 600, lines: 500, regions: 5 });
		const region = regions.find(({ file }) => file === 'tally/report.py');
		assert.ok(region !== undefined && region.startLine <= 254 && 254 <= region.endLine, JSON.stringify(regions));
		assert.ok(region.endLine - region.startLine < 60);
		assert.deepEqual(region.context, [1, 3]);
		assert.match(text, /^Likely \(50 %\): the fix changes report\. \d regions? to read:\n\n/);
		assert.match(text, /\n1\tfrom tally\.clock import minutes_between\n…\n3\tdef report\(start, end\):\n…\n/);
		assert.match(text, /\n254\t {4}total = minutes_between/);
		assert.ok(!text.includes('step_20 ='));
	});

	for (const budget of [
		usualBudget,
		{ tokens: 300, lines: 500, regions: 5 },
		{ tokens: 3000, lines: 12, regions: 1 },
	]) {
		it(`keeps to ${budget.tokens} tokens, ${budget.lines} lines and ${budget.regions} regions`, async () => {
			const { regions } = await answer(located, budget);
			const shown = regions.flatMap(({ file, startLine, endLine }) => {
				const lines = texts[file as keyof typeof texts].split('\n');
				return lines.slice(startLine - 1, endLine).map((text, at) => lineTokens(startLine + at, text));
			});
			assert.ok(regions.length > 0 && regions.length <= budget.regions);
			assert.ok(shown.length <= budget.lines);
			assert.ok(shown.reduce((sum, each) => sum + each, 0) <= budget.tokens);
			assert.deepEqual((await answer(located, budget)).regions, regions);
		});
	}

	it('states that no place is likely, with guesses and words to search for', async () => {
		const brief = { title: '', prose: '', codeBlocks: [], tracebacks: [], paths: [], expectations: [] };
		const names = [
			{ text: 'overnight_total', count: 1, form: 'code' as const, isCalled: false, inTitle: false, inProse: true },
		];
		const { regions, text } = await answer({
			...located,
			brief: { ...brief, names, strings: ['end is before the start'] },
			locations: located.locations.map(each => ({ ...each, likelihood: 0.05, lessLikely: true })),
		});
		assert.deepEqual(regions, []);
		assert.equal(
			text,
			'No place is likely: the best guess (5 %). Worth searching for: overnight_total, end is before the start.\n\n' +
				'Guesses:\ntally/report.py:3  report\ntally/clock.py:1  minutes_between',
		);
	});

	it('shows regions with a guess where they may hold much of the fix together', async () => {
		const guesses = located.locations.map(each => ({ ...each, likelihood: 0.3, lessLikely: true as const }));
		const { regions, text } = await answer({ ...located, locations: guesses });
		assert.ok(regions.length > 0);
		assert.match(
			text,
			/^Unsure: the best guess \(30 %\) is report\. Search for a message, .*\. \d regions? to read:\n\n/,
		);
	});

	it('only names a region that was shown before', async () => {
		const workspace = await memoryWorkspace(texts);
		const found = await regionsAnswer(located, workspace);
		const shown = await shownAnswer(found, located, {
			...{ files: workspace.files, reasonsOf: () => ['Because.', 'And so on.'] },
			wasShown: (file, rows) => file === 'tally/clock.py' && rows[0]?.[1].startsWith('def') === true,
		});
		const text = answerText(shown);
		assert.match(text, /\ntally\/clock\.py:1-2 {2}minutes_between {2}\(shown above\)(?:\n\n|$)/);
		assert.match(text, /\ntally\/report\.py:[\d-]+ {2}report\nwhy: Because\.\n/);
	});
});
