import assert from 'node:assert/strict';
import { spectrumClue } from '../../../src/engine/evidence/spectrumClue';
import type { Spectrum } from '../../../src/runs/pure/model/testing/spectrum';

const code = 'def span(text):\n    return 1\n\ndef plan(shift):\n    raise ValueError\n';
const suspect = (startLine: number, method: string, score: number) => ({
	...{ file: 'plan.py', startLine, endLine: startLine + 1, method, score, nFailing: 1, nPassing: 0 },
	lines: [{ line: startLine + 1, score }],
});
const spectrum: Spectrum = {
	...{ formula: 'ochiai', nFailing: 1, nPassing: 2, per: 'test', measuredBy: 'coverage.py' },
	suspects: [suspect(4, 'plan', 1), suspect(1, 'span', 0.5)],
};
const traced = [
	{
		file: 'plan.py',
		line: 1,
		name: 'span',
		score: 1.2,
		evidence: ['Returned 1 (line 2), which the failing line reads.'],
	},
	{ file: 'shift.py', line: 3, name: 'Shift.__init__', score: 0.9, evidence: ['It ran.'] },
	{ file: 'plan.py', line: 4, name: 'plan', score: 0, evidence: ['Raised here: ValueError: .'] },
];
const workspace = {
	index: { file: () => undefined },
	files: { readText: async (path: string) => (path === 'plan.py' ? code : '') },
};
const placesIn = (clue: string) => [...clue.matchAll(/^- (.*)$/gm)].map(([, text]) => text);

describe('The clue of what tests execute', () => {
	it('has the order and the reasons of the recorded calls in place of the scores', async () => {
		const clue = await spectrumClue({ ...spectrum, traced }, workspace as never);
		assert.deepEqual(placesIn(clue), [
			'plan.py:1-2 span. Returned 1 (line 2), which the failing line reads. Most suspicious lines: 2.',
			'shift.py:3-3 Shift.__init__. It ran.',
		]);
		assert.match(clue, /1 def span\(text\):\n2 {5}return 1\n/);
		assert.doesNotMatch(clue, /Ochiai/);
	});

	it('has the scores where no calls were recorded, or they show nothing', async () => {
		const expected = [
			'1.000 plan.py:4-5 plan. Run by 1 of 1 failing and 0 of 2 passing tests. Most suspicious lines: 5.',
			'0.500 plan.py:1-2 span. Run by 1 of 1 failing and 0 of 2 passing tests. Most suspicious lines: 2.',
		];
		for (const own of [{}, { traced: traced.slice(2) }]) {
			const clue = await spectrumClue({ ...spectrum, ...own }, workspace as never);
			assert.deepEqual(placesIn(clue), expected);
			assert.match(clue, /Ochiai; 1 failing and 2 passing tests/);
		}
	});
});
