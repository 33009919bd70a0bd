/** A figure with the bounds of 95 % of the samples, all in percent. */
export interface Interval {
	readonly percent: number;
	readonly low: number;
	readonly high: number;
	/** The number of issues that count. */
	readonly nIssues: number;
}

const nSamples = 5_000;
/** Fixed, so that equal results have equal intervals. */
const seed = 20_240_115;

/**
 * The mean of a value of each issue with its bootstrap interval (percentiles, 95 %): issues are drawn with replacement.
 * Undefined without issues. For a comparison in pairs, the values are the differences.
 */
export function bootstrapMean(values: readonly number[]): Interval | undefined {
	const nIssues = values.length;
	if (nIssues === 0) {
		return undefined;
	}
	const random = randomNumbers(seed);
	const means = Float64Array.from({ length: nSamples }, () => {
		let sum = 0;
		for (let draw = 0; draw < nIssues; draw++) {
			sum += values[Math.floor(random() * nIssues)] ?? 0;
		}
		return (100 * sum) / nIssues;
	}).sort();
	return {
		percent: (100 * values.reduce((sum, value) => sum + value, 0)) / nIssues,
		low: means[Math.floor(0.025 * nSamples)] ?? 0,
		high: means[Math.ceil(0.975 * nSamples) - 1] ?? 0,
		nIssues,
	};
}

/** Numbers from 0 to 1 that depend on the seed only (mulberry32, by Tommy Ettinger, public domain). */
function randomNumbers(start: number): () => number {
	let state = start;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
