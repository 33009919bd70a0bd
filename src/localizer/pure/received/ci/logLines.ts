import { prefixEnds, prefixPattern } from '../../brief/unwrap/prefixPattern';

/** One line of a log, without what its server put before it. */
export interface LogLine {
	readonly text: string;
	/** The name of its step, if the log has a column for it. */
	readonly step?: string;
}

/** `lines` that are looked at; the `length` of a prefix; the lines whose prefixes are tried, and the ends `tried` on each. */
const limits = { lines: 400, length: 120, tries: 5, ends: 28 };
/** So many lines have what all lines have: programs print lines that the server does not know. */
const nearlyAll = 0.8;
/** A log may be in a log: of a container, of a service. */
const depth = 3;
const columns = /^[^\t]{1,200}\t(?<step>[^\t]{1,200})\t/;
const unknownStep = 'UNKNOWN STEP';

/** The lines of a log of a CI job without columns and times. Takes time in proportion to the text. */
export function logLines(text: string): readonly LogLine[] {
	const lines = text
		.replace(/^\ufeff/, '')
		.split('\n')
		.map(withoutReturn);
	const filled = sampleOf(lines);
	const hasColumns = filled.length > 0 && shareOf(filled, columns) >= nearlyAll;
	const rows = hasColumns ? lines.map(withoutColumns) : lines.map(line => ({ text: line }));
	const texts = withoutLogPrefixes(rows.map(row => row.text));
	return rows.map((row, at) => ({ ...row, text: texts[at] ?? '' }));
}

/** Lines without the prefix that nearly all of them share: a time, the name of a container; and without one behind it. */
export function withoutLogPrefixes(given: readonly string[]): readonly string[] {
	let lines = given;
	for (let left = depth; left > 0; left--) {
		const prefix = logPrefix(lines);
		if (prefix === undefined) {
			return lines;
		}
		lines = lines.map(line => (prefix.test(line) ? line.replace(prefix, '').replace(/^[ \t]/, '') : line));
	}
	return lines;
}

/** The longest prefix of those that most lines have: of nearly all, with a time in it or a bar behind it. */
function logPrefix(lines: readonly string[]): RegExp | undefined {
	const sample = sampleOf(lines);
	if (sample.length < 3) {
		return undefined;
	}
	const step = Math.max(1, Math.floor(sample.length / limits.tries));
	const tried = sample.filter((_, at) => at % step === 0).slice(0, limits.tries + 1);
	const prefixes = new Set(tried.flatMap(prefixesOf));
	let best: { readonly pattern: RegExp; readonly share: number; readonly length: number } | undefined;
	for (const prefix of prefixes) {
		const pattern = prefixPattern(prefix);
		const share = shareOf(sample, pattern);
		const { length } = prefix;
		if (best === undefined || share > best.share || (share === best.share && length > best.length)) {
			best = share >= nearlyAll ? { pattern, share, length } : best;
		}
	}
	return best?.pattern;
}

function prefixesOf(line: string): string[] {
	return [...line.slice(0, limits.length).matchAll(prefixEnds)]
		.slice(0, limits.ends)
		.map(({ index, 0: end }) => line.slice(0, index + end.length))
		.filter(prefix => /\d:\d\d/.test(prefix) || /^[^|]{1,60}\|$/.test(prefix.trimEnd()));
}

/** Lines that are not blank, evenly spread. */
function sampleOf(lines: readonly string[]): readonly string[] {
	const step = Math.max(1, Math.floor(lines.length / limits.lines));
	return lines.filter((line, at) => at % step === 0 && line.trim() !== '').slice(0, limits.lines * 2);
}

function shareOf(lines: readonly string[], pattern: RegExp): number {
	return lines.filter(line => pattern.test(line)).length / lines.length;
}

function withoutColumns(line: string): LogLine {
	const step = columns.exec(line)?.groups?.step;
	const text = line.replace(columns, '').replace(/^\ufeff/, '');
	return step === undefined || step === unknownStep ? { text } : { text, step };
}

function withoutReturn(line: string): string {
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}
