import type { TraceLines } from './traceLines';

/** Lines without the blanks that all lines of a block begin with: code of a page, the body of a log's record. */
export function withoutIndentation(lines: readonly string[], traces: TraceLines): readonly string[] {
	return blocksOf(lines).flatMap(block => {
		const nBlanks = Math.min(...block.filter(line => line !== '').map(line => line.length - line.trimStart().length));
		const without = nBlanks > 0 && Number.isFinite(nBlanks) ? block.map(line => line.slice(nBlanks)) : block;
		return without !== block && traces.score(without) > traces.score(block) ? without : block;
	});
}

/** Runs of lines that are all indented or all not; blank ones belong to the lines before. */
function blocksOf(lines: readonly string[]): string[][] {
	const blocks: string[][] = [];
	let isIndented: boolean | undefined;
	for (const line of lines) {
		const isNext = line === '' ? (isIndented ?? false) : /^\s/.test(line);
		if (isNext !== isIndented) {
			blocks.push([]);
		}
		blocks.at(-1)?.push(line);
		isIndented = isNext;
	}
	return blocks;
}

/** Shorter runs of lines are no box. */
const leastRun = 3;
/** Of the written lines, those with a blank one below, where all breaks were doubled. */
const doubledShare = 0.8;

/** Lines without the right side of a box or of a cell: a sign at the end of lines that are equally long. */
export function withoutRightSide(lines: readonly string[], traces: TraceLines): readonly string[] {
	return cutRuns(lines, endOf, run => {
		const cut = run.map(line => line.slice(0, -1).trimEnd());
		return traces.score(cut) > 0 ? cut : run;
	});
}

/** Lines without both sides of a box that is drawn around them. */
export function withoutBoxes(lines: readonly string[]): readonly string[] {
	return cutRuns(lines, sideOf, run => run.map(line => line.trim().slice(2, -1).trimEnd()));
}

/** Lines without the marks of a quotation in a mail. */
export function withoutQuoteMarks(lines: readonly string[]): readonly string[] {
	const marks = /^ ?(?:> ?)+/;
	const keyOf = (line: string) => (marks.test(line) ? '>' : undefined);
	return cutRuns(lines, keyOf, run => run.map(line => line.replace(marks, '')));
}

/** Lines without the blank ones that something put between all of them. */
export function withoutDoubledBreaks(lines: readonly string[]): readonly string[] {
	const isDoubled = (at: number) => lines[at]?.trim() === '' && lines[at - 1]?.trim() !== '';
	const nWritten = lines.filter(line => line.trim() !== '').length;
	return lines.filter((_, at) => isDoubled(at)).length >= nWritten * doubledShare
		? lines.filter((_, at) => !isDoubled(at))
		: lines;
}

function endOf(line: string): string | undefined {
	const sign = /[|│┃║*#+\\]$/.exec(line)?.[0];
	// A line that continues in a shell ends where it ends.
	return sign === undefined ? undefined : sign === '\\' ? sign : `${sign} ${line.length}`;
}

function sideOf(line: string): string | undefined {
	return /^\s*([│┃║]) .*\1$/u.exec(line)?.[1];
}

/** Cuts runs of lines that have equal keys. */
function cutRuns(
	lines: readonly string[],
	keyOf: (line: string) => string | undefined,
	cut: (run: readonly string[]) => readonly string[],
): readonly string[] {
	const keys = lines.map(keyOf);
	let start = 0;
	return lines.flatMap((_, at) => {
		if (keys[at + 1] === keys[at] && at + 1 < lines.length) {
			return [];
		}
		const run = lines.slice(start, at + 1);
		start = at + 1;
		return keys[at] !== undefined && run.length >= leastRun ? cut(run) : run;
	});
}

/** Lines of a trace without the numbers of lines that a page has on lines of their own. */
export function withoutCounters(lines: readonly string[], traces: TraceLines): readonly string[] {
	const counters = lines.flatMap((line, at) => (/^\s*\d{1,5}$/.test(line) ? [{ at, number: Number(line) }] : []));
	const isNext = (idx: number) => counters[idx]?.number === (counters[idx - 1]?.number ?? Number.NaN) + 1;
	const counting = counters.filter((_, idx) =>
		isNext(idx) ? isNext(idx - 1) || isNext(idx + 1) : isNext(idx + 1) && isNext(idx + 2),
	);
	const rows = new Set(counting.map(({ at }) => at));
	const counted = lines.slice(counting[0]?.at, counting.at(-1)?.at);
	return rows.size === 0 || traces.score(counted) === 0 ? lines : lines.filter((_, at) => !rows.has(at));
}
