import { definitionMatches } from './definitionMatches';
import { elidedMatches } from './elidedMatches';
import { isMatch, type Match, type Matcher, type MatchRequest, type Mismatch } from './match';
import { namedDefinitionMatches } from './namedDefinitionMatches';
import { nearMatches } from './nearMatches';
import { emptyFileMatches, wholeFileMatches } from './wholeFileMatches';
import { windowMatches } from './windowMatches';

/** For each form of an edit, the matchers that may find its place, strictest first. */
const matchers: Readonly<Record<string, readonly Matcher[]>> = {
	replace: [emptyFileMatches, windowMatches, elidedMatches, nearMatches, definitionMatches],
	definition: [emptyFileMatches, namedDefinitionMatches, definitionMatches],
	code: [emptyFileMatches, wholeFileMatches, definitionMatches],
	whole: [wholeFileMatches],
};

/**
 * All places of a file that an edit matches, by the strictest matcher that finds any; otherwise why the first one that
 * found a place fails there.
 */
export async function matchEdit(
	request: MatchRequest,
): Promise<{ readonly matches: readonly Match[]; readonly mismatch?: Mismatch }> {
	let mismatch: Mismatch | undefined;
	for (const matcher of matchers[request.edit.form] ?? []) {
		const found = await matcher(request);
		const matches = found.filter(isMatch);
		if (matches.length > 0) {
			return { matches };
		}
		mismatch ??= found.find((each): each is Mismatch => !isMatch(each));
	}
	return { matches: [], ...(mismatch && { mismatch }) };
}
