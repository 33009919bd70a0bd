import { mergeRanges } from '../index/excerpt';
import { type CodeSymbol, isCallable, isClassLike, type LineRange, qualifiedName } from '../model/symbol';
import type { ToolAnswer } from '../model/toolAnswer';
import { answerText } from '../search/answerText';
import { findFiles } from '../search/fileQuery';
import { placeOfLines, placeOfSymbol } from '../search/foundPlace';
import { fileNotes } from '../search/names/nameNotes';
import { type SearchContext, searchContext } from '../search/searchContext';
import { type SearchResult, testRemark } from '../search/searchResult';
import description from './getCodeAroundLineTool.md';
import type { Tool } from './tool';
import { numberArgument, textArgument } from './toolArguments';

/** Twice this and one line fit a single result, unless the lines are long. */
const windowLimit = 120;
const windowCharacters = 10_000;

interface CodeWindow {
	readonly fileName: string;
	/** 1-based. */
	readonly lineNumber: number;
	/** Lines shown before it, and as many after it. */
	readonly windowSize: number;
}

export const getCodeAroundLineTool: Tool = {
	name: 'get_code_around_line',
	description,
	parameters: [
		{ name: 'file_name', type: 'string' },
		{ name: 'line_number', type: 'integer' },
		{ name: 'window_size', type: 'integer', default: 10 },
	],
	changes: false,
	run(args, { workspace, signal }) {
		return getCodeAroundLine(searchContext(workspace, signal), {
			fileName: textArgument(args, 'file_name'),
			lineNumber: numberArgument(args, 'line_number'),
			windowSize: numberArgument(args, 'window_size'),
		});
	},
};

/** Answers with the lines around one line, the line itself included, cut at the file's ends. */
async function getCodeAroundLine(context: SearchContext, window: CodeWindow): Promise<ToolAnswer> {
	const files = await findFiles(context, window.fileName);
	const notes = [
		...fileNotes(files),
		...(window.windowSize > windowLimit ? [`At most ${windowLimit} lines each way.`] : []),
	];
	const lengths = await Promise.all(files.paths.map(async path => (await context.texts.lines(path)).length));
	const reaching = files.paths.filter((_, at) => window.lineNumber >= 1 && window.lineNumber <= (lengths[at] ?? 0));
	if (reaching.length === 0) {
		const short = files.paths.map(
			(path, at) =>
				context.texts.problem(path) ?? `${path} has ${lengths[at] ?? 0} lines: there is no line ${window.lineNumber}.`,
		);
		return { ok: false, text: [...notes, ...short.slice(0, 5)].join('\n'), places: [] };
	}
	const results = reaching.map(path => windowResult(context, path, window));
	const text = await answerText(context, { headline: '', notes, results });
	return { ok: true, text: text.trimStart(), places: results.flatMap(result => result.places) };
}

function windowResult(context: SearchContext, file: string, { lineNumber, windowSize }: CodeWindow): SearchResult {
	const { index } = context.workspace;
	const around = index.enclosing(file, lineNumber).filter(symbol => isCallable(symbol) || isClassLike(symbol));
	const inner: CodeSymbol | undefined = around.at(-1);
	const line = { startLine: lineNumber, endLine: lineNumber };
	const names = placeOfLines(index, file, line);
	return {
		file,
		...(names.class === undefined ? {} : { class: names.class }),
		...(names.method === undefined ? {} : { method: names.method }),
		qualified: inner === undefined ? '' : qualifiedName(inner),
		line: lineNumber,
		signature: line,
		shown: lines => ({ ranges: mergeRanges([windowOf(lines, lineNumber, windowSize)], lines.length) }),
		remarks: testRemark(context, file),
		places: around.length === 0 ? [names] : around.reverse().map(symbol => placeOfSymbol(index, symbol)),
	};
}

/** The lines around one, fewer where they are so long that the one itself might be cut off. */
function windowOf(lines: readonly string[], lineNumber: number, windowSize: number): LineRange {
	let size = Math.max(0, Math.min(windowLimit, windowSize));
	while (
		size > 0 &&
		lines.slice(Math.max(0, lineNumber - size - 1), lineNumber + size).join('\n').length > windowCharacters
	) {
		size--;
	}
	return { startLine: lineNumber - size, endLine: lineNumber + size };
}
