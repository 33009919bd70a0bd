import type { ToolAnswer } from '../tools/tool';
import { answerText } from './answerText';
import { groupDefinitions } from './definition';
import { nearNames } from './nearNames';
import type { SearchContext } from './searchContext';
import { definitionResult } from './searchResult';

const wordLimit = 12;
const definitionLimit = 5;

/** What leads on when a piece of code is nowhere: the definitions its words name, or names like its words. */
export async function wordLead(context: SearchContext, code: string, said: readonly string[]): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const keywords = new Set(context.workspace.parser.languages.flatMap(language => language.keywords));
	const words = [...new Set(code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])]
		.filter(word => !keywords.has(word))
		.slice(0, wordLimit);
	const symbols = words.map(word => index.named(word)).filter(named => named.length <= definitionLimit);
	const results = groupDefinitions(symbols.flat()).map(definition =>
		definitionResult(context, definition, 'signature'),
	);
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
