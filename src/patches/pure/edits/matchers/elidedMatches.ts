import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { DraftLine } from '../draft';
import { isElision } from './elision';
import { indentOf, indentWidth } from './indentation';
import { type Found, type MatchRequest, squeezed } from './match';
import type { Span } from './mergeLines';
import { mergedMatch } from './windowMatches';

const chainLimit = 50;

/**
 * Places of an original that leaves lines out with `...`: the file has the shown lines in order, equally far indented,
 * and nothing in between is indented less than the ellipsis, or than the lines shown around it. Omitted lines stay;
 * documentation that follows a shown head belongs to it, so that new lines go behind it.
 */
export async function elidedMatches({ lines, block, symbols }: MatchRequest): Promise<Found[]> {
	const pieces = piecesOf(block.original);
	const isElided = pieces.length > 1 && pieces[0]?.isGap === false && pieces[0].texts.some(text => text.trim() !== '');
	const chains = isElided ? chainsOf(lines, pieces) : [];
	const definitions = chains.length > 0 ? await symbols() : [];
	return chains.map(({ spans: shown }) => {
		const spans = shown.map(span => withDocumentation(span, definitions));
		return mergedMatch(block, { spans, lines, isLoose: true }, { kind: 'elided', score: 1 });
	});
}

function withDocumentation(span: Span, symbols: readonly CodeSymbol[]): Span {
	const doc = symbols
		.filter(({ startLine, doc }) => doc !== undefined && startLine <= span.from && doc.startLine === span.from + 1)
		.map(each => each.doc?.endLine ?? 0)
		.find(end => end <= span.to);
	return span.isGap && doc !== undefined ? { ...span, head: doc } : span;
}

/** Lines that are shown one after the other, or an ellipsis. */
interface Piece {
	readonly texts: readonly string[];
	readonly isGap: boolean;
	/** Of its first line that is not blank, and of its last one. */
	readonly width: number;
	readonly lastWidth: number;
}

function piecesOf(original: readonly string[]): Piece[] {
	const pieces: { texts: string[]; isGap: boolean }[] = [];
	for (const text of original) {
		const isGap = isElision(text);
		const last = pieces.at(-1);
		if (last === undefined || last.isGap || isGap) {
			pieces.push({ texts: [text], isGap });
		} else {
			last.texts.push(text);
		}
	}
	return pieces.map(piece => {
		const widths = piece.texts.filter(text => text.trim() !== '').map(text => indentWidth(indentOf(text)));
		return { ...piece, width: widths[0] ?? 0, lastWidth: widths.at(-1) ?? 0 };
	});
}

/** A place of the pieces so far. */
interface Chain {
	readonly spans: readonly Span[];
	/** How much deeper than written the first piece is indented; all others must match it. */
	readonly moved: number;
}

function chainsOf(lines: readonly DraftLine[], [first, ...rest]: readonly Piece[]): Chain[] {
	let chains = first === undefined ? [] : placesOf(lines, first, 0, lines.length);
	for (let at = 0; at < rest.length; at += 2) {
		const around = [rest[at - 1] ?? first, rest[at], rest[at + 1]] as const;
		chains = chains.flatMap(chain => continued(lines, chain, around)).slice(0, chainLimit);
	}
	return chains;
}

/** The places of the text after an ellipsis, which may be nothing. */
function continued(
	lines: readonly DraftLine[],
	{ spans, moved }: Chain,
	around: readonly [before: Piece | undefined, gap: Piece | undefined, next: Piece | undefined],
): Chain[] {
	const from = spans.at(-1)?.to ?? 0;
	const next = around[2];
	const end = reachOf(lines, from, leastWidth(...around) + moved);
	const until = (to: number) => [...spans, { from, to, isGap: true }];
	return next === undefined
		? [{ spans: until(end), moved }]
		: placesOf(lines, next, from, end)
				.filter(place => place.moved === moved)
				.map(place => ({ spans: [...until(place.spans[0]?.from ?? end), ...place.spans], moved }));
}

/** How far in all that an ellipsis replaces is: as far as it, and no further out than the lines shown around it. */
function leastWidth(before: Piece | undefined, gap: Piece | undefined, next: Piece | undefined): number {
	const own = gap?.width ?? 0;
	const [from, to] = [before?.lastWidth ?? 0, next?.width ?? own];
	return Math.max(own, to > from ? from + 1 : to);
}

/** The end of the lines that are indented by at least a width, without trailing blank lines. */
function reachOf(lines: readonly DraftLine[], from: number, width: number): number {
	const rest = lines.slice(from);
	const isOut = ({ text }: DraftLine) => text.trim() !== '' && indentWidth(indentOf(text)) < width;
	const end = rest.findIndex(isOut);
	return from + rest.slice(0, end < 0 ? rest.length : end).findLastIndex(({ text }) => text.trim() !== '') + 1;
}

/** The positions at which a piece begins in a part of a file; the number of blank lines may differ. */
function placesOf(lines: readonly DraftLine[], piece: Piece, first: number, last: number): Chain[] {
	const found: Chain[] = [];
	const keys = piece.texts.map(squeezed);
	for (let from = first; from <= last; from++) {
		const spans = spansAt(lines, keys, from);
		if (spans !== undefined) {
			const shown = lines[spans[keys.findIndex(key => key !== '')]?.from ?? from]?.text ?? '';
			found.push({ spans, moved: indentWidth(indentOf(shown)) - piece.width });
		}
	}
	return found;
}

function spansAt(lines: readonly DraftLine[], keys: readonly string[], from: number): Span[] | undefined {
	let at = from;
	const spans: Span[] = [];
	for (const key of keys) {
		while (at > from && key !== '' && lines[at]?.text.trim() === '') {
			at++;
		}
		const isPresent = at < lines.length && squeezed(lines[at]?.text ?? '') === key;
		if (key !== '' && !isPresent) {
			return undefined;
		}
		spans.push({ from: at, to: isPresent ? at + 1 : at });
		at += isPresent ? 1 : 0;
	}
	return spans;
}
