import type { CodeSymbol, LineRange, SymbolKind } from '../../../runs/pure/model/symbol';
import type { Lexer } from './lexer';

/** The scope around a position. */
export interface Scope {
	/** Qualified name of the definition around it, '' at file level. */
	readonly container: string;
	/** Directly in a class: definitions here are its members. */
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

export const fileScope: Scope = { container: '', inClass: false, inFunction: false };

export function qualified({ container }: Pick<Scope, 'container'>, name: string): string {
	return container === '' ? name : `${container}.${name}`;
}

/** The scope inside a function. */
export function functionScope(container: string): Scope {
	return { container, inClass: false, inFunction: true };
}

/** The scope inside a class, or inside an object that has a name. */
export function classScope(container: string): Scope {
	return { container, inClass: true, inFunction: false };
}

/** The place of a definition. Positions are indices in the text. */
export interface SymbolPlace {
	/** Its start, with all that belongs to it. */
	readonly start: number;
	readonly name: number;
	/** Behind it, as far as that is known. */
	readonly end: number;
	readonly doc?: LineRange | undefined;
	readonly modifiers?: readonly string[] | undefined;
	readonly bases?: readonly string[] | undefined;
	/** Symbols are sorted by it at the end. Without it, a symbol comes behind the one that was added before. */
	readonly order?: number;
}

/** A definition that was found, whose end may be found later. */
export type FoundSymbol = { -readonly [Key in keyof CodeSymbol]: CodeSymbol[Key] };

const none: readonly string[] = [];
const asMember: Readonly<Partial<Record<SymbolKind, SymbolKind>>> = { function: 'method', constant: 'field' };

/** The definitions found so far in a text: only this class makes the symbols of readers. */
export class SymbolSink {
	private readonly symbols: FoundSymbol[] = [];
	/** By symbol: its container may get its name after its content. */
	private readonly scopes: Scope[] = [];
	private readonly orders: number[] = [];
	private isSorted = true;

	constructor(
		private readonly lexer: Lexer,
		private readonly file: string,
	) {}

	get count(): number {
		return this.symbols.length;
	}

	add(kind: SymbolKind, name: string, scope: Scope, place: SymbolPlace): FoundSymbol {
		const { lexer } = this;
		const { start, name: nameAt, end, doc, modifiers = none, bases = none } = place;
		const order = place.order ?? this.orders.at(-1) ?? 0;
		const startLine = lexer.rowOf(start) + 1;
		const nameLine = lexer.rowOf(nameAt) + 1;
		const endLine = lexer.rowOf(Math.max(end - 1, start)) + 1;
		const symbol: FoundSymbol = {
			name,
			kind,
			file: this.file,
			container: '',
			nameLine,
			startLine,
			endLine,
			headerEndLine: endLine,
			bases,
			modifiers,
		};
		if (doc !== undefined) {
			symbol.doc = doc;
		}
		this.isSorted &&= order >= (this.orders.at(-1) ?? order);
		this.scopes.push(scope);
		this.orders.push(order);
		this.symbols.push(symbol);
		return symbol;
	}

	/** Moves the definition that was added last before those from an index on: they are in it. */
	moveLast(index: number): void {
		const { symbols, scopes, orders } = this;
		if (index < symbols.length - 1) {
			symbols.splice(index, 0, ...symbols.splice(-1));
			scopes.splice(index, 0, ...scopes.splice(-1));
			orders.splice(index, 0, ...orders.splice(-1));
		}
	}

	/** Ends a header before the body that begins at a position; the header's own code ended before `end`. */
	header(symbol: FoundSymbol, body: number, end: number): void {
		const { lexer } = this;
		// A brace that is the first of its row is not part of the header.
		symbol.headerEndLine = lexer.rowOf(lexer.isFirstInRow(body) ? end - 1 : body) + 1;
	}

	/** Ends a definition before a position. */
	end(symbol: FoundSymbol, before: number): void {
		symbol.endLine = this.lexer.rowOf(before - 1) + 1;
	}

	/** The same for one without a body. */
	endHeader(symbol: FoundSymbol, before: number): void {
		this.end(symbol, before);
		symbol.headerEndLine = symbol.endLine;
	}

	/** Forgets all definitions but the first `count`. */
	truncate(count: number): void {
		if (count < this.symbols.length) {
			this.symbols.length = count;
			this.scopes.length = count;
			this.orders.length = count;
		}
	}

	/** The definitions in source order, with their containers. */
	finish(): readonly CodeSymbol[] {
		const { symbols, scopes, orders } = this;
		for (const [index, symbol] of symbols.entries()) {
			const scope = scopes[index] ?? fileScope;
			symbol.container = scope.container;
			symbol.kind = scope.inClass ? (asMember[symbol.kind] ?? symbol.kind) : symbol.kind;
		}
		if (this.isSorted) {
			return symbols;
		}
		const indices = [...symbols.keys()].sort((a, b) => (orders[a] ?? 0) - (orders[b] ?? 0) || a - b);
		return indices.map(index => symbols[index]).filter(symbol => symbol !== undefined);
	}
}
