import { eachMapping, type SourceMapInput, TraceMap } from '@jridgewell/trace-mapping';
import { LineCollector } from './lineCollector';
import type { ExecutedLines } from './testCoverage';
import type { V8Function, V8Range, V8Script, V8SourceMap } from './v8Report';

/**
 * The executed lines of a script, given its text: lines with an executed part. A line that contains a whole function
 * with a name counts if the function was called, not if it was only defined.
 */
export function executedLines(script: V8Script, text: string): ReadonlySet<number> {
	const code = text
		.split('\n')
		.map(line => ({ from: line.length - line.trimStart().length, to: line.trimEnd().length }));
	const starts = startsOf(text.split('\n').map(({ length }) => length));
	const lines = new Set<number>();
	for (const { start, end } of executedRanges(script)) {
		for (let at = lastUpTo(starts, start); at < starts.length && (starts[at] ?? end) < end; at++) {
			const lineStart = starts[at] ?? 0;
			const { from = 0, to = 0 } = code[at] ?? {};
			if (from < to && start < lineStart + to && lineStart + from < end) {
				lines.add(at + 1);
			}
		}
	}
	for (const { start, end } of onlyDefined(script)) {
		const [first, last] = [lastUpTo(starts, start), lastUpTo(starts, end - 1)];
		if (first === last) {
			lines.delete(first + 1);
		}
	}
	return lines;
}

/**
 * The same for a script that was made from other files, by the path of each as its source map has it. Empty for a map that
 * cannot be used: it may be anything.
 */
export function executedOriginals(script: V8Script, { map, lineLengths }: V8SourceMap): ExecutedLines {
	const collector = new LineCollector();
	const places = placesOf(map, startsOf(lineLengths));
	const offsets = places.map(({ offset }) => offset);
	const unused = new Set<string>();
	for (const { start, end } of onlyDefined(script)) {
		const [first, last] = [places[lastUpTo(offsets, start)], places[lastUpTo(offsets, end - 1)]];
		if (first !== undefined && first.source === last?.source && first.line === last.line) {
			unused.add(`${first.source}:${first.line}`);
		}
	}
	for (const { start, end } of executedRanges(script)) {
		const from = lastUpTo(offsets, start);
		for (let at = (offsets[from] ?? -1) < start ? from + 1 : from; at < places.length; at++) {
			const { offset, source, line } = places[at] ?? { offset: end, source: '', line: 0 };
			if (offset >= end) {
				break;
			}
			if (!unused.has(`${source}:${line}`)) {
				collector.add(source, line);
			}
		}
	}
	return collector.reported(true).lines;
}

interface OriginalPlace {
	/** In the script. */
	readonly offset: number;
	readonly source: string;
	readonly line: number;
}

/** All that a source map knows, in the order of the script; nothing of a map that cannot be used. */
export function placesOf(map: object, starts: readonly number[]): readonly OriginalPlace[] {
	const places: OriginalPlace[] = [];
	try {
		eachMapping(new TraceMap(map as SourceMapInput), ({ generatedLine, generatedColumn, source, originalLine }) => {
			const start = starts[generatedLine - 1];
			if (source !== null && start !== undefined) {
				places.push({ offset: start + generatedColumn, source, line: originalLine });
			}
		});
	} catch {
		return [];
	}
	return places.sort((a, b) => a.offset - b.offset);
}

/** Named functions that were never called. */
function onlyDefined({ functions }: V8Script): readonly V8Range[] {
	return functions.flatMap(({ name, ranges: [whole] }: V8Function) =>
		name !== '' && whole !== undefined && whole.count === 0 ? [whole] : [],
	);
}

/** The executed ranges, in order and without overlaps: of nested ranges the innermost counts. */
function executedRanges({ functions }: V8Script): readonly Omit<V8Range, 'count'>[] {
	const ranges = functions.flatMap(each => each.ranges).sort((a, b) => a.start - b.start || b.end - a.end);
	const executed: Omit<V8Range, 'count'>[] = [];
	const around: V8Range[] = [];
	let until = 0;
	const endAt = (end: number) => {
		if (end > until && (around.at(-1)?.count ?? 0) > 0) {
			executed.push({ start: until, end });
		}
		until = Math.max(until, end);
	};
	for (const range of ranges) {
		for (let inner = around.at(-1); inner !== undefined && inner.end <= range.start; inner = around.at(-1)) {
			endAt(inner.end);
			around.pop();
		}
		endAt(range.start);
		around.push(range);
	}
	for (let inner = around.at(-1); inner !== undefined; inner = around.at(-1)) {
		endAt(inner.end);
		around.pop();
	}
	return executed;
}

/** The offset of each line, given the lengths of the lines without their ends. */
export function startsOf(lengths: readonly number[]): readonly number[] {
	let next = 0;
	return lengths.map(length => {
		const start = next;
		next += length + 1;
		return start;
	});
}

/** The position of the last number up to `limit` among ascending ones; 0 if there is none. */
export function lastUpTo(numbers: readonly number[], limit: number): number {
	let [low, high] = [0, numbers.length];
	while (low + 1 < high) {
		const middle = (low + high) >>> 1;
		if ((numbers[middle] ?? 0) <= limit) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}
