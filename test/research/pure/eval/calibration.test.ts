import assert from 'node:assert/strict';
import { calibrationText } from '../../../../src/cli/eval/evalText';
import { calibrationOf } from '../../../../src/research/pure/eval/calibration';

describe('calibration', () => {
	const of = (likelihood: number, n: number, nFixed: number) =>
		Array.from({ length: n }, (_, at) => ({ likelihood, isFixed: at < nFixed }));

	it('has no error where as many places were fixed as was stated', () => {
		assert.equal(calibrationOf([...of(0.25, 8, 2), ...of(1, 3, 3)]).error, 0);
	});

	it('is the distance of stated from observed, weighed by the places of each bin', () => {
		const { error, bins } = calibrationOf([...of(0.05, 30, 0), ...of(0.5, 10, 10)]);
		assert.ok(Math.abs(error - (0.05 * 30 + 0.5 * 10) / 40) < 1e-12);
		assert.deepEqual(
			bins.map(({ from, nPlaces, observed }) => [from, nPlaces, observed]),
			[
				[0, 30, 0],
				[0.5, 10, 1],
			],
		);
	});

	it('is of nothing where nothing was stated', () => {
		assert.deepEqual(calibrationOf([]), { error: 0, bins: [] });
	});

	it('is plotted in lines of a terminal', () => {
		const text = calibrationText(calibrationOf([...of(0.25, 8, 4), ...of(1, 3, 3)]));
		const [, head = '', first = '', last = ''] = text.split('\n');
		assert.match(text, /expected calibration error 0\.182/);
		assert.equal(first, `0.2       8    25 %    50 %  ${' '.repeat(10)}|${' '.repeat(9)}o`);
		assert.ok(last.endsWith('o') && text.split('\n').every(line => line.length <= 80) && head.includes('stated'));
	});
});
