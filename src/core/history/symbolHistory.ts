import { counted } from '../model/counted';
import type { ToolAnswer } from '../model/toolAnswer';
import { joinedBlocks } from '../search/answerBlocks';
import { searchDefinition, type WantedDefinition } from '../search/names/definitionSearch';
import type { SearchFocus } from '../search/scope/searchScopes';
import type { SearchContext } from '../search/searchContext';
import { commitBlock } from './commitText';
import { CommittedLines } from './committedLines';
import { withHistory } from './withHistory';

const nCommits = 5;

/** The last commits that changed a definition, by the lines that it has in the index. */
export async function symbolHistory(
	context: SearchContext,
	wanted: WantedDefinition,
	focus?: SearchFocus,
): Promise<ToolAnswer> {
	const definition = await searchDefinition(context, wanted, focus);
	const [place] = definition.places;
	if (!definition.ok || place === undefined) {
		return definition;
	}
	return withHistory(context, async history => {
		const { file } = place;
		const { signal } = context;
		const name = [place.class, place.method].filter(each => each !== undefined).join('.') || wanted.symbol;
		const committed = await history.committedText(file, signal);
		const lines = await context.texts.lines(file);
		const range =
			committed === undefined
				? undefined
				: new CommittedLines(committed, `${lines.join('\n')}\n`).committedRange(place);
		if (range === undefined) {
			return { ok: false, text: `${name} in ${file} is not committed yet.`, places: [place] };
		}
		const commits = await history.commitsOfLines(file, range, { nCommits, signal });
		const others = definition.places.length - 1;
		const head = [
			`Found ${counted(commits.length, 'commit')} that changed ${name} in ${file}, newest first.`,
			...(others > 0
				? [`There are ${counted(others, 'other definition')} of this name: name the file for theirs.`]
				: []),
		];
		const blocks = commits.map(commit => commitBlock(commit, () => 1));
		return { ok: commits.length > 0, ...joinedBlocks([{ text: head.join('\n') }, ...blocks]), places: [place] };
	});
}
