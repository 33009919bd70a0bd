import { isCallable, isClassLike, type LineRange, qualifiedName } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { type ExcerptLimit, mergeRanges } from '../../index/excerpt';
import { answerText } from '../answerText';
import type { FileMatch } from '../fileQuery';
import { placeOfLines, placeOfSymbol } from '../foundPlace';
import { fileNotes } from '../names/nameNotes';
import type { SearchContext } from '../searchContext';
import { type SearchResult, testRemark } from '../searchResult';

/** Lines that are asked for by their number; the first result shows them. */
export interface AskedLines {
	/** A file must have the first of these lines. The definitions around and in them are named. */
	readonly named: LineRange;
	/** The lines to show, which may reach beyond the file. */
	readonly range: (lines: readonly string[]) => LineRange;
	/** One sentence each. */
	readonly notes: readonly string[];
	readonly limit?: ExcerptLimit;
}

/** Answers with lines of the files, or with how many lines these have. */
export async function answerLines(context: SearchContext, files: FileMatch, asked: AskedLines): Promise<ToolAnswer> {
	const notes = [...fileNotes(files), ...asked.notes];
	const texts = await Promise.all(files.paths.map(async file => ({ file, lines: await context.texts.lines(file) })));
	const reaching = texts.filter(({ lines }) => asked.named.startLine >= 1 && asked.named.startLine <= lines.length);
	if (reaching.length === 0) {
		const short = texts.map(
			({ file, lines }) =>
				context.texts.problem(file) ?? `${file} has ${lines.length} lines: there is no line ${asked.named.startLine}.`,
		);
		return { ok: false, text: [...notes, ...short.slice(0, 5)].join('\n'), places: [] };
	}
	const results = reaching.map(({ file, lines }) => linesResult(context, file, { lines, asked }));
	const shown = await answerText(context, { headline: '', notes, results, ...(asked.limit && { limit: asked.limit }) });
	return { ok: true, ...shown, places: results.flatMap(result => result.places) };
}

interface FileLines {
	readonly lines: readonly string[];
	readonly asked: AskedLines;
}

function linesResult(context: SearchContext, file: string, { lines, asked }: FileLines): SearchResult {
	const { index } = context.workspace;
	const { startLine } = asked.named;
	const line = { startLine, endLine: startLine };
	const endLine = Math.min(asked.named.endLine, lines.length);
	const names = placeOfLines(index, file, { startLine, endLine });
	const touched = (index.file(file)?.symbols ?? [])
		.filter(symbol => isCallable(symbol) || isClassLike(symbol))
		.filter(symbol => symbol.startLine <= endLine && symbol.endLine >= startLine)
		.sort((a, b) => b.startLine - a.startLine || a.endLine - b.endLine);
	const inner = touched.find(symbol => symbol.startLine <= startLine);
	return {
		file,
		...(names.class === undefined ? {} : { class: names.class }),
		...(names.method === undefined ? {} : { method: names.method }),
		qualified: inner === undefined ? '' : qualifiedName(inner),
		isRange: true,
		line: startLine,
		signature: line,
		shown: () => ({ ranges: mergeRanges([asked.range(lines)], lines.length) }),
		remarks: testRemark(context, file),
		places: touched.length === 0 ? [names] : touched.map(symbol => placeOfSymbol(index, symbol)),
	};
}
