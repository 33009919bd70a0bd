import { qualifiedName } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { counted } from '../../../../system/pure/text/counted';
import { type AnswerBlock, joinedBlocks } from '../answerBlocks';
import { namedFiles } from '../files/namedFiles';
import { filesBesideCode } from '../filesBesideCode';
import { placeOfLines } from '../foundPlace';
import { referenceBlocks } from '../references/referenceBlocks';
import { type SearchScope, searchScopes } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import { bestHits, homeOf, isNear } from './bestHits';
import { codePatterns } from './codeQuery';
import { hitBlock } from './hitBlock';
import { type LevelHits, type ScopedHit, searchLevels } from './levelSearch';
import { type Level, LooseReading } from './looseReading';
import { regexQuery } from './regexQuery';
import { everywhere } from './scanOrder';
import type { TextHit } from './textHit';
import noteTexts from './wordNotes.json';
import { nearLines } from './wordQuery';
import { definitionsNamed, wordSuggestions } from './wordSuggestions';

/** The number of hits that are shown, as in Code Researcher, and of other hits that are listed. */
const limits = { hits: 5, others: 15 };
/** The same for a text that is nowhere. */
const limitsOfWords: typeof limits = { hits: 3, others: 5 };

/** The query of a search. */
export interface CodeQuery {
	readonly query: string;
	readonly isRegex: boolean;
	/** A file, folder or glob; '' for everything. */
	readonly path: string;
}

/**
 * Finds lines by words, in any order and case, or by a regular expression, nearest to the focus first, and answers with
 * the best of them and the code around. A query that finds nothing is read more and more loosely, as the answer notes.
 */
export async function searchQuery(context: SearchContext, asked: CodeQuery): Promise<ToolAnswer> {
	const expression = asked.isRegex ? await regexQuery(asked.query) : undefined;
	const problem = expression !== undefined && 'problem' in expression ? [expression.problem] : [];
	const loose = new LooseReading(context, asked.query);
	return searchLevelsOf(context, asked, { levels: levelsOf(asked, expression, loose), loose, known: problem });
}

/**
 * Finds lines by the words of a text that is nowhere as it is written. `known`: what is known about it, one sentence
 * each. Behind the lines are the definitions that the words name.
 */
export async function searchWordsOf(
	context: SearchContext,
	asked: Omit<CodeQuery, 'isRegex'>,
	known: readonly string[],
): Promise<ToolAnswer> {
	const loose = new LooseReading(context, asked.query);
	if (loose.words.length < 2) {
		return wordSuggestions(context, asked.query, known);
	}
	const found = await searchLevelsOf(context, asked, {
		...{ levels: loose.byWords(''), loose, known: [] },
		first: known,
		most: limitsOfWords,
	});
	const named = found.ok ? await definitionsNamed(context, asked.query) : { text: '', places: [] };
	const text = [found.text, named.text].filter(each => each !== '').join('\n\n');
	return { ...found, ok: false, text, places: [...found.places, ...named.places] };
}

interface Reading {
	readonly levels: readonly Level[];
	readonly loose: LooseReading;
	/** Notes made so far. */
	readonly known: readonly string[];
	/** Notes that come before what was found. */
	readonly first?: readonly string[];
	readonly most?: typeof limits;
}

async function searchLevelsOf(
	context: SearchContext,
	asked: Omit<CodeQuery, 'isRegex'>,
	{ levels, loose, known: before, first = [], most = limits }: Reading,
): Promise<ToolAnswer> {
	const { has, where, notes } = await namedFiles(context, asked.path);
	const known = [...before, ...notes.filter(note => !first.includes(note))];
	if (has === undefined) {
		return { ok: false, text: [...first, ...known].join('\n'), places: [] };
	}
	const isAll = asked.path.trim() === '';
	const scopes = isAll ? await searchScopes(context.workspace.files, context.focus) : [{ where, has }];
	const inMemory = context.focus?.linesInMemory?.() ?? [];
	const isNew = ({ file, startLine, endLine }: TextHit) =>
		!inMemory.some(each => each.file === file && each.startLine <= startLine && endLine <= each.endLine);
	const order = everywhere(context);
	const isCode = (hit: TextHit) => isNew(hit) && order(hit.file) === 0;
	const widening = { scopes, nEnough: limits.hits, counts: isNew, suffices: isCode };
	const found = await searchLevels(context, levels, widening);
	return found.hits.length === 0
		? wordSuggestions(context, asked.query, [
				...first,
				...known,
				`Nothing was found ${where}, also with fewer words and other spellings.`,
				...found.notes,
			])
		: answer(context, { asked, first, known, found, scopes, isNew, loose, most });
}

function levelsOf(
	{ query, isRegex }: CodeQuery,
	expression: Awaited<ReturnType<typeof regexQuery>> | undefined,
	loose: LooseReading,
): Level[] {
	if (!isRegex) {
		return loose.levels('');
	}
	const isReadable = expression !== undefined && 'patterns' in expression;
	const regex = isReadable ? [{ patterns: expression.patterns, limits: expression.limits, note: '' }] : [];
	const note = isReadable ? noteTexts.notRegex : noteTexts.literal;
	return [
		...[...regex, { patterns: codePatterns(query), note }].map(each => ({ ...each, isExact: true })),
		...loose.levels(note),
	];
}

interface Found {
	readonly asked: Pick<CodeQuery, 'query'>;
	readonly first: readonly string[];
	readonly known: readonly string[];
	readonly found: LevelHits;
	readonly scopes: readonly SearchScope[];
	/** Whether the model does not see it already. */
	readonly isNew: (hit: TextHit) => boolean;
	readonly loose: LooseReading;
	readonly most: typeof limits;
}

async function answer(
	context: SearchContext,
	{ asked, first, known, found, scopes, isNew, loose, most }: Found,
): Promise<ToolAnswer> {
	const { hits, notes, nScopes } = found;
	const fresh = hits.filter(isNew);
	const files = new Set(hits.map(({ file }) => file));
	const beside = await filesBesideCode(context, files);
	const nLines = most.hits + most.others;
	const isBrief = context.brevity?.linesAround === 0;
	const wanted = { query: asked.query.trim(), loose, beside, limit: isBrief ? nLines : most.hits };
	const best = await bestHits(context, fresh, wanted);
	const more = best.length > 0 && hits.length > best.length ? `, of which these are the best ${best.length}` : '';
	const headline = `Found ${counted(hits.length, 'line')} in ${counted(files.size, 'file')}${more}.`;
	const searched = scopes.slice(0, nScopes).map(({ where }) => where);
	const limited = nScopes < scopes.length ? [`${noteTexts.limited} ${searched.join(', ')}.`] : [];
	const nBeside = hits.filter(({ file }) => beside.has(file)).length;
	const last = nBeside > 0 && beside.size < files.size ? [`${noteTexts.beside} ${counted(nBeside, 'line')}.`] : [];
	const isShown = ({ file, startLine }: TextHit) => best.some(hit => file === hit.file && startLine === hit.startLine);
	const codeFirst = (some: readonly ScopedHit[]) => [
		...some.filter(({ file }) => !beside.has(file)),
		...some.filter(({ file }) => beside.has(file)),
	];
	const others = [...codeFirst(fresh), ...codeFirst(hits.filter(hit => !isNew(hit)))].filter(hit => !isShown(hit));
	const listed = others.filter(hit => !best.some(each => isNear(each, hit, context.brevity?.linesAround)));
	const around = isBrief ? [] : await hitsWithCode(context, best, loose.words);
	const lines = isBrief ? best : best.filter(hit => !around.includes(hit));
	const shown = isBrief
		? await lineBlocks(context, [...lines, ...listed], { isNew, limit: nLines })
		: await Promise.all(around.map(hit => hitBlock(context, hit)));
	const rest = isBrief ? [] : await lineBlocks(context, [...lines, ...listed], { isNew, limit: most.others });
	const missing = loose.missing(shown.map(({ text }) => text));
	return {
		ok: true,
		...joinedBlocks([
			{ text: [...first, headline, ...limited, ...known, ...notes, ...missing, ...last].join('\n') },
			...shown,
			...(rest.length === 0 ? [] : [{ text: noteTexts.others }, ...rest]),
		]),
		places: [...best, ...others].map(hit => placeOfLines(context.workspace.index, hit.file, hit)),
		...(scopes.length > 1 && best.length > 0 && { scope: scopeText(best) }),
	};
}

/**
 * The hits to be shown with the code around them: for a client that asked for it, those with all words near, else the best
 * one; otherwise all.
 */
async function hitsWithCode<Hit extends ScopedHit>(
	context: SearchContext,
	best: readonly Hit[],
	words: readonly string[],
): Promise<readonly Hit[]> {
	if (context.brevity === undefined) {
		return best;
	}
	const whole: Hit[] = [];
	for (const hit of best) {
		const lines = await context.texts.lines(hit.file);
		const near = lines
			.slice(Math.max(0, hit.startLine - 1 - nearLines), hit.endLine + nearLines)
			.join('\n')
			.toLowerCase();
		whole.push(...(words.every(word => near.includes(word)) ? [hit] : []));
	}
	return whole.length > 0 ? whole : best.slice(0, 1);
}

/** Hits without the lines around them, one line each. */
async function lineBlocks(
	context: SearchContext,
	hits: readonly ScopedHit[],
	{ isNew, limit }: Pick<Found, 'isNew'> & { readonly limit: number },
): Promise<AnswerBlock[]> {
	const lines = hits.map(hit => {
		const home = homeOf(context, hit);
		const within = home === undefined ? '' : qualifiedName(home);
		return { file: hit.file, line: hit.startLine, within, ...(!isNew(hit) && { remark: noteTexts.inMemory }) };
	});
	return referenceBlocks(context, lines, limit);
}

/** `2 in the files of the report, 3 in the workspace`. */
function scopeText(best: readonly { readonly scope: SearchScope }[]): string {
	const scopes = [...new Set(best.map(({ scope }) => scope))];
	return scopes.map(scope => `${best.filter(hit => hit.scope === scope).length} ${scope.where}`).join(', ');
}
