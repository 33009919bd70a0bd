import { qualifiedName } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { counted } from '../../../../system/pure/text/counted';
import { type AnswerBlock, joinedBlocks } from '../answerBlocks';
import { namedFiles } from '../files/namedFiles';
import { filesBesideCode } from '../filesBesideCode';
import { placeOfLines } from '../foundPlace';
import { nearNames } from '../names/nearNames';
import { referenceBlocks } from '../references/referenceBlocks';
import { type SearchScope, searchScopes } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import { bestHits, homeOf, isNear } from './bestHits';
import { codePatterns } from './codeQuery';
import { hitBlock } from './hitBlock';
import { type LevelHits, type ScopedHit, type SearchLevel, searchLevels } from './levelSearch';
import { isLikeRegex, regexQuery } from './regexQuery';
import { everywhere } from './scanOrder';
import type { TextHit } from './textHit';
import { scanTexts } from './textScan';
import noteTexts from './wordNotes.json';
import { byStems, inOneLine, mostWords, nearEachOther, queryWords } from './wordQuery';
import { wordSuggestions } from './wordSuggestions';

/** Code Researcher's number of hits. */
const hitLimit = 5;
/** The number of other hits that are listed. */
const otherLimit = 15;
/** To find out whether a word occurs. */
const onlyWhether = { nHits: 1, sizeBytes: 64 * 1024 * 1024 };

/** The query of a search. */
export interface CodeQuery {
	readonly query: string;
	readonly isRegex: boolean;
	/** A file, folder or glob; '' for everything. */
	readonly path: string;
}

type Level = SearchLevel | (() => Promise<SearchLevel | undefined>);

/**
 * Finds lines by words, in any order and case, or by a regular expression, nearest to the focus first, and answers with
 * the best of them and the code around. A query that finds nothing is read more and more loosely, as the answer notes.
 */
export async function searchQuery(context: SearchContext, asked: CodeQuery): Promise<ToolAnswer> {
	const { has, where, notes } = await namedFiles(context, asked.path);
	if (has === undefined) {
		return { ok: false, text: notes.join('\n'), places: [] };
	}
	const isAll = asked.path.trim() === '';
	const scopes = isAll ? await searchScopes(context.workspace.files, context.focus) : [{ where, has }];
	const expression = asked.isRegex ? await regexQuery(asked.query) : undefined;
	const problem = expression !== undefined && 'problem' in expression ? [expression.problem] : [];
	const inMemory = context.focus?.linesInMemory?.() ?? [];
	const isNew = ({ file, startLine, endLine }: TextHit) =>
		!inMemory.some(each => each.file === file && each.startLine <= startLine && endLine <= each.endLine);
	const widening = { scopes, nEnough: hitLimit, counts: isNew };
	const found = await searchLevels(context, levelsOf(context, asked, expression), widening);
	const known = [...notes, ...problem];
	return found.hits.length === 0
		? wordSuggestions(context, asked.query, [
				...known,
				`Nothing was found ${where}, also with fewer words and other spellings.`,
				...found.notes,
			])
		: answer(context, { asked, known, found, scopes, isNew });
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

/**
 * Reads it as text if it is more than words, in any case and with any blanks; then by its words, more and more loosely.
 */
function looseLevels(context: SearchContext, query: string, asText: string): Level[] {
	const words = queryWords(query);
	const isText = /[^\p{L}\p{N}_$\s]/u.test(query) || words.length === 0;
	const note = isText && asText === '' ? noteTexts.punctuation : asText;
	return [
		...(isText ? [{ patterns: codePatterns(query), note: asText }] : []),
		async () => (isLikeRegex(query) ? regexLevel(query) : undefined),
		{ patterns: [inOneLine(words)], more: nearEachOther(words), note },
		{ patterns: [byStems(words)], note },
		() => spelledLevel(context, words, note),
		...mostWords(words).map(pattern => ({ patterns: [pattern], note })),
	];
}

async function regexLevel(query: string): Promise<SearchLevel | undefined> {
	const expression = await regexQuery(query);
	return 'problem' in expression ? undefined : { ...expression, note: noteTexts.regex };
}

/** With the most similar name of a definition for each word that is written nowhere. */
async function spelledLevel(
	context: SearchContext,
	words: readonly string[],
	asked: string,
): Promise<SearchLevel | undefined> {
	const { index } = context.workspace;
	const here = { ...context, server: undefined };
	const spelled: string[] = [];
	for (const word of words) {
		const { hits } = await scanTexts(here, everywhere(here), [inOneLine([word])], onlyWhether);
		spelled.push(hits.length > 0 ? word : (nearNames(word, index.names(), 1)[0] ?? word));
	}
	const known = spelled.map(word => word.toLowerCase());
	return known.every((word, at) => word === words[at])
		? undefined
		: {
				patterns: [inOneLine(known)],
				more: nearEachOther(known),
				note: [asked, `${noteTexts.spelled} ${spelled.join(', ')}.`].filter(each => each !== '').join(' '),
			};
}

interface Found {
	readonly asked: CodeQuery;
	readonly known: readonly string[];
	readonly found: LevelHits;
	readonly scopes: readonly SearchScope[];
	/** Whether the model does not see it already. */
	readonly isNew: (hit: TextHit) => boolean;
}

async function answer(context: SearchContext, { asked, known, found, scopes, isNew }: Found): Promise<ToolAnswer> {
	const { hits, notes, nScopes } = found;
	const words = queryWords(asked.query);
	const fresh = hits.filter(isNew);
	const files = new Set(hits.map(({ file }) => file));
	const beside = await filesBesideCode(context, files);
	const best = await bestHits(context, fresh, { query: asked.query.trim(), words, beside, limit: hitLimit });
	const more = best.length > 0 && hits.length > best.length ? `, of which these are the best ${best.length}` : '';
	const headline = `Found ${counted(hits.length, 'line')} in ${counted(files.size, 'file')}${more}.`;
	const searched = scopes.slice(0, nScopes).map(({ where }) => where);
	const limited = nScopes < scopes.length ? [`${noteTexts.limited} ${searched.join(', ')}.`] : [];
	const nBeside = hits.filter(({ file }) => beside.has(file)).length;
	const last = nBeside > 0 && beside.size < files.size ? [`${noteTexts.beside} ${counted(nBeside, 'line')}.`] : [];
	const shown = await Promise.all(best.map(hit => hitBlock(context, hit)));
	const isShown = ({ file, startLine }: TextHit) => best.some(hit => file === hit.file && startLine === hit.startLine);
	const codeFirst = (some: readonly ScopedHit[]) => [
		...some.filter(({ file }) => !beside.has(file)),
		...some.filter(({ file }) => beside.has(file)),
	];
	const others = [...codeFirst(fresh), ...codeFirst(hits.filter(hit => !isNew(hit)))].filter(hit => !isShown(hit));
	const listed = others.filter(hit => !best.some(each => isNear(each, hit)));
	return {
		ok: true,
		...joinedBlocks([
			{ text: [headline, ...limited, ...known, ...notes, ...last].join('\n') },
			...shown,
			...(await otherLines(context, listed, isNew)),
		]),
		places: [...best, ...others].map(hit => placeOfLines(context.workspace.index, hit.file, hit)),
		...(scopes.length > 1 && best.length > 0 && { scope: scopeText(best) }),
	};
}

/** Hits that are not shown with the lines around them, one line each. */
async function otherLines(
	context: SearchContext,
	hits: readonly ScopedHit[],
	isNew: Found['isNew'],
): Promise<AnswerBlock[]> {
	const lines = hits.map(hit => {
		const home = homeOf(context, hit);
		const within = home === undefined ? '' : qualifiedName(home);
		return { file: hit.file, line: hit.startLine, within, ...(!isNew(hit) && { remark: noteTexts.inMemory }) };
	});
	const blocks = await referenceBlocks(context, lines, otherLimit);
	return blocks.length === 0 ? [] : [{ text: noteTexts.others }, ...blocks];
}

/** `2 in the files of the report, 3 in the workspace`. */
function scopeText(best: readonly { readonly scope: SearchScope }[]): string {
	const scopes = [...new Set(best.map(({ scope }) => scope))];
	return scopes.map(scope => `${best.filter(hit => hit.scope === scope).length} ${scope.where}`).join(', ');
}
