import type { CallEnd, CallTrace, Raised, TracedCall, TracedLine, Values } from './callTrace';

/** A call while it is read. */
interface OpenCall extends Omit<TracedCall, 'lines' | 'end' | 'raised'> {
	lines: TracedLine[];
	end?: CallEnd;
	raised?: Raised;
}

interface OpenTrace {
	readonly test: string;
	readonly calls: OpenCall[];
	cut?: string;
}

interface TracedFunction {
	readonly file: string;
	readonly line: number;
	readonly name: string;
}

/**
 * Reads the output of a recorder of calls, in the format that `syntaxes/python/callTracer.py` describes: the traces of its tests, in
 * their order. `start`: the project's folder as the beginning of workspace paths. Lines in another form are left out.
 */
export function readTrace(text: string, start: string): readonly CallTrace[] {
	const traces: OpenTrace[] = [];
	const functions = new Map<unknown, TracedFunction>();
	let calls = new Map<unknown, OpenCall>();
	let order = 0;
	const current = (): OpenTrace => {
		const last = traces.at(-1) ?? { test: '', calls: [] };
		if (traces.length === 0) {
			traces.push(last);
		}
		return last;
	};
	for (const line of text.split('\n')) {
		const [kind, id, ...rest] = listIn(line);
		const call = calls.get(id);
		if (kind === 'test' && typeof id === 'string') {
			traces.push({ test: id, calls: [] });
			calls = new Map();
		} else if (kind === 'function') {
			const [file, at, name] = rest;
			functions.set(id, { file: start + textOf(file), line: numberOf(at), name: textOf(name) });
		} else if (kind === 'call') {
			const [parent, number, calledAt, args] = rest;
			const made = functions.get(number);
			if (made !== undefined && typeof id === 'number') {
				const from = { id, parent: numberOf(parent), calledAt: numberOf(calledAt) };
				const opened: OpenCall = { ...from, ...made, args: valuesOf(args), lines: [] };
				calls.set(id, opened);
				current().calls.push(opened);
			}
		} else if (kind === 'line' && call !== undefined) {
			call.lines.push({ line: numberOf(rest[0]), changed: valuesOf(rest[1]) });
		} else if (kind === 'raised' && call !== undefined) {
			const [at, type, message, values] = rest;
			call.raised = { line: numberOf(at), type: textOf(type), text: textOf(message), values: valuesOf(values) };
		} else if (kind === 'end' && call !== undefined) {
			const [at, result, changed] = rest;
			const end = { order: order++, line: numberOf(at), changed: valuesOf(changed) };
			call.end = typeof result === 'string' ? { ...end, result } : end;
		} else if (kind === 'cut') {
			current().cut = textOf(id);
		}
	}
	return traces;
}

function listIn(line: string): readonly unknown[] {
	try {
		const value: unknown = line === '' ? [] : JSON.parse(line);
		return Array.isArray(value) ? value : [];
	} catch {
		return [];
	}
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number {
	return typeof value === 'number' ? value : 0;
}

function valuesOf(value: unknown): Values {
	const entries = Object.entries(Object(value));
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
