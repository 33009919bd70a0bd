import type { ToolAnswer } from '../../model/toolAnswer';
import { answerText, countFiles } from '../answerText';
import type { SearchContext } from '../searchContext';
import { codePatterns } from './codeQuery';
import { codeResults } from './codeResults';
import { type ScanLimits, scanTexts } from './textScan';

/** Where a piece of code is searched, and the notes on that. */
export interface CodePlaces {
	/** In the order they are searched. */
	readonly paths: readonly string[];
	/** `in a/b.x`. */
	readonly where: string;
	/** Known before the search, one sentence each. */
	readonly notes: readonly string[];
	readonly limits?: ScanLimits | undefined;
}

export type CodeSearch =
	| { readonly found: true; readonly answer: ToolAnswer; readonly nResults: number }
	/** The content of a failed answer: the notes, and what was not searched. */
	| { readonly found: false; readonly notes: readonly string[] };

/** Finds a piece of code in some files and answers with the definitions around it. */
export async function searchText(context: SearchContext, code: string, places: CodePlaces): Promise<CodeSearch> {
	const { paths, where, notes, limits } = places;
	const { hits, pattern, omissions } = await scanTexts(context, paths, codePatterns(code), limits);
	if (pattern === undefined) {
		return { found: false, notes: [...notes, `The code was not found ${where}.`, ...omissions] };
	}
	const results = codeResults(context, hits);
	const text = await answerText(context, {
		headline: `Found the code ${hits.length === 1 ? 'once' : `${hits.length} times`} ${where}, in ${countFiles(results)}.`,
		notes: [...notes, ...(pattern.note === '' ? [] : [pattern.note]), ...omissions],
		results,
	});
	return {
		found: true,
		answer: { ok: true, text, places: results.flatMap(result => result.places) },
		nResults: results.length,
	};
}
