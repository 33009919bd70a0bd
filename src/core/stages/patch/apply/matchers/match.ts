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

/** One place of a file at which an edit matches, and what becomes of it there. */
export interface Match {
	/** Indices of the lines that are replaced, the end excluded. */
	readonly start: number;
	readonly end: number;
	/** Where what changes is, if that is less than what is replaced. */
	readonly changed?: readonly [start: number, end: number];
	readonly kind: MatchKind;
	/** How much of the original stands there: 1 is all of it. */
	readonly score: number;
	/** The lines that may stand there instead, likeliest first; they differ in their indentation. */
	readonly rewrites: readonly (readonly DraftLine[])[];
}

/** Why an edit that found its place cannot be made there. */
export interface Mismatch {
	/**
	 * `hidden`: it replaces lines around some that it does not show. `absent`: it changes a line that is not there.
	 * `elided`: what is to stand there is not written out.
	 */
	readonly problem: 'hidden' | 'absent' | 'elided';
	/** Indices of the lines it is about, the end excluded. */
	readonly start: number;
	readonly end: number;
}

/** An edit's text in lines. */
export interface SearchBlock {
	readonly original: readonly string[];
	readonly patched: readonly string[];
}
