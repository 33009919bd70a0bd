/** From the share of a place in all candidates to how often such a place was fixed. */
export interface LikelihoodCurve {
	/** Shares, ascending, 0..1. */
	readonly shares: readonly number[];
	/** Of each the likelihood, never falling. Between two shares it lies on the straight line. */
	readonly likelihoods: readonly number[];
}

/** The share of each score in all of them, as odds (softmax): they add up to 1. */
export function sharesOf(scores: Float64Array): Float64Array {
	const best = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
	const odds = scores.map(score => Math.exp(score - best));
	const total = odds.reduce((sum, each) => sum + each, 0);
	return odds.map(each => each / total);
}

export function likelihoodAt({ shares, likelihoods }: LikelihoodCurve, share: number): number {
	const above = shares.findIndex(each => each >= share);
	if (above <= 0) {
		return likelihoods[above < 0 ? likelihoods.length - 1 : 0] ?? 0;
	}
	const [low = 0, high = 1] = [shares[above - 1], shares[above]];
	const [from = 0, to = 0] = [likelihoods[above - 1], likelihoods[above]];
	return from + ((to - from) * (share - low)) / (high - low);
}

/**
 * From the likelihood for messages of developers, which the curve was learnt from, to the one for reports of users, who
 * name the fixed code less often: a straight line between log-odds (Platt scaling).
 */
export interface ReportScale {
	readonly slope: number;
	readonly offset: number;
}

export function likelihoodForReport(likelihood: number, { slope, offset }: ReportScale): number {
	return likelihood <= 0 ? 0 : 1 / (1 + Math.exp(-offset) * (1 / Math.min(likelihood, 0.999) - 1) ** slope);
}
