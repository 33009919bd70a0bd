import type { Place } from '../model/symbol';
import { assignmentPattern, codePatterns, wordPattern } from './codeQuery';
import { codeResults } from './codeResults';
import { isPhrase, type NameQuery } from './nameQuery';
import type { SearchContext } from './searchContext';
import type { SearchResult } from './searchResult';
import { filesToScan, scanTexts } from './textScan';

/** Where a name that no definition bears is written. */
export interface Mentions {
	readonly results: readonly SearchResult[];
	/** True when something is assigned to it there: an attribute, a variable, a key. */
	readonly isAssigned: boolean;
	readonly omissions: readonly string[];
}

/** Looks in some places only, or, without them, in every text file of the workspace. */
export async function findMentions(
	context: SearchContext,
	query: NameQuery,
	within?: readonly Place[],
): Promise<Mentions> {
	const patterns = isPhrase(query)
		? codePatterns(query.text)
		: [assignmentPattern(query.name), wordPattern(query.name)];
	const paths = within === undefined ? await filesToScan(context) : [...new Set(within.map(place => place.file))];
	const { hits, pattern, omissions } = await scanTexts(context, paths, patterns);
	const inside = within === undefined ? hits : hits.filter(hit => within.some(place => contains(place, hit)));
	return { results: codeResults(context, inside), isAssigned: !isPhrase(query) && pattern === patterns[0], omissions };
}

function contains(outer: Place, inner: Place): boolean {
	return outer.file === inner.file && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}
