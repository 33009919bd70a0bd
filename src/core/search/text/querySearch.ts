import { counted } from '../../model/counted';
import type { ToolAnswer } from '../../model/toolAnswer';
import { joinedBlocks } from '../answerBlocks';
import { namedFiles } from '../files/namedFiles';
import { placeOfLines } from '../foundPlace';
import { nearNames } from '../names/nearNames';
import { type SearchFocus, type SearchScope, searchScopes } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import { bestHits } from './bestHits';
import { codePatterns } from './codeQuery';
import { hitBlock } from './hitBlock';
import { type LevelHits, type SearchLevel, searchLevels } from './levelSearch';
import { isLikeRegex, regexQuery } from './regexQuery';
import { everywhere } from './scanOrder';
import { scanTexts } from './textScan';
import noteTexts from './wordNotes.json';
import { byStems, inOneLine, mostWords, nearEachOther, queryWords } from './wordQuery';
import { wordSuggestions } from './wordSuggestions';

/** Code Researcher's number of hits. */
const hitLimit = 5;
/** To find out whether a word occurs. */
const onlyWhether = { nHits: 1, sizeBytes: 64 * 1024 * 1024 };

/** What is searched for. */
export interface CodeQuery {
	readonly query: string;
	readonly isRegex: boolean;
	/** A file, folder or glob; '' for everything. */
	readonly path: string;
}

type Level = SearchLevel | (() => Promise<SearchLevel | undefined>);

/**
 * Finds lines by words, in any order and case, or by a regular expression, nearest to the focus first, and answers with
 * the best of them and what is around. A query that finds nothing is read more and more loosely, as the answer notes.
 */
export async function searchQuery(context: SearchContext, asked: CodeQuery, focus?: SearchFocus): Promise<ToolAnswer> {
	const { has, where, notes } = await namedFiles(context, asked.path);
	if (has === undefined) {
		return { ok: false, text: notes.join('\n'), places: [] };
	}
	const isAll = asked.path.trim() === '';
	const scopes = isAll ? await searchScopes(context.workspace.files, focus) : [{ where, has }];
	const expression = asked.isRegex ? await regexQuery(asked.query) : undefined;
	const problem = expression !== undefined && 'problem' in expression ? [expression.problem] : [];
	const found = await searchLevels(context, levelsOf(context, asked, expression), { scopes, nEnough: hitLimit });
	const known = [...notes, ...problem];
	return found === undefined
		? wordSuggestions(context, asked.query, [
				...known,
				`Nothing was found ${where}, also with fewer words and other spellings.`,
			])
		: answer(context, { asked, known, focus, found, scopes });
}

function levelsOf(
	context: SearchContext,
	{ query, isRegex }: CodeQuery,
	expression: Awaited<ReturnType<typeof regexQuery>> | undefined,
): Level[] {
	if (!isRegex) {
		return looseLevels(context, query, '');
	}
	const isReadable = expression !== undefined && 'patterns' in expression;
	const regex = isReadable ? [{ patterns: expression.patterns, limits: expression.limits, note: '' }] : [];
	const note = isReadable ? noteTexts.notRegex : noteTexts.literal;
	return [...regex, { patterns: codePatterns(query), note }, ...looseLevels(context, query, note)];
}

/** As text where it is more than words; then by its words, more and more loosely. */
function looseLevels(context: SearchContext, query: string, note: string): Level[] {
	const words = queryWords(query);
	const isText = /[^\p{L}\p{N}_$\s]/u.test(query) || words.length === 0;
	return [
		...(isText ? [{ patterns: codePatterns(query).slice(0, 1), note }] : []),
		async () => (isLikeRegex(query) ? regexLevel(query) : undefined),
		{ patterns: [inOneLine(words)], more: nearEachOther(words), note },
		{ patterns: [byStems(words)], note },
		() => spelledLevel(context, words),
		...mostWords(words).map(pattern => ({ patterns: [pattern], note })),
	];
}

async function regexLevel(query: string): Promise<SearchLevel | undefined> {
	const expression = await regexQuery(query);
	return 'problem' in expression ? undefined : { ...expression, note: noteTexts.regex };
}

/** With the most similar name of a definition for each word that is written nowhere. */
async function spelledLevel(context: SearchContext, words: readonly string[]): Promise<SearchLevel | undefined> {
	const { index } = context.workspace;
	const spelled: string[] = [];
	for (const word of words) {
		const { hits } = await scanTexts(context, everywhere(context), [inOneLine([word])], onlyWhether);
		spelled.push(hits.length > 0 ? word : (nearNames(word, index.names(), 1)[0] ?? word));
	}
	const known = spelled.map(word => word.toLowerCase());
	return known.every((word, at) => word === words[at])
		? undefined
		: { patterns: [inOneLine(known)], more: nearEachOther(known), note: `${noteTexts.spelled} ${spelled.join(', ')}.` };
}

interface Found {
	readonly asked: CodeQuery;
	readonly known: readonly string[];
	readonly focus: SearchFocus | undefined;
	readonly found: LevelHits;
	readonly scopes: readonly SearchScope[];
}

async function answer(context: SearchContext, { asked, known, focus, found, scopes }: Found): Promise<ToolAnswer> {
	const { hits, notes } = found;
	const words = queryWords(asked.query);
	const best = await bestHits(context, hits, { query: asked.query.trim(), words, limit: hitLimit });
	const nFiles = new Set(hits.map(({ file }) => file)).size;
	const more = hits.length > best.length ? `, of which these are the best ${best.length}` : '';
	const headline = `Found ${counted(hits.length, 'line')} in ${counted(nFiles, 'file')}${more}.`;
	const scope = scopes.length < 2 ? undefined : scopeText(best);
	const scoped = scope === undefined ? [] : [`Scope: ${scope}.`];
	const shown = await Promise.all(best.map(hit => hitBlock(context, hit, focus)));
	const others = hits.filter(
		hit => !best.some(({ file, startLine }) => file === hit.file && startLine === hit.startLine),
	);
	return {
		ok: true,
		...joinedBlocks([{ text: [headline, ...scoped, ...known, ...notes].join('\n') }, ...shown]),
		places: [...best, ...others].map(hit => placeOfLines(context.workspace.index, hit.file, hit)),
		...(scope !== undefined && { scope }),
	};
}

/** `2 in the files of the report, 3 in the workspace`. */
function scopeText(best: readonly { readonly scope: SearchScope }[]): string {
	const scopes = [...new Set(best.map(({ scope }) => scope))];
	return scopes.map(scope => `${best.filter(hit => hit.scope === scope).length} ${scope.where}`).join(', ');
}
