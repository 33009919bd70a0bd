import type { BelongingWeights } from '../../src/localizer/pure/features/belonging';
import { emptyTexts } from './emptyTexts';
import type { LocatedText } from './located';

const leftOut = emptyTexts.slice(emptyTexts.length >> 1);

/** `own`: the weight of all texts that are about their workspace. */
const fit = { nSteps: 4000, rate: 0.3, keep: 1e-2, own: 1 / 3 };

/** Logistic regression on the signals with L2 penalty. Half of the texts about no bug are left out. */
export function learnBelonging(all: readonly LocatedText[]): BelongingWeights {
	const located = all.filter(({ id }) => !leftOut.some(({ name }) => id.startsWith(`${name} `)));
	const names = [
		...new Set(located.flatMap(({ signals }) => Object.keys(signals).filter(name => signals[name] !== 0))),
	].sort();
	const rows = located.map(({ signals }) => names.map(name => signals[name] ?? 0));
	const means = names.map((_, at) => mean(rows.map(row => row[at] ?? 0)));
	const spreads = names.map((_, at) => Math.sqrt(mean(rows.map(row => ((row[at] ?? 0) - (means[at] ?? 0)) ** 2))) || 1);
	const scaled = rows.map(row => row.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)));
	const nOwn = located.filter(({ kind }) => kind === 'own').length;
	const shareOf = located.map(({ kind }) =>
		kind === 'own' ? fit.own / nOwn : (1 - fit.own) / (located.length - nOwn),
	);
	const weights = names.map(() => 0);
	let intercept = 0;
	for (let step = 0; step < fit.nSteps; step++) {
		const slopes = weights.map(weight => fit.keep * weight);
		let slope = 0;
		for (const [at, row] of scaled.entries()) {
			const odds = row.reduce((sum, value, name) => sum + value * (weights[name] ?? 0), intercept);
			const error = (1 / (1 + Math.exp(-odds)) - Number(located[at]?.kind === 'own')) * (shareOf[at] ?? 0);
			slope += error;
			for (const [name, value] of row.entries()) {
				slopes[name] = (slopes[name] ?? 0) + error * value;
			}
		}
		intercept -= fit.rate * slope;
		for (const [name, each] of slopes.entries()) {
			weights[name] = (weights[name] ?? 0) - fit.rate * each;
		}
	}
	const unscaled = weights.map((weight, at) => weight / (spreads[at] ?? 1));
	const shift = unscaled.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0);
	const rounded = (value: number) => Number(value.toPrecision(4));
	return {
		intercept: rounded(intercept - shift),
		weights: Object.fromEntries(names.map((name, at) => [name, rounded(unscaled[at] ?? 0)])),
	};
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
