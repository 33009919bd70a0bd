import { decodedMarkup } from './decodedMarkup';
import { decodedRecords } from './decodedRecords';
import { decodedStrings, plainBlanks, plainQuotes, unescapedSigns } from './decodedStrings';
import { joinedLines, joinedMarks, splitTraces } from './lineBreaks';
import {
	withoutBoxes,
	withoutCounters,
	withoutDoubledBreaks,
	withoutIndentation,
	withoutQuoteMarks,
	withoutRightSide,
} from './margins';
import { withoutHeads, withoutTails } from './recordEnds';
import type { TraceLines } from './traceLines';
import { innermostWhereItBelongs } from './traceOrder';
import { withoutPrefixes } from './withoutPrefixes';

/** A way to take off something that was put around a trace; it returns the lines as they are if there is nothing of it. */
type Unwrapping = (lines: readonly string[], traces: TraceLines) => readonly string[];

const unwrappings: readonly Unwrapping[] = [
	decodedMarkup,
	plainQuotes,
	decodedRecords,
	decodedStrings,
	unescapedSigns,
	plainBlanks,
	joinedMarks,
	withoutDoubledBreaks,
	(lines, traces) => joinedLines(withoutBoxes(lines), traces),
	(lines, traces) => joinedLines(withoutQuoteMarks(lines), traces),
	withoutPrefixes,
	// A log may be quoted in a mail.
	withoutPrefixes,
	unescapedSigns,
	withoutIndentation,
	splitTraces,
];

/** Each checks by itself that it leaves frames and errors as they are, or makes a line one. */
const before: readonly Unwrapping[] = [withoutCounters, withoutRightSide];
const after: readonly Unwrapping[] = [joinedLines, withoutHeads, withoutTails, innermostWhereItBelongs];

/**
 * A text without the things that logs, services, mails and pages put around the stack traces in it: the prefix that
 * its lines share, strings of JSON, quotes, boxes, markup, line breaks, reversed order. No tool is known by name: a
 * wrapping is one if more frames can be read without it; a text without any is returned as it is. Takes time in
 * proportion to the text.
 */
export function unwrapText(text: string, traces: TraceLines): string {
	const given = text.split('\n').map(line => line.trimEnd());
	const apply = (all: readonly Unwrapping[], to: readonly string[]) =>
		all.reduce((found, each) => each(found, traces), to);
	let lines = apply(before, given);
	let score = traces.score(lines);
	for (const unwrap of unwrappings) {
		const unwrapped = unwrap(lines, traces);
		const found = unwrapped === lines ? score : traces.score(unwrapped);
		if (found > score) {
			[lines, score] = [unwrapped, found];
		}
	}
	const unwrapped = apply(after, lines).join('\n');
	return unwrapped === given.join('\n') ? text : unwrapped;
}
