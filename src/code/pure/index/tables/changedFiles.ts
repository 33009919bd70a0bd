import { type CodeSymbol, containerName } from '../../../../runs/pure/model/symbol';
import type { IndexedFile } from '../indexedFile';
import { SymbolLines } from './symbolLines';

/** The definitions of a few files, as objects: of those that changed since a table was made. */
export class ChangedFiles {
	private readonly byPath = new Map<string, IndexedFile>();
	private readonly byName = new Map<string, Set<CodeSymbol>>();
	private readonly byOwner = new Map<string, Set<CodeSymbol>>();
	/** Of the files in which a line was asked for. */
	private readonly lines = new Map<string, SymbolLines>();
	nSymbols = 0;

	get nFiles(): number {
		return this.byPath.size;
	}

	/** Adds or replaces a file. */
	update(file: IndexedFile): void {
		this.remove(file.path);
		this.byPath.set(file.path, file);
		this.nSymbols += file.symbols.length;
		for (const symbol of file.symbols) {
			add(this.byName, symbol.name, symbol);
			if (symbol.container !== '') {
				add(this.byOwner, containerName(symbol), symbol);
			}
		}
	}

	remove(path: string): void {
		const file = this.byPath.get(path);
		if (file === undefined) {
			return;
		}
		this.byPath.delete(path);
		this.lines.delete(path);
		this.nSymbols -= file.symbols.length;
		for (const symbol of file.symbols) {
			take(this.byName, symbol.name, symbol);
			take(this.byOwner, containerName(symbol), symbol);
		}
	}

	file(path: string): IndexedFile | undefined {
		return this.byPath.get(path);
	}

	/** The symbols of a file around a line, in the order of the file. */
	enclosing(path: string, line: number): readonly CodeSymbol[] {
		const symbols = this.byPath.get(path)?.symbols;
		if (symbols === undefined) {
			return [];
		}
		const lines = this.lines.get(path) ?? linesOf(symbols);
		this.lines.set(path, lines);
		return lines.around(line).flatMap(at => symbols[at] ?? []);
	}

	files(): Iterable<IndexedFile> {
		return this.byPath.values();
	}

	names(): Iterable<string> {
		return this.byName.keys();
	}

	named(name: string): Iterable<CodeSymbol> {
		return this.byName.get(name) ?? [];
	}

	membersOf(owner: string): Iterable<CodeSymbol> {
		return this.byOwner.get(owner) ?? [];
	}
}

function linesOf(symbols: readonly CodeSymbol[]): SymbolLines {
	const starts = Float64Array.from(symbols, ({ startLine }) => startLine);
	return new SymbolLines(
		starts,
		Float64Array.from(symbols, ({ endLine }) => endLine),
	);
}

function add(table: Map<string, Set<CodeSymbol>>, key: string, symbol: CodeSymbol): void {
	const symbols = table.get(key);
	if (symbols === undefined) {
		table.set(key, new Set([symbol]));
	} else {
		symbols.add(symbol);
	}
}

function take(table: Map<string, Set<CodeSymbol>>, key: string, symbol: CodeSymbol): void {
	const symbols = table.get(key);
	symbols?.delete(symbol);
	if (symbols?.size === 0) {
		table.delete(key);
	}
}
