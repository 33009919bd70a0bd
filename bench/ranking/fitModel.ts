import type { AdditiveModel } from '../../src/localizer/pure/additive/additiveModel';
import { queryClasses } from '../../src/localizer/pure/features/queryClass';
import type { TrainingIssue, TrainingSet } from './trainingSet';

export interface FitOptions {
	readonly nSteps: number;
	readonly rate: number;
	/** How much weights are held back: at the first ones, to those of their neighbors, and to those of all kinds of issues. */
	readonly keep: number;
	readonly smooth: number;
	readonly shared: number;
}

/** Weights by position: those that all kinds of issues share, and then for each kind what differs. */
interface Parameters {
	readonly values: Float64Array;
	readonly first: Float64Array;
}

/** Fits by gradient descent with Adam (Kingma and Ba 2015) over all issues at once: the same data give the same weights. */
export function fitModel(
	set: TrainingSet,
	first: Float64Array,
	options: FitOptions,
	onStep?: (step: number, loss: number) => void,
): AdditiveModel {
	const n = set.nWeights;
	const nAll = n * (1 + queryClasses.length);
	const parameters: Parameters = { values: new Float64Array(nAll), first: new Float64Array(nAll) };
	parameters.values.set(first);
	parameters.first.set(first);
	const [mean, variance] = [new Float64Array(nAll), new Float64Array(nAll)];
	for (let step = 1; step <= options.nSteps; step++) {
		const { loss, gradient } = lossOf(set, parameters, options);
		onStep?.(step, loss);
		const rate = options.rate * Math.min(1, (2 * (options.nSteps - step + 1)) / options.nSteps);
		for (let at = 0; at < nAll; at++) {
			const slope = gradient[at] ?? 0;
			mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
			variance[at] = 0.999 * (variance[at] ?? 0) + 0.001 * slope * slope;
			const [m, v] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (variance[at] ?? 0) / (1 - 0.999 ** step)];
			parameters.values[at] = (parameters.values[at] ?? 0) - (rate * m) / (Math.sqrt(v) + 1e-8);
		}
	}
	return modelOf(set, parameters.values);
}

/** Rounded to so many digits after the point. */
const digits = 4;

/** An absent value adds nothing: what a table adds to all candidates alike changes no order. */
function modelOf(set: TrainingSet, values: Float64Array): AdditiveModel {
	return set.names.map((name, f) => {
		const start = set.starts[f] ?? 0;
		const knots = set.knots.get(name) ?? [];
		const of = (kind: number) => {
			const own = Array.from(
				{ length: knots.length + 1 },
				(_, k) => (values[start + k] ?? 0) + (values[set.nWeights * (1 + kind) + start + k] ?? 0),
			);
			return own.map(value => Number((value - (own[0] ?? 0)).toFixed(digits)));
		};
		return { name, knots, weights: { trace: of(0), names: of(1), prose: of(2) } };
	});
}

function lossOf(set: TrainingSet, { values, first }: Parameters, { keep, smooth, shared }: FitOptions) {
	const n = set.nWeights;
	const gradient = new Float64Array(values.length);
	let loss = 0;
	const share = 1 / set.issues.length;
	for (let kind = 0; kind < queryClasses.length; kind++) {
		const weights = new Float64Array(n + 1);
		for (let at = 0; at < n; at++) {
			weights[at] = (values[at] ?? 0) + (values[n * (1 + kind) + at] ?? 0);
		}
		const slopes = new Float64Array(n + 1);
		for (const issue of set.issues) {
			if (issue.query === kind) {
				loss += share * issueLoss(issue, set.names.length, weights, slopes, share);
			}
		}
		for (let at = 0; at < n; at++) {
			gradient[at] = (gradient[at] ?? 0) + (slopes[at] ?? 0);
			gradient[n * (1 + kind) + at] = slopes[at] ?? 0;
		}
	}
	for (let at = 0; at < values.length; at++) {
		const away = (values[at] ?? 0) - (first[at] ?? 0);
		const strength = at < n ? keep : shared;
		loss += strength * away * away;
		gradient[at] = (gradient[at] ?? 0) + 2 * strength * away;
	}
	for (const [f, start] of set.starts.entries()) {
		const end = (set.starts[f + 1] ?? n) - 1;
		for (let block = 0; block < values.length; block += n) {
			for (let at = block + start + 1; at < block + end; at++) {
				const bend = (values[at + 1] ?? 0) - (values[at] ?? 0) - ((first[at + 1] ?? 0) - (first[at] ?? 0));
				loss += smooth * bend * bend;
				gradient[at + 1] = (gradient[at + 1] ?? 0) + 2 * smooth * bend;
				gradient[at] = (gradient[at] ?? 0) - 2 * smooth * bend;
			}
		}
	}
	return { loss, gradient };
}

/** The mean over what was fixed of how much less likely it is than what was not (ListNet, Cao et al. 2007, with one level). */
function issueLoss(
	issue: TrainingIssue,
	nFeatures: number,
	weights: Float64Array,
	slopes: Float64Array,
	weight: number,
): number {
	const { nRows, nGold, at, share, known } = issue;
	const scores = new Float64Array(nRows);
	for (let row = 0, each = 0; row < nRows; row++) {
		let sum = known[row] as number;
		for (let f = 0; f < nFeatures; f++, each++) {
			const place = at[each] as number;
			const low = weights[place] as number;
			sum += low + ((weights[place + 1] as number) - low) * (share[each] as number);
		}
		scores[row] = sum;
	}
	const most = scores.reduce((max, score) => Math.max(max, score), Number.NEGATIVE_INFINITY);
	const odds = scores.map(score => Math.exp(score - most));
	let others = 0;
	for (let row = nGold; row < nRows; row++) {
		others += odds[row] ?? 0;
	}
	const slope = new Float64Array(nRows);
	let loss = 0;
	for (let gold = 0; gold < nGold; gold++) {
		const own = odds[gold] ?? 0;
		const miss = others / (own + others);
		loss -= Math.log(Math.max(1e-300, own / (own + others))) / nGold;
		slope[gold] = -miss / nGold;
		for (let row = nGold; row < nRows; row++) {
			slope[row] = (slope[row] ?? 0) + (odds[row] ?? 0) / (own + others) / nGold;
		}
	}
	for (let row = 0, each = 0; row < nRows; row++) {
		const ofRow = (slope[row] ?? 0) * weight;
		if (Math.abs(ofRow) < 1e-9) {
			each += nFeatures;
			continue;
		}
		for (let f = 0; f < nFeatures; f++, each++) {
			const place = at[each] as number;
			const part = ofRow * (share[each] as number);
			slopes[place] = (slopes[place] as number) + ofRow - part;
			slopes[place + 1] = (slopes[place + 1] as number) + part;
		}
	}
	return loss;
}
