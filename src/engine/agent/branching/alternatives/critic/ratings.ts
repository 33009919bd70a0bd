import { yesOrNo } from '../../../../../models/pure/reply/yesOrNo';
import { isRecord } from '../../../../../system/pure/fields';

/** The critic's rating of one candidate that can replace the action. */
export interface Rating {
	/** From 1. */
	readonly number: number;
	readonly reasons: string;
	/** How effective it is, from 1 to 10. */
	readonly score: number;
}

export interface Ratings {
	readonly ratings: readonly Rating[];
	/** The number of the candidate to take. */
	readonly best?: number;
}

/** Reads the critic's answer; candidates that are the same action, or would follow it, are not rated. */
export function readRatings(
	object: Readonly<Record<string, unknown>>,
	nCandidates: number,
): { readonly answer: Ratings } | { readonly problems: readonly string[] } {
	const isNumber = (number: number) => Number.isInteger(number) && number >= 1 && number <= nCandidates;
	const rated = (Array.isArray(object.candidates) ? object.candidates : []).filter(isRecord);
	const ratings = rated.filter(({ number }) => isNumber(Number(number))).flatMap(ratingOf);
	const best = Number(object.best);
	return ratings.length === 0 && !isNumber(best)
		? { problems: [`"best" must be the number of a candidate, from 1 to ${nCandidates}.`] }
		: { answer: { ratings, ...(isNumber(best) && { best }) } };
}

function ratingOf({
	number,
	reasons,
	different,
	replaces,
	effectiveness,
}: Readonly<Record<string, unknown>>): Rating[] {
	const score = Number(effectiveness);
	const isReplacement = yesOrNo(different) !== false && yesOrNo(replaces) !== false;
	const text = typeof reasons === 'string' ? reasons.trim() : '';
	return isReplacement && score >= 1 && score <= 10 ? [{ number: Number(number), reasons: text, score }] : [];
}

/**
 * The candidates that the critic takes, by number: one, several that it rates the same, or none if it does not decide.
 */
export function bestRated({ ratings, best }: Ratings): readonly number[] {
	if (ratings.length === 0) {
		return best === undefined ? [] : [best];
	}
	const score = Math.max(...ratings.map(rating => rating.score));
	return ratings.filter(rating => rating.score === score).map(({ number }) => number);
}
