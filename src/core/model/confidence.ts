import type { BugLocation } from './location';

/**
 * A location's rank in words, the same in every view. Scores are comparable within one run only and are not
 * probabilities, so the words compare with the most suspicious location of the run.
 */
export function confidence({ score, lessLikely }: Scored, run: { readonly locations: readonly Scored[] }): string {
	if (lessLikely === true) {
		return 'less likely';
	}
	const best = Math.max(...run.locations.map(location => location.score));
	const share = best > 0 ? score / best : 1;
	return words.find(({ atLeast }) => share >= atLeast)?.text ?? 'slightly suspicious';
}

type Scored = Pick<BugLocation, 'score' | 'lessLikely'>;

const words = [
	{ atLeast: 0.97, text: 'most suspicious' },
	{ atLeast: 0.85, text: 'very suspicious' },
	{ atLeast: 0.6, text: 'suspicious' },
] as const;
