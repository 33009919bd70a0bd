import type { BugLocation } from './location';

/**
 * How likely a location is in words, the same in every view. If a likelihood was measured, the words state it; other
 * scores are comparable within one run only, so there the words compare with the most suspicious location of the run.
 */
export function confidence(
	{ score, lessLikely, likelihood }: Scored,
	run: { readonly locations: readonly Scored[] },
): string {
	if (lessLikely === true) {
		return 'less likely';
	}
	if (likelihood !== undefined) {
		return likelihoodWords.find(({ atLeast }) => likelihood >= atLeast)?.text ?? 'a guess';
	}
	const best = Math.max(...run.locations.map(location => location.score));
	const share = best > 0 ? score / best : 1;
	return words.find(({ atLeast }) => share >= atLeast)?.text ?? 'slightly suspicious';
}

type Scored = Pick<BugLocation, 'score' | 'lessLikely' | 'likelihood'>;

const words = [
	{ atLeast: 0.97, text: 'most suspicious' },
	{ atLeast: 0.85, text: 'very suspicious' },
	{ atLeast: 0.6, text: 'suspicious' },
] as const;

/** The least likelihood of a location that is no guess. */
export const leastPossible = 0.12;

const likelihoodWords = [
	{ atLeast: 0.6, text: 'very likely' },
	{ atLeast: 0.4, text: 'likely' },
	{ atLeast: leastPossible, text: 'possible' },
] as const;
