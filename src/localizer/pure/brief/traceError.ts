import type { FrameFormat, TraceFormats } from '../../../testing/pure/traces/traceFormats';
import type { IssueLine } from './issueLines';
import { gapLimit } from './readFrame';

/** The lines of a trace in a text. */
export interface TraceSpan {
	readonly format: FrameFormat;
	/** The error that a frame itself states. */
	error?: string | undefined;
	/** Positions of the first and the last line that belong to a frame. */
	readonly start: number;
	end: number;
}

/** An error that a text states, and the lines that state it. */
export interface StatedError {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

/** A known error line is at most this far above a trace: values and an excerpt of the code may be between. */
const aboveLimit = 30;
/** A line that only looks like an error is the nearest one. */
const guessLimit = 4;

/** The error of a trace; `after` is the last line of the trace before. */
export function traceError(
	lines: readonly IssueLine[],
	{ trace, after }: { readonly trace: TraceSpan; readonly after: number },
	formats: TraceFormats,
): StatedError | undefined {
	const { format, start, end, error } = trace;
	if (error !== undefined && error !== '') {
		return { text: errorText(error), start, end: start };
	}
	if (format.error === 'above') {
		return errorAbove(lines, { from: end, least: after }, formats);
	}
	if (format.error === 'below') {
		return errorBelow(lines, end, formats);
	}
	return format.order === 'outermostFirst'
		? errorBelow(lines, end, formats)
		: (errorUnderHead(lines, { start, end }, formats) ?? errorAbove(lines, { from: start, least: after }, formats));
}

/** The first error that a text states anywhere. */
export function firstError(lines: readonly IssueLine[], formats: TraceFormats): StatedError | undefined {
	for (let at = 0; at < lines.length; at++) {
		const found = statedAt(lines, at, formats);
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

/** The error on a line, or below it if the line announces one. */
function statedAt(lines: readonly IssueLine[], at: number, formats: TraceFormats): StatedError | undefined {
	const text = lines[at]?.text ?? '';
	const stated = formats.errorIn(text) ?? errorAfterPrefix(text, formats);
	if (stated !== undefined) {
		return { text: wholeError(lines, at, errorText(stated)), start: at, end: at };
	}
	const below = formats.is('errorHeads', text) ? nextText(lines, at) : undefined;
	return below === undefined
		? undefined
		: { text: wholeError(lines, below, errorText(lines[below]?.text ?? '')), start: at, end: below };
}

/** The error behind the time, the process or the author that only the first line of a message has. */
function errorAfterPrefix(text: string, formats: TraceFormats): string | undefined {
	const prefixes = isLogged(text) ? [...text.slice(0, 200).matchAll(/(?:[:\])|>-]|\d) +(?=\S)/g)] : [];
	const errors = prefixes.map(({ index, 0: end }) => formats.errorIn(text.slice(index + end.length)));
	return errors.find(error => error !== undefined);
}

/** A line of a log or a chat: a time near its start. */
export function isLogged(text: string): boolean {
	return /^.{0,60}?\b\d\d?:\d\d\b/.test(text);
}

/** An error that ends with a colon continues on the next line. */
function wholeError(lines: readonly IssueLine[], at: number, text: string): string {
	const next = text.endsWith(':') ? nextText(lines, at) : undefined;
	return next === undefined ? text : `${text} ${(lines[next]?.text ?? '').trim()}`;
}

/** Position of the next line that is not empty; undefined if there is none nearby. */
function nextText(lines: readonly IssueLine[], at: number): number | undefined {
	const next = lines.slice(at + 1, at + 4).findIndex(({ text }) => text.trim() !== '');
	return next === -1 ? undefined : at + 1 + next;
}

/** The first frame itself may announce the error. */
function errorUnderHead(
	lines: readonly IssueLine[],
	{ start, end }: Pick<TraceSpan, 'start' | 'end'>,
	formats: TraceFormats,
): StatedError | undefined {
	const found = formats.is('errorHeads', lines[start]?.text ?? '') ? statedAt(lines, start, formats) : undefined;
	return found && { ...found, end: Math.max(found.end, end) };
}

/** The first line below the last frame's code that states or looks like an error. */
function errorBelow(lines: readonly IssueLine[], end: number, formats: TraceFormats): StatedError | undefined {
	for (let at = end; at <= end + gapLimit && at < lines.length; at++) {
		const text = lines[at]?.text ?? '';
		if (at > end && formats.errorIn(text) !== undefined) {
			return statedAt(lines, at, formats);
		}
		if (errorShape.test(text) && (at > end || !/^\s/.test(text))) {
			return { text: wholeError(lines, at, errorText(text)), start: at, end: at };
		}
	}
	return undefined;
}

/** The nearest error above a line; of several such lines in a row, the first one. */
function errorAbove(
	lines: readonly IssueLine[],
	{ from, least }: { readonly from: number; readonly least: number },
	formats: TraceFormats,
): StatedError | undefined {
	let guess: StatedError | undefined;
	for (let at = from - 1; at > Math.max(least, from - 1 - aboveLimit); at--) {
		const { text = '', kind } = lines[at] ?? {};
		let found = statedAt(lines, at, formats);
		for (
			let up = at - 1;
			found !== undefined && up > least && formats.errorIn(lines[up]?.text ?? '') !== undefined;
			up--
		) {
			found = statedAt(lines, up, formats);
		}
		if (found !== undefined) {
			return found;
		}
		const isShaped =
			from - at <= guessLimit &&
			kind !== 'values' &&
			kind !== 'left' &&
			(innermostErrorShape.test(text) || refusal.test(text));
		guess ??= isShaped ? { text: wholeError(lines, at, errorText(text)), start: at, end: at } : undefined;
		if (at < from - 1 && (formats.is('headers', text) || formats.is('causes', text))) {
			break;
		}
	}
	return guess;
}

const errorShape =
	/^(?:E\s+|\S+:\d+: )?(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:: .*)?$|^(?:E\s+)?[A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit)\b/;
const refusal = /\b[Ii](?:nvalid|llegal) [a-z]/;
const innermostErrorShape =
	/(?:E[Rr][Rr][Oo][Rr]|Exception|Throwable|Failure|panic|panicked|Fault|fault|violation|SIG[A-Z]+|BUG|WARNING|Assertion|Uncaught|Caused by)\b.*|^[\w.$]+: \S/;

function errorText(text: string): string {
	return text
		.trim()
		.replace(/^E\s+/, '')
		.replace(/^\S+:\d+: (?=\w)/, '')
		.replace(/^(?:Caused by: |\[cause\]: |---> |Exception in thread "[^"]*" |Uncaught |Unhandled exception\. )+/, '')
		.replace(/^\W*\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d\S*\s+/, '')
		.replace(/ \{$/, '');
}
