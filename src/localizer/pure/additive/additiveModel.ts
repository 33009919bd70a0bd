import type { FeatureTable } from '../features/featureTable';
import type { QueryClass } from '../features/queryClass';

/** The addition of one feature to a score, in units of log-odds, as a table. */
export interface FeatureWeights {
	/** Of `FeatureTable`. */
	readonly name: string;
	/** Values of the feature, ascending. Between two of them its weight lies on the straight line; beyond, it stays. */
	readonly knots: readonly number[];
	/** For each kind of issue the weight of an absent value, then the weight at each knot. */
	readonly weights: Readonly<Record<QueryClass, readonly number[]>>;
}

/** A score is the sum of the features' additions (a generalized additive model, Hastie and Tibshirani 1986). */
export type AdditiveModel = readonly FeatureWeights[];

/** Returns the addition of a feature for a value; `weights` as in `FeatureWeights`. */
export function weightAt(knots: readonly number[], weights: readonly number[], value: number): number {
	if (Number.isNaN(value)) {
		return weights[0] ?? 0;
	}
	const { knot, share } = placeAmong(knots, value);
	const [low, high] = [weights[knot + 1] ?? 0, weights[knot + 2] ?? 0];
	return share === 0 ? low : low + (high - low) * share;
}

/** The knot at or below a value, and the share of the way to the next one. */
export function placeAmong(knots: readonly number[], value: number): { readonly knot: number; readonly share: number } {
	let knot = 0;
	while (knot + 1 < knots.length && (knots[knot + 1] ?? 0) <= value) {
		knot++;
	}
	const [low = 0, high = Number.NaN] = [knots[knot], knots[knot + 1]];
	const share = (value - low) / (high - low);
	return { knot, share: share > 0 && share < 1 ? share : 0 };
}

/** Returns the addition of each feature to the score of a row; an absent value that adds nothing is left out. */
export function contributionsAt(
	model: AdditiveModel,
	features: FeatureTable,
	{ row, query }: { readonly row: number; readonly query: QueryClass },
): { readonly feature: string; readonly value?: number; readonly score: number }[] {
	return model.flatMap(({ name: feature, knots, weights }) => {
		const value = features.column(feature)?.[row] ?? Number.NaN;
		const score = weightAt(knots, weights[query], value);
		return score === 0 ? [] : [{ feature, ...(!Number.isNaN(value) && { value }), score }];
	});
}

/** The sum for each row of the features. */
export function scoresOf(model: AdditiveModel, features: FeatureTable, query: QueryClass): Float64Array {
	const sums = new Float64Array(features.positions.length);
	for (const { name, knots, weights } of model) {
		const column = features.column(name);
		for (let row = 0; row < sums.length; row++) {
			sums[row] = (sums[row] ?? 0) + weightAt(knots, weights[query], column?.[row] ?? Number.NaN);
		}
	}
	return sums;
}
