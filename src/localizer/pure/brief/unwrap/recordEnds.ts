import type { TraceLines } from './traceLines';

/**
 * `length` of a head, and of the `starts` behind one that are tried on a line; the length of a `line`; the lines of
 * `source` that may be printed between an error and its first frame.
 */
const limits = { length: 240, starts: 28, line: 960, source: 5 };
/** The end of an element, of a cell. */
const tails = /(?:\]\]>)?(?:<\/[\w:.-]{1,40}>)+$|\]\]>$|\[\/\w{1,20}\]$|\s[|│║]$/;

/** Quotes that are not escaped, without apostrophes; and the last one with the brackets that a list ends with. */
const quotes = [
	{ sign: /(?<!\\)"/g, end: /"[,)\]}]*$/ },
	{ sign: /(?<![\\\p{L}\p{N}])'|(?<!\\)'(?![\p{L}\p{N}])/gu, end: /'[,)\]}]*$/ },
];

/**
 * Removes the text that is before the first error of a trace on its line alone: a field of a record, a tag, a
 * variable. The error follows a sign, and a frame follows the error.
 */
export function withoutHeads(lines: readonly string[], traces: TraceLines): readonly string[] {
	return lines.map((line, at) => {
		const isFrame = (row: number) => traces.namesPlace(lines, row);
		const near = Array.from({ length: limits.source }, (_, away) => away + 1);
		const isAbove = near.some(away => isFrame(at + away)) && !near.some(away => isFrame(at - away));
		if (!isAbove || isFrame(at) || line.length > limits.line) {
			return line;
		}
		const starts = [
			...line.slice(0, limits.length).matchAll(/(?:["'=:,|>[\]()]\s*|(?<!\s)(?:\s{2,}|\t))(?=[\p{L}\\/])/gu),
		].slice(0, limits.starts);
		const rests = starts
			.map(({ index, 0: sign }) => line.slice(index + sign.length))
			.filter(rest => rest.includes(' '));
		const isError = traces.isError(line);
		return rests.find(rest => traces.isFrame(rest)) ?? rests.find(rest => !isError && traces.isError(rest)) ?? line;
	});
}

/** Removes the end of the field of a record behind an error or a frame: a tag, the side of a cell, a lone quote. */
export function withoutTails(lines: readonly string[], traces: TraceLines): readonly string[] {
	return lines.map((line, at) => {
		const text = withoutTail(line);
		const above = lines[at - 1];
		const isRead = traces.isError(text) || (traces.isFrame(text, above) && !traces.isFrame(line, above));
		return text !== line && isRead ? text : line;
	});
}

/** A line without the end of the field that it is the last one of. */
export function withoutTail(line: string): string {
	return quotes.reduce(
		(text, { sign, end }) => ((text.match(sign)?.length ?? 0) % 2 === 1 ? text.replace(end, '') : text),
		line.replace(tails, ''),
	);
}
