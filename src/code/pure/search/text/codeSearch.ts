import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { answerText, countFiles } from '../answerText';
import type { SearchContext } from '../searchContext';
import { codePatterns } from './codeQuery';
import { byRelevance } from './codeRelevance';
import { codeResults } from './codeResults';
import notLiteral from './notLiteral.md';
import { isLikeRegex, regexQuery } from './regexQuery';
import type { ScanOrder } from './scanOrder';
import { type ScanLimits, scanTexts, type TextPattern } from './textScan';

/** The places in which a piece of code is searched, and the notes about them. */
export interface CodePlaces {
	readonly order: ScanOrder;
	/** `in a/b.x`. */
	readonly where: string;
	/** Known before the search, one sentence each. */
	readonly notes: readonly string[];
	readonly limits?: ScanLimits | undefined;
}

export type CodeSearch =
	| { readonly found: true; readonly answer: ToolAnswer; readonly nResults: number }
	/** The content of a failed answer: the notes, and the files that were not searched. */
	| { readonly found: false; readonly notes: readonly string[] };

/**
 * Finds a piece of code in some files and answers with the definitions around it. Code that is nowhere and looks like a
 * regular expression is searched as one.
 */
export async function searchText(context: SearchContext, code: string, places: CodePlaces): Promise<CodeSearch> {
	const literal = await searchPatterns(context, codePatterns(code), { ...places, code });
	const query = literal.found || !isLikeRegex(code) ? undefined : await regexQuery(code);
	if (query === undefined || 'problem' in query) {
		return literal;
	}
	const { patterns, limits } = query;
	const notes = [...places.notes, notLiteral.trim()];
	const search = await searchPatterns(context, patterns, { ...places, notes, limits: places.limits ?? limits });
	return search.found ? search : literal;
}

/**
 * Finds the matches of the first pattern that matches anywhere, and answers with the definitions around it; those that
 * define what `code` names first.
 */
export async function searchPatterns(
	context: SearchContext,
	patterns: readonly TextPattern[],
	{ order, where, notes, limits, code = '' }: CodePlaces & { readonly code?: string },
): Promise<CodeSearch> {
	const { hits, pattern, omissions } = await scanTexts(context, order, patterns, limits);
	if (pattern === undefined) {
		return { found: false, notes: [...notes, `The code was not found ${where}.`, ...omissions] };
	}
	const results = await byRelevance(context, codeResults(context, hits), code);
	const shown = await answerText(context, {
		headline: `Found the code ${hits.length === 1 ? 'once' : `${hits.length} times`} ${where}, in ${countFiles(results)}.`,
		notes: [...notes, ...(pattern.note === '' ? [] : [pattern.note]), ...omissions],
		results,
	});
	return {
		found: true,
		answer: { ok: true, ...shown, places: results.flatMap(result => result.places) },
		nResults: results.length,
	};
}
