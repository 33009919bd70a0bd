import { type CodeSymbol, isCallable, isClassLike } from '../../../../runs/pure/model/symbol';
import { Nearness } from '../scope/nearness';
import type { SearchContext } from '../searchContext';
import type { SearchResult } from '../searchResult';
import { everywhere } from './scanOrder';

const letter = /[\p{L}\p{N}_$]/u;
/** Steps of relevance. */
const step = { definition: 0, partOfDefinition: 1, whole: 2, other: 3 } as const;

/**
 * Results for a piece of code, code before other text and tests last; then those that define what it names, those that
 * have it as whole words, and those in code that the conversation knows. Otherwise they keep their order.
 */
export async function byRelevance(
	context: SearchContext,
	results: readonly SearchResult[],
	code: string,
): Promise<SearchResult[]> {
	const order = everywhere(context);
	const nearness = new Nearness(context);
	const ranked: { readonly result: SearchResult; readonly rank: readonly number[] }[] = [];
	for (const result of results) {
		const lines = await context.texts.lines(result.file);
		const kind = order(result.file) ?? 0;
		const known = nearness.isKnown(result.file) ? 0 : 1;
		ranked.push({ result, rank: [kind, stepOf(context, result, { lines, code }), known] });
	}
	ranked.sort((a, b) => a.rank.reduce((sum, each, nth) => sum || each - (b.rank[nth] ?? 0), 0));
	return ranked.map(({ result }) => result);
}

interface Searched {
	readonly lines: readonly string[];
	readonly code: string;
}

function stepOf({ workspace }: SearchContext, { file, places }: SearchResult, { lines, code }: Searched): number {
	const found = new Set(places.map(({ startLine }) => startLine));
	const symbols = (workspace.index.file(file)?.symbols ?? []).filter(({ nameLine }) => found.has(nameLine));
	const steps = symbols.map(symbol => definitionStep(symbol, code.trim()));
	const texts = places.map(({ startLine, endLine }) => lines.slice(startLine - 1, endLine).join('\n'));
	return Math.min(...steps, texts.some(text => hasWhole(text, code.trim())) ? step.whole : step.other);
}

function definitionStep(symbol: CodeSymbol, code: string): number {
	const isVariable = !isCallable(symbol) && !isClassLike(symbol);
	if (hasWhole(code, symbol.name)) {
		return isVariable ? step.partOfDefinition : step.definition;
	}
	return hasPart(symbol.name, code) && !isVariable ? step.partOfDefinition : step.other;
}

/** Whether a name has a text that one of its words begins with: `select_mask` is in `get_select_mask`. */
function hasPart(name: string, part: string): boolean {
	const at = name.indexOf(part);
	const [before = '_', first = ''] = [name[at - 1], name[at]];
	return at >= 0 && part !== '' && (!/\p{L}/u.test(before) || (/\p{Lu}/u.test(first) && !/\p{Lu}/u.test(before)));
}

/** Whether a text has a part that no letter of a longer word is next to. */
function hasWhole(text: string, part: string): boolean {
	for (let at = text.indexOf(part); at >= 0 && part !== ''; at = text.indexOf(part, at + 1)) {
		const isCut = (inside: string | undefined, outside: string | undefined) =>
			[inside, outside].every(each => each !== undefined && letter.test(each));
		if (!isCut(part[0], text[at - 1]) && !isCut(part.at(-1), text[at + part.length])) {
			return true;
		}
	}
	return false;
}
