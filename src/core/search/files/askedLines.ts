import { type ExcerptLimit, mergeRanges } from '../../index/excerpt';
import { isCallable, isClassLike, type LineRange, qualifiedName } from '../../model/symbol';
import type { ToolAnswer } from '../../model/toolAnswer';
import { answerText } from '../answerText';
import type { FileMatch } from '../fileQuery';
import { placeOfLines, placeOfSymbol } from '../foundPlace';
import { fileNotes } from '../names/nameNotes';
import type { SearchContext } from '../searchContext';
import { type SearchResult, testRemark } from '../searchResult';

/** Lines that are asked for by their number; the first result shows them. */
export interface AskedLines {
	/** A file must have this line. 1-based. */
	readonly line: number;
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
	const reaching = texts.filter(({ lines }) => asked.line >= 1 && asked.line <= lines.length);
	if (reaching.length === 0) {
		const short = texts.map(
			({ file, lines }) =>
				context.texts.problem(file) ?? `${file} has ${lines.length} lines: there is no line ${asked.line}.`,
		);
		return { ok: false, text: [...notes, ...short.slice(0, 5)].join('\n'), places: [] };
	}
	const results = reaching.map(({ file, lines }) => linesResult(context, file, { lines, asked }));
	const text = await answerText(context, { headline: '', notes, results, ...(asked.limit && { limit: asked.limit }) });
	return { ok: true, text: text.trimStart(), places: results.flatMap(result => result.places) };
}

interface FileLines {
	readonly lines: readonly string[];
	readonly asked: AskedLines;
}

function linesResult(context: SearchContext, file: string, { lines, asked }: FileLines): SearchResult {
	const { index } = context.workspace;
	const line = { startLine: asked.line, endLine: asked.line };
	const names = placeOfLines(index, file, line);
	const around = index.enclosing(file, asked.line).filter(symbol => isCallable(symbol) || isClassLike(symbol));
	const inner = around.at(-1);
	return {
		file,
		...(names.class === undefined ? {} : { class: names.class }),
		...(names.method === undefined ? {} : { method: names.method }),
		qualified: inner === undefined ? '' : qualifiedName(inner),
		line: asked.line,
		signature: line,
		shown: () => ({ ranges: mergeRanges([asked.range(lines)], lines.length) }),
		remarks: testRemark(context, file),
		places: around.length === 0 ? [names] : around.reverse().map(symbol => placeOfSymbol(index, symbol)),
	};
}
