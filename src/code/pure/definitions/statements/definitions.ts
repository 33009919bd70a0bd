import type { LineRange, SymbolKind } from '../../../../runs/pure/model/symbol';
import { type FoundSymbol, type Scope, SymbolSink } from '../symbolSink';
import type { CodeReader } from './codeReader';

/** The front of a definition: the row its wrappers begin in, -1 for its own row, and its doc comment. */
export interface Front {
	readonly row: number;
	readonly doc: LineRange | undefined;
	/** Applies only to a definition in this row; -1 for any. */
	readonly atRow: number;
	/** The number of definitions before it: it is the front of the next one only. */
	readonly count: number;
}

export const noFront: Front = { row: -1, doc: undefined, atRow: -1, count: -1 };

/** The start of a definition, with all that belongs to it, and of its name. */
export interface DefinitionPlace {
	readonly start: number;
	readonly name: number;
	readonly front: Front;
	readonly modifiers?: readonly string[];
	readonly bases?: readonly string[];
}

/** The definitions found so far, in source order. */
export class Definitions {
	readonly sink: SymbolSink;
	/** Of the statement that is being read. */
	front = noFront;

	constructor(
		private readonly reader: CodeReader,
		file: string,
	) {
		this.sink = new SymbolSink(reader.lexer, file);
	}

	get count(): number {
		return this.sink.count;
	}

	/** Begins a statement at the next token. */
	begin(): void {
		const { reader } = this;
		const { row, doc } = this.frontHere();
		this.front = { row, doc, atRow: reader.rowOf(reader.at), count: this.count };
	}

	/** Begins a part of the next definition, in any row: a word or decorator before it. */
	wrap(): void {
		const { row, doc } = this.frontHere();
		this.front = {
			...{ row: row < 0 ? this.reader.rowOf(this.reader.at) : row, doc, atRow: -1 },
			count: this.count,
		};
	}

	/** From now on, the front of the statement belongs only to a definition in the row of the next token. */
	frontInRow(): void {
		const { front, reader } = this;
		if (front.atRow < 0 && front.count === this.count) {
			this.front = { ...front, atRow: reader.rowOf(reader.at) };
		}
	}

	/** Returns the front of a definition that begins with the next token. */
	frontHere(): Front {
		return this.frontAt(this.reader.at);
	}

	/** The same for a token that was read: comments above it that begin no statement are not known any more. */
	frontAt(at: number): Front {
		const { reader, front } = this;
		const doc = reader.docAt(at);
		const applies = front.count === this.count && (front.atRow < 0 || front.atRow === reader.rowOf(at));
		if (doc === undefined && !applies) {
			return noFront;
		}
		return { row: applies ? front.row : -1, doc: doc ?? (applies ? front.doc : undefined), atRow: -1, count: -1 };
	}

	/** Reads a part that has a front of its own, or none. */
	inside(read: () => void): void {
		const { front, count } = this;
		this.front = noFront;
		read();
		this.front = this.count === count ? front : noFront;
	}

	/** Adds a definition that ends with the last token. */
	add(kind: SymbolKind, name: string, scope: Scope, place: DefinitionPlace): FoundSymbol {
		const { start, name: nameAt, front, modifiers, bases } = place;
		const symbol = this.sink.add(kind, name, scope, {
			start,
			name: nameAt,
			end: this.reader.end,
			doc: front.doc,
			modifiers,
			bases,
		});
		symbol.startLine = front.row < 0 ? symbol.startLine : Math.min(front.row + 1, symbol.startLine);
		return symbol;
	}

	/** Adds a function that a call names, which ended: before the definitions from an index on. */
	addCallback(
		index: number,
		name: string,
		scope: Scope,
		place: DefinitionPlace & { readonly headerEnd: number },
	): void {
		const symbol = this.add('callback', name, scope, place);
		symbol.headerEndLine = this.reader.rowOf(place.headerEnd - 1) + 1;
		this.sink.moveLast(index);
	}

	/** Ends the header of a definition before its body, which begins at the next token. */
	header(symbol: FoundSymbol): void {
		this.sink.header(symbol, this.reader.at, this.reader.end);
	}

	/** Ends a definition at the end of the last token. */
	end(symbol: FoundSymbol): void {
		this.sink.end(symbol, this.reader.end);
	}

	/** The same for one without a body. */
	endHeader(symbol: FoundSymbol): void {
		this.sink.endHeader(symbol, this.reader.end);
	}

	/** Forgets all definitions but the first `count`. */
	truncate(count: number): void {
		this.sink.truncate(count);
	}
}
