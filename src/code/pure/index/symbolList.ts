import type { CodeSymbol, SymbolKind } from '../../../runs/pure/model/symbol';
import type { IndexedFile } from './indexedFile';
import type { SymbolTable } from './tables/symbolTable';
import { symbolKinds } from './tables/tableData';

/**
 * The definitions of a file, in source order, without an object for each. Names and containers are numbers of
 * `NameNumbers`, 0 for ''.
 */
export interface SymbolList {
	readonly length: number;
	kindAt(at: number): SymbolKind;
	/** Positions of the symbols of some kinds, ascending. */
	ofKinds(isWanted: (kind: SymbolKind) => boolean): number[];
	startLineAt(at: number): number;
	endLineAt(at: number): number;
	nameAt(at: number): number;
	containerAt(at: number): number;
	/** As an object. */
	symbolAt(at: number): CodeSymbol;
}

/** The symbols of a file in a table. */
export class SymbolsOfTable implements SymbolList {
	readonly length: number;
	private readonly first: number;

	constructor(
		private readonly table: SymbolTable,
		row: number,
	) {
		const first = table.sections.get('files.first');
		this.first = first[row] ?? 0;
		this.length = (first[row + 1] ?? 0) - this.first;
	}

	kindAt(at: number): SymbolKind {
		return symbolKinds[this.table.columns.kind[this.first + at] ?? 0] ?? 'function';
	}

	ofKinds(isWanted: (kind: SymbolKind) => boolean): number[] {
		const wanted = symbolKinds.map(isWanted);
		const kinds = this.table.columns.kind;
		const found: number[] = [];
		for (let at = 0; at < this.length; at++) {
			if (wanted[kinds[this.first + at] ?? 0] === true) {
				found.push(at);
			}
		}
		return found;
	}

	startLineAt(at: number): number {
		return this.table.columns.startLine[this.first + at] ?? 0;
	}

	endLineAt(at: number): number {
		const { startLine, endLine } = this.table.columns;
		return ((startLine[this.first + at] ?? 0) + (endLine[this.first + at] ?? 0)) >>> 0;
	}

	nameAt(at: number): number {
		return this.table.columns.name[this.first + at] ?? 0;
	}

	containerAt(at: number): number {
		return this.table.columns.container[this.first + at] ?? 0;
	}

	symbolAt(at: number): CodeSymbol {
		return this.table.symbolAt(this.first + at);
	}
}

/** The symbols of a file that changed. */
export class SymbolsOfFile implements SymbolList {
	constructor(
		private readonly file: IndexedFile,
		private readonly numbers: NameNumbers,
	) {}

	get length(): number {
		return this.file.symbols.length;
	}

	kindAt(at: number): SymbolKind {
		return this.symbolAt(at).kind;
	}

	ofKinds(isWanted: (kind: SymbolKind) => boolean): number[] {
		return [...this.file.symbols.keys()].filter(at => isWanted(this.kindAt(at)));
	}

	startLineAt(at: number): number {
		return this.symbolAt(at).startLine;
	}

	endLineAt(at: number): number {
		return this.symbolAt(at).endLine;
	}

	nameAt(at: number): number {
		return this.numbers.add(this.symbolAt(at).name);
	}

	containerAt(at: number): number {
		return this.numbers.add(this.symbolAt(at).container);
	}

	symbolAt(at: number): CodeSymbol {
		const symbol = this.file.symbols[at];
		if (symbol === undefined) {
			throw new Error(`${this.file.path} has no definition ${at}`);
		}
		return symbol;
	}
}

/** Numbers the names of definitions: as a table does, and then those that are not in it. */
export class NameNumbers {
	private readonly added = new Map<string, number>();
	private readonly texts: string[] = [];
	private readonly nKnown: number;

	constructor(private readonly table?: SymbolTable) {
		this.nKnown = table?.strings.size ?? 0;
		this.add('');
	}

	get size(): number {
		return this.nKnown + this.texts.length;
	}

	text(number: number): string {
		return number < this.nKnown ? (this.table?.strings.at(number) ?? '') : (this.texts[number - this.nKnown] ?? '');
	}

	/** UTF-8 of the names that a table numbers, one after the other, and the end of each: for reading very many. */
	get known(): { readonly text: Uint8Array; readonly ends: Uint32Array } {
		const { sections } = this.table ?? {};
		return {
			text: sections?.get('strings.text') ?? new Uint8Array(),
			ends: sections?.get('strings.ends') ?? new Uint32Array(),
		};
	}

	/** Whether a name contains a dot, as names of nested containers do. */
	hasDot(number: number): boolean {
		if (number >= this.nKnown) {
			return this.texts[number - this.nKnown]?.includes('.') === true;
		}
		const { text, ends } = this.known;
		for (let at = number === 0 ? 0 : (ends[number - 1] ?? 0); at < (ends[number] ?? 0); at++) {
			if (text[at] === dot) {
				return true;
			}
		}
		return false;
	}

	/** -1 for a name that has no number. */
	find(text: string): number {
		const known = this.table?.strings.find(text) ?? -1;
		return known >= 0 ? known : (this.added.get(text) ?? -1);
	}

	add(text: string): number {
		const known = this.find(text);
		if (known >= 0) {
			return known;
		}
		this.added.set(text, this.size);
		this.texts.push(text);
		return this.size - 1;
	}
}

const dot = 46;
