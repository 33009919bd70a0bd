import { joinedBlocks } from '../../code/pure/search/answerBlocks';
import { searchDefinition, type WantedDefinition } from '../../code/pure/search/names/definitionSearch';
import type { SearchFocus } from '../../code/pure/search/scope/searchScopes';
import type { Commit } from '../../runs/pure/model/commit';
import type { LineRange } from '../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../runs/pure/model/toolAnswer';
import { counted } from '../../system/pure/text/counted';
import { commitBlock } from './commitText';
import { CommittedLines } from './committedLines';
import type { History } from './history';
import { narrowHunks } from './narrowHunks';
import { type HistoryContext, withHistory } from './withHistory';

const nCommits = 5;
const nContext = 3;
/** The number of commits between others that may only change the form of code. */
const mostLeftOut = 20;
const listName = '.git-blame-ignore-revs';

/** The last commits that changed a definition, by the lines that it has in the index. */
export async function symbolHistory(
	context: HistoryContext,
	wanted: WantedDefinition,
	focus?: SearchFocus,
): Promise<ToolAnswer> {
	const definition = await searchDefinition({ ...context, focus }, wanted);
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
		const { commits, nLeftOut } = await tellingCommits(history, file, range, signal);
		const others = definition.places.length - 1;
		const head = [
			`Found ${counted(commits.length, 'commit')} that changed ${name} in ${file}, newest first.`,
			...(others > 0
				? [`There are ${counted(others, 'other definition')} of this name: name the file for theirs.`]
				: []),
			...(nLeftOut > 0 ? [`Left out: ${counted(nLeftOut, 'commit')} that ${listName} names.`] : []),
		];
		const blocks = commits.map(commit => commitBlock(narrowed(commit), { relevanceOf: () => 1, isPiece: true }));
		return { ok: commits.length > 0, ...joinedBlocks([{ text: head.join('\n') }, ...blocks]), places: [place] };
	});
}

/**
 * The last commits that changed some lines, and how many were left out between them that only change the form of code.
 */
async function tellingCommits(history: History, file: string, range: LineRange, signal: AbortSignal | undefined) {
	const ignored = await history.ignoredCommits(signal);
	const isTelling = ({ id }: Commit) => !ignored.has(id);
	let found = await history.commitsOfLines(file, range, { nCommits, signal });
	if (found.length >= nCommits && !found.every(isTelling)) {
		// Git takes longer the more are asked for.
		const more = nCommits + Math.min(ignored.size, mostLeftOut);
		found = await history.commitsOfLines(file, range, { nCommits: more, signal });
	}
	const commits = found.filter(isTelling).slice(0, nCommits);
	const last = commits[nCommits - 1];
	const nRead = last === undefined ? found.length : found.indexOf(last) + 1;
	return { commits, nLeftOut: nRead - commits.length };
}

/** Git shows the whole definition around each change. */
function narrowed(commit: Commit): Commit {
	const files = commit.files.map(file => ({
		...file,
		hunks: file.hunks.flatMap(hunk => narrowHunks(hunk, nContext)),
	}));
	return { ...commit, files };
}
