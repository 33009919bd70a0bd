import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { DraftLine } from '../draft';
import type { EditHints } from '../editHints';
import type { WrittenEdit } from '../writtenEdit';

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

/** One place of a file that an edit matches, and the result there. */
export interface Match {
	/** Indices of the lines that are replaced, the end excluded. */
	readonly start: number;
	readonly end: number;
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

/** Reads the definitions of a text in the language of the file that is edited. */
export type ReadSymbols = (text: string) => Promise<readonly CodeSymbol[]>;

export interface MatchRequest {
	readonly lines: readonly DraftLine[];
	/** The definitions of the file, read when first asked for. */
	readonly symbols: () => Promise<readonly CodeSymbol[]>;
	readonly edit: WrittenEdit;
	readonly block: SearchBlock;
	readonly hints: EditHints;
	readonly read: ReadSymbols;
	/** Whether a definition can only be a method, by its first parameter. */
	readonly isMethod: IsMethod;
}

export type IsMethod = (symbol: CodeSymbol, lines: readonly string[]) => boolean;

/** All places that an edit matches, or why it does not match a place that nearly fits. */
export type Matcher = (request: MatchRequest) => readonly Found[] | Promise<readonly Found[]>;

export type Found = Match | Mismatch;

export function isMatch(found: Found): found is Match {
	return 'rewrites' in found;
}

/** Blanks within a line count as one. */
export function squeezed(text: string): string {
	return text.trim().replaceAll(/\s+/g, ' ');
}
