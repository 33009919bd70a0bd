import { joinedBlocks } from '../../code/pure/search/answerBlocks';
import { findFiles } from '../../code/pure/search/fileQuery';
import { placeOfLines } from '../../code/pure/search/foundPlace';
import { fileNotes } from '../../code/pure/search/names/nameNotes';
import type { BlamedLine } from '../../runs/pure/model/commit';
import type { LineRange } from '../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../runs/pure/model/toolAnswer';
import { tagged } from '../../system/pure/text/fenced';
import { dayText } from './commitText';
import { CommittedLines } from './committedLines';
import { type HistoryContext, withHistory } from './withHistory';

const mostLines = 200;

/** Which commits last changed some lines of a file, as the user has it. */
export async function blameLines(context: HistoryContext, written: string, asked: LineRange): Promise<ToolAnswer> {
	return withHistory(context, async history => {
		const files = await findFiles(context, written);
		const [path] = files.paths;
		const lines = path === undefined ? [] : await context.texts.lines(path);
		if (path === undefined || asked.startLine < 1 || asked.startLine > lines.length) {
			const missing = path === undefined ? [] : [`${path} has ${lines.length} lines.`];
			return { ok: false, text: [...fileNotes(files), ...missing].join('\n'), places: [] };
		}
		const last = Math.max(asked.startLine, asked.endLine);
		const range = {
			startLine: asked.startLine,
			endLine: Math.min(lines.length, last, asked.startLine + mostLines - 1),
		};
		const committed = await history.committedText(path, context.signal);
		const known = committed === undefined ? undefined : new CommittedLines(committed, `${lines.join('\n')}\n`);
		const ofCommits = known?.committedRange(range);
		const blamed = ofCommits === undefined ? [] : await history.blame(path, ofCommits, context.signal);
		const byLine = new Map(blamed.map(line => [line.line, line]));
		const shown = Array.from({ length: range.endLine - range.startLine + 1 }, (_, at) => {
			const line = range.startLine + at;
			return { line, text: lines[line - 1] ?? '', blamed: byLine.get(known?.committed(line) ?? -1) };
		});
		const notes = [...fileNotes(files), ...(last > range.endLine ? [`Lines to ${range.endLine} are shown.`] : [])];
		const place = placeOfLines(context.workspace.index, path, range);
		const block = {
			text: [`<file>${path}</file>`, tagged('code', blameText(path, shown))].join('\n'),
			part: { kind: 'text' as const, name: '', place: { file: path, ...range } },
			isContinued: true,
		};
		return { ok: true, ...joinedBlocks([{ text: notes.join('\n') }, block]), places: [place] };
	});
}

interface ShownLine {
	readonly line: number;
	readonly text: string;
	/** Undefined if it is not committed. */
	readonly blamed: BlamedLine | undefined;
}

/** Lines in a row that one commit changed are below its name. */
function blameText(path: string, lines: readonly ShownLine[]): string {
	return lines
		.flatMap(({ line, text, blamed }, at) => {
			const isSame = at > 0 && lines[at - 1]?.blamed?.commit === blamed?.commit;
			return [...(isSame ? [] : [commitLine(path, blamed)]), `${String(line).padStart(6)} ${text}`];
		})
		.join('\n');
}

function commitLine(path: string, blamed: BlamedLine | undefined): string {
	if (blamed === undefined) {
		return '(not committed yet)';
	}
	const from = blamed.path === '' || blamed.path === path ? '' : ` (then ${blamed.path})`;
	return `${blamed.commit.slice(0, 12)} ${dayText(blamed.time)} ${blamed.author}: ${blamed.subject}${from}`;
}
