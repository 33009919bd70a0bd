import { prefixEnds, prefixPattern } from './prefixPattern';
import { aroundOf, type TraceLines } from './traceLines';

/**
 * `length` of a prefix, and of the `ends` that are tried on a line; the `lines` that are searched; the lines of others in
 * the `gap` between two of a block; the lines on each side of a frame that its trace is read in, `near` it.
 */
const limits = { length: 240, ends: 28, lines: 3000, gap: 4, near: 12 };
/** Signs that close a line on its other side. */
const closing = '|│┃║*#"\'`';

/**
 * Removes the prefix that the lines of a trace share: the time, host, process and level of a log, the mark of a
 * quotation, the bar of a box. Numbers in a prefix may differ. It is found as the text before a frame.
 */
export function withoutPrefixes(lines: readonly string[], traces: TraceLines): readonly string[] {
	let cut: readonly string[] = lines;
	// Its reader needs the times and the tasks.
	const isKernelLog = lines.some(line => traces.isKernelFrame(line));
	for (let [at, nSearched] = [0, 0]; at < cut.length && nSearched < limits.lines; at++) {
		const line = cut[at] ?? '';
		if (/\d/.test(line) && !(isKernelLog && traces.isOfKernel(line))) {
			nSearched++;
			const isFrame = traces.isFrame(line, cut[at - 1]);
			const prefix = isFrame ? sharedPrefix(cut, at, traces) : prefixOf(cut, at, traces);
			const without = prefix === undefined ? cut : withoutPrefix(cut, at, prefix);
			cut = isFrame && !readsMore(without, cut, at, traces) ? cut : without;
		}
	}
	return cut;
}

/** Whether more of the trace around a line can be read without its prefix: its error as well. */
function readsMore(without: readonly string[], lines: readonly string[], at: number, traces: TraceLines): boolean {
	const near = (all: readonly string[]) => all.slice(Math.max(0, at - limits.near), at + limits.near);
	return without !== lines && traces.score(near(without)) > traces.score(near(lines));
}

/** The longest text before blanks that a frame, which can be read with it, shares with a line near it. */
function sharedPrefix(lines: readonly string[], at: number, traces: TraceLines): RegExp | undefined {
	const line = lines[at] ?? '';
	const around = aroundOf(lines, at);
	const prefixes = [...line.slice(0, limits.length).matchAll(/(?<![ \t])[ \t]+(?=\S)/g)]
		.slice(0, limits.ends)
		.map(({ index, 0: blanks }) => line.slice(0, index + blanks.length))
		.filter(prefix => /[\d|>\]:)}]/.test(prefix));
	const patterns = prefixes.map(prefixPattern).filter(pattern => around.some(other => pattern.test(other)));
	return patterns.findLast(pattern => traces.isFrame(line.replace(pattern, '').trimStart()));
}

/**
 * The text before a frame on a line that lines near it begin with as well: the shortest before a frame in a known
 * format, else the one that leaves least around a place and a name.
 */
function prefixOf(lines: readonly string[], at: number, traces: TraceLines): RegExp | undefined {
	const line = lines[at] ?? '';
	const around = aroundOf(lines, at);
	let best: { readonly pattern: RegExp | undefined; readonly excess: number } = {
		pattern: undefined,
		excess: traces.excessOf(line, around) ?? Number.POSITIVE_INFINITY,
	};
	for (const { index, 0: end } of [...line.slice(0, limits.length).matchAll(prefixEnds)].slice(0, limits.ends)) {
		const prefix = line.slice(0, index + end.length);
		const pattern = prefixPattern(prefix);
		const others = around.flatMap(other => (pattern.test(other) ? other.replace(pattern, '') : []));
		if (prefix.trim() !== '' && others.length > 0) {
			const rest = withoutClosing(line.replace(pattern, ''), prefix);
			const above = withoutClosing((lines[at - 1] ?? '').replace(pattern, ''), prefix).trimStart();
			if (traces.isFrame(rest, above)) {
				return withSigns(pattern, rest, others);
			}
			const excess = traces.excessOf(rest, others) ?? Number.POSITIVE_INFINITY;
			best = excess < best.excess ? { pattern, excess } : best;
		}
	}
	return best.pattern;
}

/** A prefix with the signs behind it that all have. */
function withSigns(prefix: RegExp, rest: string, others: readonly string[]): RegExp {
	const signs = /^[ \t]*[|│┃>\])}]+/;
	const isShared = [rest, ...others].every(text => signs.test(text));
	return isShared ? new RegExp(`${prefix.source}${signs.source.slice(1)}`) : prefix;
}

/** The lines of the block around one without the prefix, the blanks that all have behind it, and the other side of a box. */
function withoutPrefix(lines: readonly string[], at: number, prefix: RegExp): string[] {
	const [start, end] = [edge(lines, at, prefix, -1), edge(lines, at, prefix, 1)];
	const block = lines.slice(start, end + 1);
	const own = block.filter(line => prefix.test(line));
	// The last line of a comment is only its end.
	const rests = own.map(line => line.replace(prefix, '')).filter(rest => rest.trim().length > 1);
	const nBlanks = Math.min(...rests.map(rest => rest.length - rest.trimStart().length));
	const written = prefix.exec(lines[at] ?? '')?.[0] ?? '';
	const isClosed = own.filter(line => withoutClosing(line, written) !== line).length * 2 > own.length;
	const cut = block.map(line => {
		const rest = prefix.test(line) ? line.replace(prefix, '').slice(nBlanks) : withoutBorder(line);
		return isClosed ? withoutClosing(rest, written) : rest;
	});
	return [...lines.slice(0, start), ...cut, ...lines.slice(end + 1)];
}

/** The last line in a direction that has the prefix, with few others between, or the side of a box beyond it. */
function edge(lines: readonly string[], from: number, prefix: RegExp, step: 1 | -1): number {
	let last = from;
	for (let at = from; at >= 0 && at < lines.length && Math.abs(at - last) <= limits.gap; at += step) {
		last = prefix.test(lines[at] ?? '') ? at : last;
	}
	const beyond = lines[last + step];
	return beyond !== undefined && withoutBorder(beyond) !== beyond ? last + step : last;
}

/** A line without the right side of a box, or the end of a quotation, that begins in the prefix. */
function withoutClosing(line: string, prefix: string): string {
	const end = line.endsWith(',') ? line.length - 1 : line.length;
	const sign = line[end - 1] ?? ' ';
	if (!closing.includes(sign) || !prefix.includes(sign)) {
		return line;
	}
	const text = line.slice(0, end - 1).trimEnd();
	return sign === '"' && text.includes('\\') ? text.replaceAll(/\\(.)/g, (_, one) => (one === 't' ? '\t' : one)) : text;
}

/** The text in the upper or lower side of a box; any other line is as it is. */
function withoutBorder(line: string): string {
	return line.length <= limits.length && /^\s*[╭╰┌└┏┗╔╚+][─━═-]{2,}.*[╮╯┐┘┓┛╗╝+]$/.test(line)
		? line.replaceAll(/[╭╰┌└┏┗╔╚╮╯┐┘┓┛╗╝─━═]+|^\s*\+|\+$|-{2,}/g, '').trim()
		: line;
}
