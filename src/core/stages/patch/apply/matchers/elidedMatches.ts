import type { CodeSymbol } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import { isElision } from './elision';
import { indentOf, indentWidth } from './indentation';
import { type Found, type MatchRequest, squeezed } from './match';
import type { Span } from './mergeLines';
import { mergedMatch } from './windowMatches';

const chainLimit = 50;

/**
 * Places of an original that leaves lines out with `...`: the file has the shown lines in order, equally far indented,
 * and nothing in between is indented less than the ellipsis. What is left out stays; documentation that follows a shown
 * head belongs to it, so that new lines go behind it.
 */
export function elidedMatches({ lines, block, symbols }: MatchRequest): Found[] {
	const pieces = piecesOf(block.original);
	const chains = pieces.some(piece => piece.isGap) ? new Chains(lines, pieces).find() : [];
	return chains.map(chain => {
		const spans = chain.flat().map(span => withDocumentation(span, symbols));
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
	readonly width: number;
}

type Chain = readonly (readonly Span[])[];

function piecesOf(original: readonly string[]): Piece[] {
	const pieces: { texts: string[]; isGap: boolean; width: number }[] = [];
	for (const text of original) {
		const isGap = isElision(text);
		const last = pieces.at(-1);
		if (last === undefined || last.isGap || isGap) {
			pieces.push({ texts: [text], isGap, width: indentWidth(indentOf(text)) });
		} else {
			last.texts.push(text);
		}
	}
	return pieces;
}

class Chains {
	private readonly keys: readonly string[];
	private readonly found: Chain[] = [];

	constructor(
		private readonly lines: readonly DraftLine[],
		private readonly pieces: readonly Piece[],
	) {
		this.keys = lines.map(({ text }) => squeezed(text));
	}

	/** None for an original that begins with an ellipsis, or with nothing but blank lines. */
	find(): readonly Chain[] {
		const [first] = this.pieces;
		const isShown = first !== undefined && !first.isGap && first.texts.some(text => text.trim() !== '');
		for (let at = 0; isShown && at < this.lines.length; at++) {
			const spans = this.spansAt(first, at);
			if (spans !== undefined) {
				this.extend([spans], 0, shift(this.lines, first, spans));
			}
		}
		return this.found;
	}

	/** `moved`: how much deeper than written the first piece is indented; all others must match it. */
	private extend(chain: Chain, at: number, moved: number): void {
		const end = chain.at(-1)?.at(-1)?.to ?? 0;
		const [gap, next] = [this.pieces[at + 1], this.pieces[at + 2]];
		if (this.found.length >= chainLimit) {
			return;
		}
		if (gap === undefined) {
			this.found.push(chain);
			return;
		}
		const reach = this.reachOf(end, gap.width + moved);
		if (next === undefined) {
			this.found.push([...chain, [{ from: end, to: reach, isGap: true }]]);
			return;
		}
		for (let from = end; from <= reach; from++) {
			const spans = this.spansAt(next, from);
			if (spans !== undefined && shift(this.lines, next, spans) === moved) {
				this.extend([...chain, [{ from: end, to: from, isGap: true }], spans], at + 2, moved);
			}
		}
	}

	/** The end of the lines that are indented by at least a width, without trailing blank lines. */
	private reachOf(from: number, width: number): number {
		let reach = from;
		for (let at = from; at < this.lines.length; at++) {
			const text = this.lines[at]?.text ?? '';
			if (text.trim() !== '') {
				if (indentWidth(indentOf(text)) < width) {
					break;
				}
				reach = at + 1;
			}
		}
		return reach;
	}

	/** The span of each line of a piece, if it matches at `from`; the number of blank lines may differ. */
	private spansAt(piece: Piece, from: number): Span[] | undefined {
		let at = from;
		const spans: Span[] = [];
		for (const text of piece.texts) {
			const key = squeezed(text);
			while (at > from && key !== '' && this.keys[at] === '') {
				at++;
			}
			if (key !== '' && this.keys[at] !== key) {
				return undefined;
			}
			const isPresent = this.keys[at] === key;
			spans.push({ from: at, to: isPresent ? at + 1 : at });
			at += isPresent ? 1 : 0;
		}
		return spans;
	}
}

/** How much deeper a piece is indented in the file than the model wrote it. */
function shift(lines: readonly DraftLine[], { texts }: Piece, spans: readonly Span[]): number {
	const first = texts.findIndex(text => text.trim() !== '');
	const [given = '', actual = ''] = [texts[first], lines[spans[first]?.from ?? 0]?.text];
	return indentWidth(indentOf(actual)) - indentWidth(indentOf(given));
}
