import type { ToolAnswer } from '../tools/tool';
import { answerText } from './answerText';
import { nearNames } from './nearNames';
import type { SearchContext } from './searchContext';
import { definitionResult } from './searchResult';
import { definitionsOfWords, wordsOfText } from './wordDefinitions';

/** What leads on when a piece of code is nowhere: the definitions its words name, or names like its words. */
export async function wordLead(context: SearchContext, code: string, said: readonly string[]): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const words = wordsOfText(context, code);
	const results = definitionsOfWords(context, code).map(each => definitionResult(context, each, 'signature'));
	const [only, ...others] = words;
	const near = only !== undefined && others.length === 0 ? nearNames(only, index.names()) : [];
	const text = await answerText(context, {
		headline: '',
		notes: [
			...said,
			...(near.length === 0 ? [] : [`Similar names: ${near.join(', ')}.`]),
			...(words.length > 1 ? ['Try one telling line or name of it.'] : []),
			...(results.length === 0 ? [] : ['Some of its words name definitions:']),
		],
		results,
		nInFull: 0,
	});
	return { ok: false, text, places: results.flatMap(result => result.places) };
}
