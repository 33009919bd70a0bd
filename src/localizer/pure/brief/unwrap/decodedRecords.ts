import type { TraceLines } from './traceLines';

/** Fewer records in a row are read as strings. */
const leastRecords = 3;

/** Lines of a log that are objects in JSON, each with one line of a trace: the lines in the field with most of it. */
export function decodedRecords(lines: readonly string[], traces: TraceLines): readonly string[] {
	const records = lines.map(recordIn);
	let start = 0;
	return lines.flatMap((_, at) => {
		const isEnd = at === lines.length - 1 || (records[at + 1] === undefined) !== (records[at] === undefined);
		if (!isEnd) {
			return [];
		}
		const [own, run] = [lines.slice(start, at + 1), records.slice(start, at + 1).filter(each => each !== undefined)];
		start = at + 1;
		return run.length < leastRecords ? own : fieldOf(run, own, traces);
	});
}

/** The fields of an object that are texts. */
function recordIn(line: string): ReadonlyMap<string, string> | undefined {
	if (!/^\s*\{.*\},?$/.test(line)) {
		return undefined;
	}
	try {
		const fields = Object.entries(JSON.parse(line.replace(/,$/, '')) as object);
		return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
	} catch {
		// The line only looks like an object.
		return undefined;
	}
}

function fieldOf(
	records: readonly ReadonlyMap<string, string>[],
	lines: readonly string[],
	traces: TraceLines,
): readonly string[] {
	const names = new Set(records.flatMap(record => [...record.keys()]));
	let best = { lines, score: traces.score(lines) };
	for (const name of names) {
		const texts = records.flatMap(record => record.get(name)?.replace(/\n$/, '').split('\n') ?? []);
		const score = traces.score(texts);
		best = score > best.score ? { lines: texts, score } : best;
	}
	return best.lines;
}
