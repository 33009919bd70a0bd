import { groupDefinitions } from '../../../code/pure/search/names/definition';
import type { CodeSymbol, LineRange, Place } from '../../../runs/pure/model/symbol';

/**
 * Lines of one file that are one location: the lines of a definition (of its parts that touch), or of no definition at
 * all.
 */
export interface Piece extends Place {
	/** In source order; empty for plain lines. */
	readonly symbols: readonly CodeSymbol[];
}

/** A blank line may separate two parts of one definition. */
const touching = 2;

/**
 * The pieces some symbols make up: the getter and the setter of a property and overloads are one if they follow each
 * other, otherwise one each. Keeps the order of the definitions.
 */
export function piecesOf(symbols: readonly CodeSymbol[]): Piece[] {
	return groupDefinitions(symbols).flatMap(definition => {
		const pieces: Piece[] = [];
		for (const symbol of definition.symbols.toSorted((a, b) => a.startLine - b.startLine)) {
			const last = pieces.at(-1);
			if (last !== undefined && symbol.startLine - last.endLine <= touching) {
				pieces[pieces.length - 1] = pieceOf([...last.symbols, symbol]);
			} else {
				pieces.push(pieceOf([symbol]));
			}
		}
		return pieces;
	});
}

/** Symbols of one file as one piece. */
export function pieceOf(symbols: readonly [CodeSymbol, ...CodeSymbol[]] | readonly CodeSymbol[]): Piece {
	return {
		file: symbols[0]?.file ?? '',
		startLine: Math.min(...symbols.map(({ startLine }) => startLine)),
		endLine: Math.max(...symbols.map(({ endLine }) => endLine)),
		symbols,
	};
}

export function overlaps(a: LineRange, b: LineRange): boolean {
	return a.startLine <= b.endLine && b.startLine <= a.endLine;
}
