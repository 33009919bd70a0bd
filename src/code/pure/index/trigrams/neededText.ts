import { gramsOfPiece } from './gramsOfText';

/**
 * The strings a text must contain, in any case, so that something can match: a piece, all of some, or one of some. All
 * of none is no condition.
 */
export type NeededText = string | { readonly all: readonly NeededText[] } | { readonly any: readonly NeededText[] };

export const anyText: NeededText = { all: [] };

/** The same as a condition on grams: all of `grams`, and one of each group of `choices`. */
export interface GramQuery {
	readonly grams: readonly number[];
	readonly choices: readonly (readonly GramQuery[])[];
}

export function gramQuery(needed: NeededText): GramQuery {
	if (typeof needed === 'string') {
		return { grams: gramsOfPiece(needed), choices: [] };
	}
	if ('all' in needed) {
		const parts = needed.all.map(gramQuery);
		return {
			grams: [...new Set(parts.flatMap(({ grams }) => grams))],
			choices: parts.flatMap(({ choices }) => choices),
		};
	}
	const choice = needed.any.map(gramQuery);
	return { grams: [], choices: choice.some(isOpen) ? [] : [choice] };
}

/** Whether it holds for every text. */
export function isOpen({ grams, choices }: GramQuery): boolean {
	return grams.length === 0 && choices.length === 0;
}
