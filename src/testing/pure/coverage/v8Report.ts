import { fieldsOf } from '../../../system/pure/fields';
import { cutOff } from './lineCollector';

/** The needed part of the report that Node writes into the folder `NODE_V8_COVERAGE` when a process ends. */
export interface V8Report {
	/** Of a report by test, its id. */
	readonly test?: string;
	readonly scripts: readonly V8Script[];
	/** By the address of a script that was made from other files. */
	readonly maps: ReadonlyMap<string, V8SourceMap>;
	/** Why some may be missing, in words that follow the name of the file. */
	readonly problem?: string;
}

export interface V8Script {
	/** `file:///home/u/a.js`. */
	readonly url: string;
	readonly functions: readonly V8Function[];
}

export interface V8Function {
	/** '' if it has none. */
	readonly name: string;
	/** The first is the function itself. Ranges within it have other counts. */
	readonly ranges: readonly V8Range[];
}

/** Offsets count UTF-16 units from the beginning of the script. */
export interface V8Range {
	readonly start: number;
	readonly end: number;
	readonly count: number;
}

/** A source map, and the lengths of the lines of the text it describes, which is on no disk. */
export interface V8SourceMap {
	readonly map: object;
	readonly lineLengths: readonly number[];
}

/**
 * Parts in another form are left out; text that is not JSON counts as cut off. The form is defined by the Chrome
 * DevTools protocol, `Profiler.ScriptCoverage`.
 */
export function readV8Report(text: string): V8Report {
	const given = parsed(text);
	if (given === undefined) {
		return { scripts: [], maps: new Map(), problem: cutOff };
	}
	const report = fieldsOf(given);
	const scripts = list(report.result).flatMap(each => {
		const { url, functions } = fieldsOf(each);
		return typeof url === 'string' ? [{ url, functions: list(functions).map(functionOf) }] : [];
	});
	const maps = Object.entries(fieldsOf(report['source-map-cache'])).flatMap(([url, each]) => {
		const { data, lineLengths } = fieldsOf(each);
		return typeof data === 'object' && data !== null
			? [[url, { map: data, lineLengths: list(lineLengths).map(Number) }] as const]
			: [];
	});
	const { test } = report;
	return { ...(typeof test === 'string' && { test }), scripts, maps: new Map(maps) };
}

function functionOf(given: unknown): V8Function {
	const { functionName, ranges } = fieldsOf(given);
	return { name: typeof functionName === 'string' ? functionName : '', ranges: list(ranges).flatMap(rangeOf) };
}

function rangeOf(given: unknown): V8Range[] {
	const { startOffset, endOffset, count } = fieldsOf(given);
	const range = { start: Number(startOffset), end: Number(endOffset), count: Number(count) };
	return range.start >= 0 && range.end > range.start && range.count >= 0 ? [range] : [];
}

function parsed(text: string): unknown {
	try {
		return text === '' ? {} : JSON.parse(text);
	} catch {
		return undefined;
	}
}

function list(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
