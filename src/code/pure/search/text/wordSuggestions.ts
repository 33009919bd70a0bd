import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { answerText } from '../answerText';
import { similarNames } from '../names/nameNotes';
import { definitionsOfWords, wordsOfText } from '../names/wordDefinitions';
import type { SearchContext } from '../searchContext';
import { definitionResult } from '../searchResult';

/** Suggestions when a piece of code is not found: the definitions its words name, or names like its words. */
export async function wordSuggestions(
	context: SearchContext,
	code: string,
	notes: readonly string[],
): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const words = wordsOfText(context, code);
	const named = await definitionsNamed(context, code);
	const [only, ...others] = words;
	const similar = only !== undefined && others.length === 0 ? similarNames(index, only, () => true) : '';
	const shown = await answerText(context, {
		headline: '',
		notes: [
			...notes,
			...(similar === '' ? [] : [`Similar names: ${similar}.`]),
			...(words.length > 1 ? ['Try one telling line or name of it.'] : []),
		],
		results: [],
	});
	return { ok: false, text: [shown.text, named.text].filter(each => each !== '').join('\n'), places: named.places };
}

/** The definitions that the words of a text name, one line each. */
export async function definitionsNamed(
	context: SearchContext,
	text: string,
): Promise<Pick<ToolAnswer, 'text' | 'places'>> {
	const results = definitionsOfWords(context, text).map(each => definitionResult(context, each, 'signature'));
	const headline = 'Some of its words name definitions:';
	const shown = await answerText(context, { headline, notes: [], results, nInFull: 0 });
	return { text: results.length === 0 ? '' : shown.text, places: results.flatMap(result => result.places) };
}
