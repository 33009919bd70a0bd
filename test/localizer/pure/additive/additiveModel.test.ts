import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type AdditiveModel,
	contributionsAt,
	scoresOf,
	weightAt,
} from '../../../../src/localizer/pure/additive/additiveModel';
import { FeatureTable } from '../../../../src/localizer/pure/features/featureTable';
import { queryClasses } from '../../../../src/localizer/pure/features/queryClass';

describe('the table of a feature', () => {
	const [knots, weights] = [
		[1, 2, 4],
		[-1, 10, 20, 40],
	];

	it('has a weight for an absent value', () => {
		assert.equal(weightAt(knots, weights, Number.NaN), -1);
	});

	it('is straight between two knots, and the same beyond them', () => {
		const values = [-5, 1, 1.5, 2, 3, 4, 100];
		assert.deepEqual(
			values.map(value => weightAt(knots, weights, value)),
			[10, 10, 15, 20, 30, 40, 40],
		);
	});

	it('may have one knot', () => {
		assert.deepEqual(
			[0, 1, 7].map(value => weightAt([1], [0, 3], value)),
			[3, 3, 3],
		);
	});
});

describe('an additive model', () => {
	it('has contributions that add up to the score', () => {
		const weight = fc.double({ min: -9, max: 9, noNaN: true });
		const row = fc.array(fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constant(Number.NaN)), {
			...{ minLength: 3, maxLength: 3 },
		});
		const tables = fc.array(fc.array(weight, { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 3 });
		fc.assert(
			fc.property(
				tables,
				fc.array(row, { minLength: 1, maxLength: 5 }),
				fc.constantFrom(...queryClasses),
				(all, rows, query) => {
					const model: AdditiveModel = all.map((own, at) => ({
						...{ name: `f${at}`, knots: [-1, 0, 2] },
						weights: { trace: own, names: own.map(each => each / 2), prose: own.toReversed() },
					}));
					const features = new FeatureTable(rows.map((_, at) => at));
					for (const at of all.keys()) {
						features.add(`f${at}`, position => rows[position]?.[at]);
					}
					for (const [at, score] of scoresOf(model, features, query).entries()) {
						const sum = contributionsAt(model, features, { row: at, query }).reduce(
							(total, each) => total + each.score,
							0,
						);
						assert.ok(Math.abs(sum - score) < 1e-9);
					}
				},
			),
		);
	});

	it('takes a feature that was not computed as absent', () => {
		const model: AdditiveModel = [
			{ name: 'gone', knots: [0], weights: { trace: [2, 5], names: [2, 5], prose: [3, 5] } },
		];
		assert.deepEqual([...scoresOf(model, new FeatureTable([4]), 'prose')], [3]);
	});
});
