import type { CodeSymbol, LineRange, SymbolKind } from '../../../../runs/pure/model/symbol';
import type { CodeReader } from './codeReader';

/** What surrounds a position. */
export interface Scope {
	readonly container: string;
	/** Directly in a class: definitions here are its members. */
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

/** What precedes a definition: the row where it begins with what is around it, -1 for its own, and its doc comment. */
export interface Front {
	readonly row: number;
	readonly doc: LineRange | undefined;
	/** Applies only to a definition in this row; -1 for any. */
	readonly atRow: number;
	/** The number of definitions before it: it is that of the next one only. */
	readonly count: number;
}

export const noFront: Front = { row: -1, doc: undefined, atRow: -1, count: -1 };

/** Where a definition begins, with all that belongs to it, and where its name does. */
export interface DefinitionPlace {
	readonly start: number;
	readonly name: number;
	readonly front: Front;
	readonly modifiers?: readonly string[];
	readonly bases?: readonly string[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const none: readonly string[] = [];

/** The definitions found so far, in source order. */
export class Definitions {
	readonly symbols: Mutable<CodeSymbol>[] = [];
	/** Of the statement that is being read. */
	front = noFront;

	constructor(
		private readonly reader: CodeReader,
		private readonly file: string,
	) {}

	get count(): number {
		return this.symbols.length;
	}

	/** Begins a statement at the next token. */
	begin(): void {
		const { reader } = this;
		const { row, doc } = this.frontHere();
		this.front = { row, doc, atRow: reader.rowOf(reader.at), count: this.count };
	}

	/** Begins what belongs to the definition that follows, in any row: a word or decorator in front of it. */
	wrap(): void {
		const { row, doc } = this.frontHere();
		this.front = {
			...{ row: row < 0 ? this.reader.rowOf(this.reader.at) : row, doc, atRow: -1 },
			count: this.count,
		};
	}

	/** From here on, what precedes the statement belongs only to a definition in the row of the next token. */
	frontInRow(): void {
		const { front, reader } = this;
		if (front.atRow < 0 && front.count === this.count) {
			this.front = { ...front, atRow: reader.rowOf(reader.at) };
		}
	}

	/** What precedes the next token, if a definition begins with it. */
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

	/** Reads what has a front of its own, or none. */
	inside(read: () => void): void {
		const { front, count } = this;
		this.front = noFront;
		read();
		this.front = this.count === count ? front : noFront;
	}

	/** Adds a definition that ends where the last token does. Returns its index. */
	add(kind: SymbolKind, name: string, scope: Pick<Scope, 'container' | 'inClass'>, place: DefinitionPlace): number {
		const { reader } = this;
		const { start, name: nameAt, front, modifiers = none, bases = none } = place;
		const row = reader.rowOf(start);
		const startLine = (front.row < 0 ? row : Math.min(front.row, row)) + 1;
		const nameLine = reader.rowOf(nameAt) + 1;
		const endLine = reader.rowOf(Math.max(reader.end - 1, start)) + 1;
		const symbol: Mutable<CodeSymbol> = {
			name,
			kind: scope.inClass ? (asMember[kind] ?? kind) : kind,
			file: this.file,
			container: scope.container,
			...{ nameLine, startLine, endLine, headerEndLine: endLine, bases, modifiers },
		};
		if (front.doc !== undefined) {
			symbol.doc = front.doc;
		}
		return this.symbols.push(symbol) - 1;
	}

	/** Ends the header of a definition before its body, which begins at the next token. */
	header(index: number): void {
		const { reader } = this;
		const symbol = this.symbols[index];
		if (symbol !== undefined) {
			const { at } = reader;
			symbol.headerEndLine = reader.rowOf(reader.isFirstInRow(at) ? reader.end - 1 : at) + 1;
		}
	}

	/** Ends a definition where the last token ended. */
	end(index: number): void {
		const symbol = this.symbols[index];
		if (symbol !== undefined) {
			symbol.endLine = this.reader.rowOf(this.reader.end - 1) + 1;
		}
	}

	/** The same for one without a body. */
	endHeader(index: number): void {
		const symbol = this.symbols[index];
		if (symbol !== undefined) {
			this.end(index);
			symbol.headerEndLine = symbol.endLine;
		}
	}

	/** Forgets all definitions but the first `count`. */
	truncate(count: number): void {
		this.symbols.length = count;
	}
}

const asMember: Readonly<Partial<Record<SymbolKind, SymbolKind>>> = { function: 'method', constant: 'field' };

export function qualified({ container }: Scope, name: string): string {
	return container === '' ? name : `${container}.${name}`;
}

/** What is in a function. */
export function functionScope(container: string): Scope {
	return { container, inClass: false, inFunction: true };
}

/** What is in a class, or in an object that has a name. */
export function classScope(container: string): Scope {
	return { container, inClass: true, inFunction: false };
}
