import { type CodeSymbol, containerName, isCallable, isClassLike } from '../model/symbol';
import { compareText } from '../util/compareText';
import type { IndexedFile } from './indexedFile';

/**
 * The index: the four tables of AutoCodeRover (class -> places; class -> method -> places; function -> places; class ->
 * bases) over everything indexed, updated file by file. Results have a fixed order: files without tests first, then by
 * path and line.
 */
export class SymbolIndex {
	private readonly byPath = new Map<string, IndexedFile>();
	private readonly byName = new Map<string, Set<CodeSymbol>>();
	private readonly members = new Map<string, Map<string, Set<CodeSymbol>>>();
	private nSymbolsTotal = 0;

	get nFiles(): number {
		return this.byPath.size;
	}

	get nSymbols(): number {
		return this.nSymbolsTotal;
	}

	/** Adds or replaces a file. */
	update(file: IndexedFile): void {
		this.remove(file.path);
		this.byPath.set(file.path, file);
		this.nSymbolsTotal += file.symbols.length;
		for (const symbol of file.symbols) {
			add(this.byName, symbol.name, symbol);
			if (symbol.container !== '') {
				const owner = containerName(symbol);
				const table = this.members.get(owner) ?? new Map<string, Set<CodeSymbol>>();
				this.members.set(owner, table);
				add(table, symbol.name, symbol);
			}
		}
	}

	remove(path: string): void {
		const file = this.byPath.get(path);
		if (file === undefined) {
			return;
		}
		this.byPath.delete(path);
		this.nSymbolsTotal -= file.symbols.length;
		for (const symbol of file.symbols) {
			take(this.byName, symbol.name, symbol);
			const owner = containerName(symbol);
			const table = this.members.get(owner);
			if (table !== undefined) {
				take(table, symbol.name, symbol);
				if (table.size === 0) {
					this.members.delete(owner);
				}
			}
		}
	}

	file(path: string): IndexedFile | undefined {
		return this.byPath.get(path);
	}

	/** Sorted by path. */
	files(): IndexedFile[] {
		return [...this.byPath.values()].sort((a, b) => compareText(a.path, b.path));
	}

	/** Every name that is defined somewhere, unordered. */
	names(): Iterable<string> {
		return this.byName.keys();
	}

	/** Every definition of a name, whatever its kind. */
	named(name: string): CodeSymbol[] {
		return this.sorted(this.byName.get(name) ?? []);
	}

	/** Table 1: class -> places. */
	classes(name: string): CodeSymbol[] {
		return this.named(name).filter(isClassLike);
	}

	/** Table 2: class -> method -> places. `className` is the plain name of the class. */
	methods(className: string, name: string): CodeSymbol[] {
		return this.sorted(this.members.get(className)?.get(name) ?? []).filter(isCallable);
	}

	/** Everything defined directly in classes of that plain name. */
	membersOf(className: string): CodeSymbol[] {
		return this.sorted([...(this.members.get(className)?.values() ?? [])].flatMap(symbols => [...symbols]));
	}

	/** Table 3: function -> places; functions outside classes. */
	functions(name: string): CodeSymbol[] {
		return this.named(name).filter(symbol => isCallable(symbol) && symbol.kind !== 'method');
	}

	/** Table 4: class -> bases, as written, in source order and without repeats. */
	bases(className: string): string[] {
		return [...new Set(this.classes(className).flatMap(symbol => symbol.bases))];
	}

	/** The symbols of one file around a line, outermost first. */
	enclosing(path: string, line: number): CodeSymbol[] {
		const symbols = this.byPath.get(path)?.symbols ?? [];
		return symbols
			.filter(symbol => symbol.startLine <= line && line <= symbol.endLine)
			.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
	}

	private sorted(symbols: Iterable<CodeSymbol>): CodeSymbol[] {
		return [...symbols].sort(
			(a, b) =>
				Number(this.isTest(a.file)) - Number(this.isTest(b.file)) ||
				compareText(a.file, b.file) ||
				a.startLine - b.startLine ||
				compareText(a.name, b.name),
		);
	}

	private isTest(path: string): boolean {
		return this.byPath.get(path)?.isTest === true;
	}
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
