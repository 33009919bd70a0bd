import type { DraftLine } from '../draft';
import { isComment, isElision } from './elision';
import type { Fit, Misfit, Sought } from './fit';
import { indentOf, indentWidth } from './indentation';
import { mergeLines, type Span } from './mergeLines';
import { extent, indentPairs, inLikelyOrder, lineWriters, squeezed } from './windowFits';

const chainLimit = 50;

/**
 * Places of an original that leaves lines out with `...`: the lines it shows stand there in their order, equally far in,
 * and what lies between is nowhere further out than the ellipsis. What is left out stays. Where there is no such place,
 * what follows an ellipsis may stand further in, as the head of a block may be among what is left out.
 */
export function elidedFits(lines: readonly DraftLine[], sought: Sought): (Fit | Misfit)[] {
	const pieces = piecesOf(sought.original);
	if (!pieces.some(piece => piece.isGap) || pieces.every(piece => piece.isGap)) {
		return [];
	}
	const level = new Chains(lines, pieces, false).find();
	const chains = fullest(lines, pieces, level.length > 0 ? level : new Chains(lines, pieces, true).find());
	return chains.map(chain => {
		const spans = chain.flat();
		const writers = lineWriters(indentPairs(lines, sought.original, spans), sought.patched);
		const merged = writers.map(write => mergeLines(sought, { spans, lines, isLoose: true }, write));
		const rewrites = inLikelyOrder(lines, extent(spans), merged);
		const misfit = merged.find(each => !Array.isArray(each));
		return rewrites.length === 0 && misfit !== undefined && 'problem' in misfit
			? misfit
			: { ...extent(spans), match: 'elided', score: 1, rewrites };
	});
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
	return pieces.filter(({ texts }) => texts.length > 0);
}

interface Depth {
	/** How much further in than written the first piece stands. */
	readonly moved: number;
	/** The same for pieces behind an ellipsis, by the width they were written with. */
	readonly levels: ReadonlyMap<number, number>;
}

class Chains {
	private readonly lines: readonly DraftLine[];
	private readonly pieces: readonly Piece[];
	private readonly keys: readonly string[];
	private readonly mayStandDeeper: boolean;
	private readonly found: Chain[] = [];

	constructor(lines: readonly DraftLine[], pieces: readonly Piece[], mayStandDeeper: boolean) {
		this.lines = lines;
		this.pieces = pieces;
		this.mayStandDeeper = mayStandDeeper;
		this.keys = lines.map(({ text }) => squeezed(text));
	}

	find(): readonly Chain[] {
		const first = this.pieces.findIndex(piece => !piece.isGap && piece.texts.some(text => text.trim() !== ''));
		for (let at = 0; first >= 0 && at < this.lines.length; at++) {
			const spans = this.stands(this.pieces[first], at);
			if (spans !== undefined) {
				const before = this.pieces
					.slice(0, first)
					.map(piece => piece.texts.map(() => ({ from: at, to: at, isGap: piece.isGap })));
				const moved = shift(this.lines, this.pieces[first], spans);
				this.goOn([...before, spans], first, { moved, levels: new Map() });
			}
		}
		return this.found;
	}

	private goOn(chain: Chain, at: number, depth: Depth): void {
		const end = chain.at(-1)?.at(-1)?.to ?? 0;
		const [gap, next] = [this.pieces[at + 1], this.pieces[at + 2]];
		if (this.found.length >= chainLimit) {
			return;
		}
		if (gap === undefined) {
			this.found.push(chain);
			return;
		}
		const reach = this.reachOf(end, gap.width + depth.moved);
		if (next === undefined) {
			this.found.push([...chain, [{ from: end, to: reach, isGap: true }]]);
			return;
		}
		if (next.isGap) {
			this.goOn([...chain, [{ from: end, to: end, isGap: true }]], at + 1, depth);
			return;
		}
		for (let from = end; from <= reach; from++) {
			const spans = this.stands(next, from);
			const inside = spans === undefined ? undefined : this.depthOf(next, spans, depth);
			if (spans !== undefined && inside !== undefined) {
				this.goOn([...chain, [{ from: end, to: from, isGap: true }], spans], at + 2, inside);
			}
		}
	}

	/** How far in the lines of a piece stand; undefined if that does not go with the pieces before it. */
	private depthOf(piece: Piece, spans: readonly Span[], { moved, levels }: Depth): Depth | undefined {
		const own = shift(this.lines, piece, spans);
		const width = indentWidth(indentOf(piece.texts.find(text => text.trim() !== '') ?? ''));
		const isLikeOthers = (levels.get(width) ?? own) === own;
		const isIn = own === moved || (this.mayStandDeeper && own > moved);
		return isLikeOthers && isIn ? { moved, levels: new Map(levels).set(width, own) } : undefined;
	}

	/** The end of the lines that are no further out than a width, without blank ones at the end. */
	private reachOf(from: number, width: number): number {
		let reach = from;
		for (let at = from; at < this.lines.length; at++) {
			const text = this.lines[at]?.text ?? '';
			// Comments may stand further out than the code they are in.
			if (text.trim() !== '' && !isComment(text)) {
				if (indentWidth(indentOf(text)) < width) {
					break;
				}
				reach = at + 1;
			}
		}
		return reach;
	}

	/** Where each line of a piece stands, if it stands here; blank lines may be more or fewer. */
	private stands(piece: Piece | undefined, from: number): Span[] | undefined {
		let at = from;
		const spans: Span[] = [];
		for (const text of piece?.texts ?? []) {
			const key = squeezed(text);
			while (at > from && key !== '' && this.keys[at] === '') {
				at++;
			}
			if (key !== '' && this.keys[at] !== key) {
				return undefined;
			}
			const isThere = this.keys[at] === key;
			spans.push({ from: at, to: isThere ? at + 1 : at });
			at += isThere ? 1 : 0;
		}
		return spans;
	}
}

/** How much further in a piece stands in the file than the model wrote it. */
function shift(lines: readonly DraftLine[], piece: Piece | undefined, spans: readonly Span[]): number {
	const first = piece?.texts.findIndex(text => text.trim() !== '') ?? -1;
	const [given = '', actual = ''] = [piece?.texts[first], lines[spans[first]?.from ?? 0]?.text];
	return indentWidth(indentOf(actual)) - indentWidth(indentOf(given));
}

/** An original that ends with a line, not with an ellipsis, shows the last line of its block: chains that do so go first. */
function fullest(lines: readonly DraftLine[], pieces: readonly Piece[], chains: readonly Chain[]): readonly Chain[] {
	if (chains.length < 2 || pieces.at(-1)?.isGap) {
		return chains;
	}
	const full = chains.filter(chain => {
		const end = chain.at(-1)?.at(-1)?.to ?? 0;
		const last = lines[end - 1]?.text ?? '';
		const next = lines.slice(end).find(({ text }) => text.trim() !== '')?.text;
		return next === undefined || indentWidth(indentOf(next)) < indentWidth(indentOf(last));
	});
	return full.length > 0 ? full : chains;
}
