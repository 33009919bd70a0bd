import type { DraftLine } from '../draft';
import type { ReadSymbols } from './definitions';
import { isCode } from './elision';
import type { Fit, Misfit, Sought } from './fit';
import { mergeLines, type Span } from './mergeLines';
import { extent, indentPairs, inLikelyOrder, lineWriters, squeezed } from './windowFits';

/** Fewer lines of code than this say too little of what lies between them. */
const fewestLines = 2;

/**
 * Places where all code of the original stands, line by line, if what is written for people is passed over: comments and
 * documentation that the file has and the original does not show, which stay, and comments of the original.
 */
export async function documentedFits(
	lines: readonly DraftLine[],
	sought: Sought,
	read: ReadSymbols,
): Promise<(Fit | Misfit)[]> {
	const keys = lines.map(({ text }) => squeezed(text));
	const code = sought.original.filter(isCode);
	const present = new Set(keys);
	if (code.length < fewestLines || !code.every(text => present.has(squeezed(text)))) {
		return [];
	}
	const symbols = await read(lines.map(({ text }) => text).join('\n'));
	const documentation = new Set(symbols.flatMap(({ doc }) => (doc === undefined ? [] : indices(doc))));
	// Documentation is passed over as a whole: behind a part of it that is shown, the next line must be as well.
	const isPassed = lines.map(({ text }, at) => documentation.has(at) || !isCode(text));
	const isWithin = lines.map((_, at) => documentation.has(at) && documentation.has(at - 1));
	const places = lines.map((_, start) => spansFrom({ keys, isPassed, isWithin }, sought.original, start));
	return places.filter(each => each !== undefined).map(spans => fitOf(lines, sought, { spans, documentation }));
}

function indices({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): number[] {
	return Array.from({ length: endLine - startLine + 1 }, (_, ahead) => startLine - 1 + ahead);
}

interface Passable {
	readonly keys: readonly string[];
	/** Whether the original need not show a line. */
	readonly isPassed: readonly boolean[];
	/** Whether a line and the one in front of it are of the same documentation. */
	readonly isWithin: readonly boolean[];
}

/** Where each line of the original stands, if its first line of code stands here. */
function spansFrom(file: Passable, original: readonly string[], start: number): Span[] | undefined {
	const first = original.findIndex(isCode);
	const spans = leadingSpans(file, original.slice(0, first), start);
	let at = start;
	for (const text of original.slice(first)) {
		let next = at;
		while (isCode(text) && next > start && file.keys[next] !== squeezed(text) && file.isPassed[next]) {
			next++;
		}
		const isThere = file.keys[next] === squeezed(text);
		const isTorn = next > at && file.isWithin[at];
		if (isCode(text) && (!isThere || isTorn)) {
			return undefined;
		}
		at = isThere ? next + 1 : at;
		spans.push({ from: isThere ? next : at, to: at });
	}
	return spans;
}

/** Comments in front of the code are there as far as they stand right in front of it. */
function leadingSpans({ keys }: Passable, leading: readonly string[], start: number): Span[] {
	const spans: Span[] = [];
	let at = start;
	for (const text of [...leading].reverse()) {
		const from = keys[at - 1] === squeezed(text) ? at - 1 : at;
		spans.unshift({ from, to: at });
		at = from;
	}
	return spans;
}

interface Found {
	readonly spans: readonly Span[];
	readonly documentation: ReadonlySet<number>;
}

function fitOf(lines: readonly DraftLine[], sought: Sought, found: Found): Fit | Misfit {
	const { spans } = found;
	const merged = lineWriters(indentPairs(lines, sought.original, spans), sought.patched).map(write =>
		mergeLines(sought, { ...found, lines, isLoose: true }, write),
	);
	const rewrites = inLikelyOrder(lines, extent(spans), merged);
	const misfit = merged.find((each): each is Misfit => !Array.isArray(each));
	return rewrites.length === 0 && misfit !== undefined
		? misfit
		: { ...extent(spans), match: 'comments', score: 1, rewrites };
}
