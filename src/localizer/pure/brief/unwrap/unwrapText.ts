import { decodedMarkup } from './decodedMarkup';
import { decodedStrings } from './decodedStrings';
import { joinedLines, splitTraces } from './lineBreaks';
import type { TraceLines } from './traceLines';
import { innermostWhereItBelongs } from './traceOrder';
import { withoutHeads, withoutPrefixes } from './withoutPrefixes';

/** A way to take off something that was put around a trace; it returns the lines as they are if there is nothing of it. */
type Unwrapping = (lines: readonly string[], traces: TraceLines) => readonly string[];

const unwrappings: readonly Unwrapping[] = [
	decodedMarkup,
	decodedStrings,
	withoutPrefixes,
	// A log may be quoted in a mail.
	withoutPrefixes,
	splitTraces,
	joinedLines,
	withoutHeads,
];

/**
 * A text without the things that logs, services, mails and pages put around the stack traces in it: the prefix that
 * its lines share, strings of JSON, quotes, boxes, markup, line breaks, reversed order. No tool is known by name: a
 * wrapping is one if more frames can be read without it; a text without any is returned as it is. Takes time in
 * proportion to the text.
 */
export function unwrapText(text: string, traces: TraceLines): string {
	const given = text.split('\n').map(line => line.trimEnd());
	let lines: readonly string[] = given;
	let score = traces.score(lines);
	for (const unwrap of unwrappings) {
		const unwrapped = unwrap(lines, traces);
		const found = unwrapped === lines ? score : traces.score(unwrapped);
		if (found > score) {
			[lines, score] = [unwrapped, found];
		}
	}
	const unwrapped = innermostWhereItBelongs(lines, traces).join('\n');
	return unwrapped === given.join('\n') ? text : unwrapped;
}
