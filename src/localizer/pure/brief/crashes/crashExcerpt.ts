import type { CrashFormats } from './crashFormats';

/** Shares of the limit: the beginning of a text, a crash report further down with the lines above it, and the end. */
const shares = { start: 0.2, above: 0.05, report: 0.55, end: 0.2 };
/** A line that begins a report is not longer. */
const lineLimit = 1000;

/**
 * At most `limit` characters of a text: its beginning and its end, as reports of people come first and messages of
 * programs last; and the first crash report, at any position: a kernel's log has megabytes. Takes time in proportion to
 * the text.
 */
export function crashExcerpt(text: string, limit: number, formats: CrashFormats): string {
	if (text.length <= limit) {
		return text;
	}
	const parts = excerptParts(text.length, limit - 2, reportStart(text, formats));
	return joined(parts)
		.map(part => wholeLines(text, part))
		.join('\n');
}

function excerptParts(length: number, room: number, report: number | undefined): Part[] {
	const end = { from: length - shares.end * room, to: length };
	if (report === undefined || report <= shares.report * room) {
		return [{ from: 0, to: (1 - shares.end) * room }, end];
	}
	const from = report - shares.above * room;
	const rest = { from, to: length };
	return length - from <= (1 - shares.start) * room
		? [{ from: 0, to: room - (length - from) }, rest]
		: [{ from: 0, to: shares.start * room }, { from, to: report + shares.report * room }, end];
}

/** Without the lines that are cut at its ends, unless there are no others. */
function wholeLines(text: string, { from, to }: Part): string {
	const start = from === 0 ? 0 : text.indexOf('\n', from) + 1;
	const end = to >= text.length ? to : text.lastIndexOf('\n', to);
	const isLong = start <= from - 1 || start > from + lineLimit || end < to - lineLimit;
	return isLong ? text.slice(from, to) : text.slice(start, end);
}

/** Position of the line that begins the first report. */
function reportStart(text: string, formats: CrashFormats): number | undefined {
	const sign = formats.signs();
	for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
		const start = text.lastIndexOf('\n', match.index) + 1;
		const next = text.indexOf('\n', match.index);
		const end = next === -1 ? text.length : next;
		const line = text.slice(start, Math.min(end, start + lineLimit)).trimEnd();
		const head = formats.headIn(formats.logLine(line));
		if (head !== undefined && head.data.vague !== true) {
			return start;
		}
		sign.lastIndex = end;
	}
	return undefined;
}

interface Part {
	readonly from: number;
	readonly to: number;
}

/** Parts that touch or overlap as one. */
function joined(parts: readonly Part[]): Part[] {
	const found: Part[] = [];
	for (const part of parts) {
		const last = found.at(-1);
		if (last !== undefined && part.from <= last.to) {
			found.splice(-1, 1, { from: last.from, to: Math.max(last.to, part.to) });
		} else {
			found.push(part);
		}
	}
	return found.map(({ from, to }) => ({ from: Math.floor(from), to: Math.floor(to) }));
}
