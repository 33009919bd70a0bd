import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { SearchContext } from '../searchContext';
import { type Definition, groupDefinitions } from './definition';

const wordLimit = 12;
const definitionLimit = 5;

/** The words of a text that could be names: no keywords, each once. */
export function wordsOfText({ workspace }: SearchContext, text: string): string[] {
	const keywords = new Set(workspace.parser.languages.flatMap(language => language.keywords));
	const words = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
	return [...words].filter(word => !keywords.has(word)).slice(0, wordLimit);
}

/**
 * The definitions that the words of a text name: those in scope (`isInScope`) if there are any, else those with a name
 * that is not common, as common names carry little information.
 */
export function definitionsOfWords(
	context: SearchContext,
	text: string,
	isInScope: (symbol: CodeSymbol) => boolean = () => false,
): Definition[] {
	const named = wordsOfText(context, text).map(word => context.workspace.index.named(word));
	const inScope = named.flatMap(symbols => symbols.filter(isInScope));
	const rare = named.filter(symbols => symbols.length <= definitionLimit).flat();
	return groupDefinitions(inScope.length > 0 ? inScope : rare);
}
