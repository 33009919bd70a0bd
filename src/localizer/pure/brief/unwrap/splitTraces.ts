import type { TraceLines } from './traceLines';

/** Separators of the parts of a trace that became one line. */
const separators = [
	/["'`],\s*["'`]/,
	/\s*[|^~¶]\s*/,
	/\s*;\s+/,
	/\s{2,}/,
	/\s+(?=(?:at|from|File|in) \S)/,
	/\s+(?=#\d+ )/,
	/\s*(?:->|→|⏎|↵)\s*/,
];

/** Traces whose lines were joined. */
export function splitTraces(lines: readonly string[], traces: TraceLines): readonly string[] {
	return lines.some(isLong) ? lines.flatMap(line => (isLong(line) ? splitLine(line, traces) : [line])) : lines;
}

/** Two places are named in it. */
function isLong(line: string): boolean {
	return line.length > 60 && (line.match(/:\d|line \d/g)?.length ?? 0) > 1;
}

function splitLine(line: string, traces: TraceLines): readonly string[] {
	const pieces = separators.map(separator => line.split(separator)).find(parts => traces.score(parts) > 1);
	return pieces ?? [line];
}
