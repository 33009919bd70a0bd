import assert from 'node:assert/strict';
import {
	type ExecutionCounts,
	spectrumFormulas,
	suspiciousnessOf,
} from '../../../../src/testing/pure/spectrum/formulas';

/**
 * Computed by hand from the definitions: of 2 failing and 8 passing tests so many executed a line.
 */
const table: readonly { failing: number; passing: number; scores: Readonly<Record<string, number>> }[] = [
	{
		failing: 2,
		passing: 0,
		scores: { ochiai: 1, tarantula: 1, dstar: 8, op2: 2, barinel: 1, jaccard: 1 },
	},
	{
		failing: 2,
		passing: 2,
		// biome-ignore lint/suspicious/noApproximativeNumericConstant: rounded by hand, as all of them
		scores: { ochiai: 0.707, tarantula: 0.8, dstar: 2, op2: 1.778, barinel: 0.5, jaccard: 0.5 },
	},
	{
		failing: 1,
		passing: 0,
		// biome-ignore lint/suspicious/noApproximativeNumericConstant: rounded by hand, as all of them
		scores: { ochiai: 0.707, tarantula: 1, dstar: 1, op2: 1, barinel: 1, jaccard: 0.5 },
	},
	{
		failing: 1,
		passing: 4,
		scores: { ochiai: 0.316, tarantula: 0.5, dstar: 0.2, op2: 0.556, barinel: 0.2, jaccard: 0.167 },
	},
	{
		failing: 2,
		passing: 8,
		scores: { ochiai: 0.447, tarantula: 0.5, dstar: 0.5, op2: 1.111, barinel: 0.2, jaccard: 0.2 },
	},
	{
		failing: 0,
		passing: 3,
		scores: { ochiai: 0, tarantula: 0, dstar: 0, op2: 0, barinel: 0, jaccard: 0 },
	},
];

describe('formulas of suspiciousness', () => {
	for (const { failing, passing, scores } of table) {
		it(`give what is computed by hand for ${failing} of 2 failing and ${passing} of 8 passing tests`, () => {
			const counts = { failing, passing, allFailing: 2, allPassing: 8 };
			const found = spectrumFormulas.map(each => [each, Math.round(suspiciousnessOf(each, counts) * 1000) / 1000]);
			assert.deepEqual(Object.fromEntries(found), scores);
		});
	}

	it('give numbers where nothing failed, nothing passed, or nothing ran', () => {
		const amounts = [0, 1, 3];
		for (const allFailing of amounts) {
			for (const allPassing of amounts) {
				for (const failing of amounts.filter(each => each <= allFailing)) {
					for (const passing of amounts.filter(each => each <= allPassing)) {
						const counts: ExecutionCounts = { failing, passing, allFailing, allPassing };
						for (const formula of spectrumFormulas) {
							const score = suspiciousnessOf(formula, counts);
							assert.ok(Number.isFinite(score) && score >= 0, `${formula} ${JSON.stringify(counts)}: ${score}`);
							assert.equal(score > 0, failing > 0, `${formula} ${JSON.stringify(counts)}`);
						}
					}
				}
			}
		}
	});

	it('put what only all failing tests executed before everything else', () => {
		for (const formula of spectrumFormulas) {
			const best = suspiciousnessOf(formula, { failing: 5, passing: 0, allFailing: 5, allPassing: 9 });
			const next = suspiciousnessOf(formula, { failing: 5, passing: 1, allFailing: 5, allPassing: 9 });
			assert.ok(best > next, formula);
		}
	});
});
