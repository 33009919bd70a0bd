import type { DraftLine } from '../draft';

/** How the place of an edit was found, strictest first. */
export type MatchKind =
	| 'exact'
	| 'whitespace'
	| 'elided'
	| 'near'
	| 'definition'
	| 'insertion'
	| 'whole'
	| 'created'
	| 'renamed'
	| 'deleted';

/** One place of a file at which an edit matches, and the result there. */
export interface Match {
	/** Indices of the lines that are replaced, the end excluded. */
	readonly start: number;
	readonly end: number;
	/** The lines that change, if they are fewer than those that are replaced. */
	readonly changed?: readonly [start: number, end: number];
	readonly kind: MatchKind;
	/** How much of the original the place has: 1 is all of it. */
	readonly score: number;
	/** The possible replacements, likeliest first; they differ in their indentation. */
	readonly rewrites: readonly (readonly DraftLine[])[];
}

/** Why an edit that found its place cannot be applied there. */
export interface Mismatch {
	/**
	 * `hidden`: it replaces lines around some that it does not show. `absent`: it changes a line that does not exist.
	 * `elided`: the new code is not written out.
	 */
	readonly problem: 'hidden' | 'absent' | 'elided';
	/** Indices of the lines it is about, the end excluded. */
	readonly start: number;
	readonly end: number;
}

/** The text of an edit in lines. */
export interface SearchBlock {
	readonly original: readonly string[];
	readonly patched: readonly string[];
}
