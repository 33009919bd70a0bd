import type { Workspace } from '../../../history/pure/workspace';
import { hunksBetween } from '../../../runs/pure/diff/hunksBetween';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import { placeText } from '../../../runs/pure/model/placeText';
import { type CodeSymbol, isCallable, isClassLike, type LineRange } from '../../../runs/pure/model/symbol';
import { fenced } from '../../../system/pure/text/fenced';

/** Limit for a function, or for the code around a change outside of any. */
const mostLines = 160;
/** Lines shown around a change, if not everything is shown. */
const nAround = 30;
/** Limit for all code shown; later functions get the rest. */
const mostCharacters = 16_000;

type Parsing = Pick<Workspace, 'languages' | 'parser'>;

/**
 * The functions that a patch changes, whole, as they are with it; of a change outside of any, its surroundings. Long
 * ones are cut around the change, with a line `...` for each gap. New files are left out: their patch has all of them.
 * '' if nothing is left to show.
 */
export async function changedCode(
	files: readonly PatchedFile[],
	parsing: Parsing,
	signal?: AbortSignal,
): Promise<string> {
	const shown: string[] = [];
	let rest = mostCharacters;
	for (const { path, before, after } of files) {
		if (before === undefined || after === undefined) {
			continue;
		}
		const lines = after.split(/\r?\n/);
		const symbols = await symbolsOf(path, after, parsing, signal);
		for (const [whole, changes] of partsOf(before, after, { symbols, nLines: lines.length })) {
			const code = shownLines(lines, whole, changes);
			if (code.length <= rest) {
				shown.push(`${placeText({ file: path, ...whole })}\n${fenced(code)}`);
				rest -= code.length;
			}
		}
	}
	return shown.join('\n\n');
}

/** Empty for a text without a grammar, or with one that takes too long. */
async function symbolsOf(
	path: string,
	text: string,
	{ languages, parser }: Parsing,
	signal: AbortSignal | undefined,
): Promise<readonly CodeSymbol[]> {
	const language = languages.of(path, text);
	if (language === undefined) {
		return [];
	}
	return parser.symbols(language, path, text, signal).then(
		({ symbols }) => symbols,
		() => {
			signal?.throwIfAborted();
			return [];
		},
	);
}

/** The parts of a file to show, from top to bottom, each with the changes in it. */
function partsOf(
	before: string,
	after: string,
	{ symbols, nLines }: { readonly symbols: readonly CodeSymbol[]; readonly nLines: number },
): Map<LineRange, readonly LineRange[]> {
	const parts = new Map<LineRange, readonly LineRange[]>();
	for (const { current } of hunksBetween(before, after)) {
		const startLine = Math.min(current.startLine, nLines);
		const change = { startLine, endLine: Math.max(startLine, startLine + current.nLines - 1) };
		const around = outermost(symbols.filter(each => holds(each, change))) ?? surroundings(change, nLines);
		const whole = [...parts.keys()].find(each => holds(each, around)) ?? {
			startLine: around.startLine,
			endLine: around.endLine,
		};
		parts.set(whole, [...(parts.get(whole) ?? []), change]);
	}
	return withoutOverlaps(parts);
}

/** Parts that share lines become one. */
function withoutOverlaps(parts: ReadonlyMap<LineRange, readonly LineRange[]>): Map<LineRange, readonly LineRange[]> {
	const merged = new Map<LineRange, readonly LineRange[]>();
	let last: LineRange | undefined;
	for (const [part, changes] of [...parts].sort(([a], [b]) => a.startLine - b.startLine)) {
		const before = last === undefined || part.startLine > last.endLine ? undefined : last;
		const whole =
			before === undefined ? part : { startLine: before.startLine, endLine: Math.max(before.endLine, part.endLine) };
		merged.set(whole, [...(before === undefined ? [] : (merged.get(before) ?? [])), ...changes]);
		if (before !== undefined && before !== whole) {
			merged.delete(before);
		}
		last = whole;
	}
	return merged;
}

/** The function around a change that is in no other function; else the smallest class, if it is short. */
function outermost(holding: readonly CodeSymbol[]): CodeSymbol | undefined {
	const bySize = [...holding].sort((a, b) => length(b) - length(a));
	const type = bySize.findLast(isClassLike);
	return bySize.find(isCallable) ?? (type !== undefined && length(type) <= mostLines ? type : undefined);
}

function surroundings({ startLine, endLine }: LineRange, nLines: number): LineRange {
	return { startLine: Math.max(1, startLine - nAround), endLine: Math.min(nLines, endLine + nAround) };
}

function holds(outer: LineRange, inner: LineRange): boolean {
	return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

function length({ startLine, endLine }: LineRange): number {
	return endLine - startLine + 1;
}

/** All lines of a short part. Of a long one: its first lines, and those around its changes. */
function shownLines(lines: readonly string[], whole: LineRange, changes: readonly LineRange[]): string {
	const isNear = (line: number) =>
		line < whole.startLine + 3 ||
		changes.some(({ startLine, endLine }) => startLine - nAround <= line && line <= endLine + nAround);
	const isShort = length(whole) <= mostLines;
	const shown: string[] = [];
	for (let line = whole.startLine; line <= whole.endLine; line++) {
		if (isShort || isNear(line)) {
			shown.push(lines[line - 1] ?? '');
		} else if (shown.at(-1) !== gap) {
			shown.push(gap);
		}
	}
	return shown.join('\n');
}

const gap = '...';
