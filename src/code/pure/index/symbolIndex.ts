import { type CodeSymbol, containerName, isCallable, isClassLike } from '../../../runs/pure/model/symbol';
import { compareText } from '../../../system/pure/text/compareText';
import { type IndexedFile, isDividedText } from './indexedFile';
import { NameNumbers, type SymbolList, SymbolsOfFile, SymbolsOfTable } from './symbolList';
import { ChangedFiles } from './tables/changedFiles';
import { PlainSpellings } from './tables/plainSpelling';
import type { SymbolTable } from './tables/symbolTable';
import { UnitTable } from './units/unitTable';

/**
 * The index: the four tables of AutoCodeRover (class -> places; class -> method -> places; function -> places; class ->
 * bases) over everything indexed: a table of all files, and the changes since it was made. Results have a fixed order:
 * code first, then texts without a grammar, then tests; in each by path and line.
 */
export class SymbolIndex {
	private readonly changed = new ChangedFiles();
	/** Rows of files in the table that changed, were removed, or are not visible. */
	private readonly hidden = new Set<number>();
	private nHiddenSymbols = 0;
	private listed: readonly IndexedFile[] | undefined;
	private lastUnits: UnitTable | undefined;
	private codeOnly: SymbolIndex | undefined;

	/** Of `symbolList`. */
	readonly numbers: NameNumbers;

	constructor(private readonly table?: SymbolTable) {
		this.numbers = new NameNumbers(table);
	}

	get nFiles(): number {
		return (this.table?.sections.facts.nFiles ?? 0) - this.hidden.size + this.changed.nFiles;
	}

	get nSymbols(): number {
		return (this.table?.sections.facts.nSymbols ?? 0) - this.nHiddenSymbols + this.changed.nSymbols;
	}

	/** Adds or replaces a file. */
	update(file: IndexedFile): void {
		this.hide(file.path);
		this.changed.update(file);
		this.forgetLists();
	}

	remove(path: string): void {
		this.hide(path);
		this.changed.remove(path);
		this.forgetLists();
	}

	/** The same index without texts that have no grammar, unless there is nothing else. It does not follow changes. */
	get code(): SymbolIndex {
		if (this.codeOnly === undefined) {
			const texts = this.files().filter(isDividedText);
			const hasCode = texts.length > 0 && this.files().some(({ language }) => language !== undefined);
			const hidden = new Set(texts.map(({ path }) => path));
			this.codeOnly = hasCode ? this.without(path => hidden.has(path)) : this;
		}
		return this.codeOnly;
	}

	private forgetLists(): void {
		this.listed = undefined;
		this.codeOnly = undefined;
	}

	/** The same index without some files. It does not follow later changes of this one. */
	without(isHidden: (path: string) => boolean): SymbolIndex {
		const visible = new SymbolIndex(this.table);
		for (const row of this.hidden) {
			visible.hideRow(row);
		}
		for (const file of this.changed.files()) {
			visible.changed.update(file);
		}
		for (const { path } of this.files()) {
			if (isHidden(path)) {
				visible.remove(path);
			}
		}
		return visible;
	}

	file(path: string): IndexedFile | undefined {
		const row = this.rowOf(path);
		return this.changed.file(path) ?? (row < 0 ? undefined : this.table?.fileAt(row));
	}

	/** The definitions of a file by `numbers`; undefined for one that is not indexed. */
	symbolList(path: string): SymbolList | undefined {
		const row = this.rowOf(path);
		if (row >= 0 && this.table !== undefined) {
			return new SymbolsOfTable(this.table, row);
		}
		const file = this.changed.file(path);
		return file && new SymbolsOfFile(file, this.numbers);
	}

	/** The functions and classes of some of its files, which are in the order of `files`. */
	units(files: readonly IndexedFile[]): UnitTable {
		this.lastUnits = new UnitTable(files, this, this.lastUnits);
		return this.lastUnits;
	}

	/** Whether a file contains tests; undefined for one that is not indexed. */
	isTest(path: string): boolean | undefined {
		const row = this.rowOf(path);
		return row < 0 ? this.changed.file(path)?.isTest : this.table?.isTest(row);
	}

	/** Sorted by path. */
	files(): readonly IndexedFile[] {
		if (this.listed === undefined) {
			const listed: IndexedFile[] = [];
			this.table?.allFiles.forEach((file, row) => {
				if (file !== undefined && !this.hidden.has(row)) {
					listed.push(file);
				}
			});
			this.listed = [...listed, ...this.changed.files()].sort((a, b) => compareText(a.path, b.path));
		}
		return this.listed;
	}

	/** Every name that is defined somewhere, unordered. */
	*names(): Iterable<string> {
		const seen = new Set(this.changed.names());
		yield* seen;
		for (const [name, rows] of this.table?.names() ?? []) {
			if (!seen.has(name) && (this.hidden.size === 0 || rows.some(row => this.isVisible(row)))) {
				yield name;
			}
		}
	}

	/** The names that are defined somewhere and have one of some plain spellings, unordered. */
	namesSpelled(spellings: ReadonlySet<string>): string[] {
		const wanted = new PlainSpellings(spellings);
		const changed = [...this.changed.names()].filter(name => wanted.has(name));
		const known = this.table?.namesSpelled(wanted) ?? [];
		const isDefined = (name: string) => this.table?.named(name).some(row => this.isVisible(row)) === true;
		return [...new Set([...changed, ...known.filter(isDefined)])];
	}

	/** Every definition of a name, whatever its kind. */
	named(name: string): CodeSymbol[] {
		return this.sorted([...this.symbolsAt(this.table?.named(name)), ...this.changed.named(name)]);
	}

	/** Table 1: class -> places. */
	classes(name: string): CodeSymbol[] {
		const { table } = this;
		const rows = table?.named(name).filter(row => isClassLike({ kind: table.kindAt(row) }));
		return this.sorted([...this.symbolsAt(rows), ...[...this.changed.named(name)].filter(isClassLike)]);
	}

	/** Table 2: class -> method -> places. `className` is the plain name of the class. */
	methods(className: string, name: string): CodeSymbol[] {
		const changed = [...this.changed.named(name)].filter(symbol => containerName(symbol) === className);
		const known = this.symbolsAt(className === '' ? [] : this.table?.membersNamed(className, name));
		return this.sorted([...known, ...(className === '' ? [] : changed)]).filter(isCallable);
	}

	/** Everything defined directly in classes of that plain name. */
	membersOf(className: string): CodeSymbol[] {
		return this.sorted([...this.symbolsAt(this.table?.membersOf(className)), ...this.changed.membersOf(className)]);
	}

	/** Returns every definition of a name directly in the container with a qualified name; '' is the file. */
	namedIn(container: string, name: string): CodeSymbol[] {
		const { table } = this;
		if (table === undefined || container === '') {
			return this.named(name).filter(symbol => symbol.container === container);
		}
		const [number, owner] = [table.strings.find(name), table.strings.find(container)];
		const rows = table.membersOf(containerName({ container })).filter(row => {
			const { sections } = table;
			return sections.number('symbols.name', row) === number && sections.number('symbols.container', row) === owner;
		});
		const changed = [...this.changed.named(name)].filter(symbol => symbol.container === container);
		return this.sorted([...this.symbolsAt(rows), ...changed]);
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
		const row = this.rowOf(path);
		const around = row < 0 ? this.changed.enclosing(path, line) : this.table?.enclosing(row, line);
		return [...(around ?? [])].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
	}

	/** Row of a visible file in the table; -1 if there is none. */
	private rowOf(path: string): number {
		const row = this.table?.rowOf(path) ?? -1;
		return row < 0 || this.hidden.has(row) || this.table?.isLeftOut(row) === true ? -1 : row;
	}

	private hide(path: string): void {
		const row = this.rowOf(path);
		if (row >= 0) {
			this.hideRow(row);
		}
	}

	private hideRow(row: number): void {
		this.hidden.add(row);
		this.nHiddenSymbols += this.table?.nSymbolsAt(row) ?? 0;
	}

	private isVisible(row: number): boolean {
		return this.table !== undefined && (this.hidden.size === 0 || !this.hidden.has(this.table.fileOf(row)));
	}

	private *symbolsAt(rows: Iterable<number> = []): Iterable<CodeSymbol> {
		for (const row of rows) {
			if (this.table !== undefined && this.isVisible(row)) {
				yield this.table.symbolAt(row);
			}
		}
	}

	private orderOf(path: string): number {
		return this.isTest(path) === true ? 2 : this.file(path)?.language === undefined ? 1 : 0;
	}

	private sorted(symbols: CodeSymbol[]): CodeSymbol[] {
		const orders = new Map<string, number>();
		for (const { file } of symbols.length < 2 ? [] : symbols) {
			orders.set(file, orders.get(file) ?? this.orderOf(file));
		}
		return symbols.sort(
			(a, b) =>
				(orders.get(a.file) ?? 0) - (orders.get(b.file) ?? 0) ||
				compareText(a.file, b.file) ||
				a.startLine - b.startLine ||
				compareText(a.name, b.name),
		);
	}
}
