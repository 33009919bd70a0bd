import type { TraceLines } from './traceLines';

/** Separators of the parts of a trace that became one line. */
const separators = [
	/["'`], ?["'`]/,
	/[|^~¶]/,
	/;(?=\s)/,
	/\s{2,}/,
	/ (?=(?:at|from|File|in) \S)/,
	/ (?=#\d{1,4} )/,
	/->|→|⏎|↵/,
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
	const pieces = separators
		.map(separator => line.split(separator).map(part => part.trimEnd()))
		.find(parts => traces.score(parts) > 1);
	return pieces ?? [line];
}

/** A frame is not broken into more lines. */
const mostPieces = 3;
/** Shorter lines are not broken by a program. */
const leastWidth = 8;

/**
 * Joins the lines that a mailer or a chat broke: two that are a frame together only, and in a text with such lines all
 * others that end because the next word did not fit.
 */
export function joinedLines(lines: readonly string[], traces: TraceLines): readonly string[] {
	const joined: string[] = [];
	let width = 0;
	for (let at = 0; at < lines.length; at++) {
		const frame = frameFrom(lines, at, traces);
		if (frame !== undefined) {
			width = Math.max(width, ...lines.slice(at, at + frame.nLines).map(({ length }) => length));
			at += frame.nLines - 1;
		}
		joined.push(frame?.text ?? lines[at] ?? '');
	}
	return width === 0 ? lines : withWholeErrors(joined, width, traces);
}

function frameFrom(
	lines: readonly string[],
	at: number,
	traces: TraceLines,
): { readonly text: string; readonly nLines: number } | undefined {
	let text = lines[at] ?? '';
	if (text.trim() === '' || traces.isFrame(text, lines[at - 1])) {
		return undefined;
	}
	for (let nLines = 2; nLines <= mostPieces; nLines++) {
		const next = lines[at + nLines - 1]?.trim() ?? '';
		if (next === '' || traces.isFrame(lines[at + nLines - 1] ?? '', lines[at + nLines - 2])) {
			return undefined;
		}
		const found = [`${text.trimEnd()} ${next}`, text.trimEnd() + next].find(each =>
			traces.isFrame(each, lines[at - 1]),
		);
		if (found !== undefined) {
			return text.length < leastWidth ? undefined : { text: found, nLines };
		}
		text = `${text.trimEnd()} ${next}`;
	}
	return undefined;
}

/** An error whose next word did not fit into the width continues on the next line. */
function withWholeErrors(lines: readonly string[], width: number, traces: TraceLines): string[] {
	const whole: string[] = [];
	for (const [at, line] of lines.entries()) {
		const before = whole.at(-1) ?? '';
		const [word = ''] = line.trim().split(' ');
		const isBroken = before.length > leastWidth && before.length <= width && before.length + 1 + word.length > width;
		if (isBroken && traces.isError(before) && word !== '' && !traces.isFrame(line, lines[at - 1])) {
			whole[whole.length - 1] = `${before.trimEnd()} ${line.trim()}`;
		} else {
			whole.push(line);
		}
	}
	return whole;
}
