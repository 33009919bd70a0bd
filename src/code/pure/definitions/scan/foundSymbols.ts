import type { CodeSymbol, SymbolKind } from '../../../../runs/pure/model/symbol';

/** Rows are 0-based; `docStart` is -1 without a doc comment. */
export interface FoundPlace {
	readonly scope: number;
	readonly nameRow: number;
	readonly startRow: number;
	readonly headerRow: number;
	readonly endRow: number;
	readonly docStart: number;
	readonly docEnd: number;
	/** Symbols are sorted by it at the end. */
	readonly order: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Scope {
	readonly parent: number;
	/** '' for a block whose definitions belong to what is around it. */
	name: string;
	/** That of the symbol that contains what is in it. */
	kind: SymbolKind | undefined;
}

const none: readonly string[] = [];

/** Collects symbols whose containers may get their names after what is in them. */
export class FoundSymbols {
	private readonly symbols: Mutable<CodeSymbol>[] = [];
	private readonly scopeOf: number[] = [];
	private readonly order: number[] = [];
	private readonly scopes: Scope[] = [{ parent: -1, name: '', kind: undefined }];
	private isSorted = true;

	constructor(private readonly file: string) {}

	get count(): number {
		return this.symbols.length;
	}

	scope(parent: number, name: string, kind: SymbolKind | undefined): number {
		return this.scopes.push({ parent, name, kind }) - 1;
	}

	nameScope(scope: number, name: string, kind: SymbolKind): void {
		const known = this.scopes[scope];
		if (known !== undefined) {
			known.name = name;
			known.kind = kind;
		}
	}

	/** Returns the index by which it can be changed. */
	add(name: string, kind: SymbolKind, place: FoundPlace, modifiers: readonly string[] = none): number {
		const { scope, nameRow, startRow, headerRow, endRow, docStart, docEnd, order } = place;
		const symbol: Mutable<CodeSymbol> = {
			name,
			kind,
			file: this.file,
			container: '',
			nameLine: nameRow + 1,
			startLine: startRow + 1,
			endLine: endRow + 1,
			headerEndLine: headerRow + 1,
			bases: none,
			modifiers,
		};
		if (docStart >= 0) {
			symbol.doc = { startLine: docStart + 1, endLine: docEnd + 1 };
		}
		this.isSorted &&= order >= (this.order.at(-1) ?? order);
		this.scopeOf.push(scope);
		this.order.push(order);
		return this.symbols.push(symbol) - 1;
	}

	/** Gives a symbol the row where it ends. */
	end(index: number, row: number): void {
		const symbol = this.symbols[index];
		if (symbol !== undefined) {
			symbol.endLine = row + 1;
		}
	}

	withoutDoc(index: number): void {
		delete this.symbols[index]?.doc;
	}

	/** Forgets all symbols but the first `count`. */
	truncate(count: number): void {
		this.symbols.length = count;
		this.scopeOf.length = count;
		this.order.length = count;
	}

	finish(): readonly CodeSymbol[] {
		const { symbols, scopeOf, order } = this;
		const places = this.placesOfScopes();
		for (const [index, symbol] of symbols.entries()) {
			const place = places[scopeOf[index] ?? 0];
			if (place !== undefined) {
				symbol.container = place.container;
				symbol.kind = symbol.kind === 'constant' && place.isClass ? 'field' : symbol.kind;
			}
		}
		if (this.isSorted) {
			return symbols;
		}
		const indices = [...symbols.keys()].sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0) || a - b);
		return indices.map(index => symbols[index]).filter(symbol => symbol !== undefined);
	}

	private placesOfScopes(): { readonly container: string; readonly isClass: boolean }[] {
		const places: { readonly container: string; readonly isClass: boolean }[] = [];
		for (const { parent, name, kind } of this.scopes) {
			const around = places[parent] ?? { container: '', isClass: false };
			if (name === '') {
				places.push(around);
			} else {
				const container = around.container === '' ? name : `${around.container}.${name}`;
				places.push({ container, isClass: kind === 'class' });
			}
		}
		return places;
	}
}
