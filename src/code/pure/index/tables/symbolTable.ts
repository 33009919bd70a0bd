import { type CodeSymbol, containerName, type SymbolKind } from '../../../../runs/pure/model/symbol';
import type { FileEntry, FileUnreadableError } from '../../../../system/pure/files';
import { compareText } from '../../../../system/pure/text/compareText';
import type { IndexedFile, LeftOutFile } from '../indexedFile';
import type { Narrow } from './growing';
import type { PlainSpellings } from './plainSpelling';
import { StringTable, Utf8 } from './stringTable';
import { SymbolLines } from './symbolLines';
import {
	fileFlags,
	fileStates,
	type SectionName,
	sectionNames,
	symbolKinds,
	type TableData,
	TableSections,
	type TableSource,
} from './tableData';

type SymbolColumns = Readonly<Record<'kind' | 'startLine' | 'endLine' | 'name' | 'container', Narrow>>;

/**
 * The definitions of many files as arrays of numbers: an object is made of one only when it is asked for. Rows are
 * positions in these arrays, of files and of symbols. It never changes.
 */
export class SymbolTable {
	readonly sections: TableSections;
	readonly strings: StringTable;
	private readonly utf8 = new Utf8();
	/** Those that are in use, so that a definition is always the same object. */
	private readonly symbols = new Map<number, WeakRef<CodeSymbol>>();
	private nMade = 0;
	private read: SymbolColumns | undefined;
	/** Those that were asked for lately. */
	private readonly files = new Map<number, IndexedFile>();
	private all: readonly (IndexedFile | undefined)[] | undefined;
	private readonly lines = new Map<number, SymbolLines>();
	private entries: { readonly sizes: Float64Array; readonly times: Float64Array } | undefined;
	private paths: { readonly text: Uint8Array; readonly ends: Uint32Array } | undefined;
	private nPathsCompared = 0;
	/** Files are asked for many times in a row, or in their order. */
	private lastFound = { path: '', row: -1 };

	constructor(private readonly source: TableSource) {
		this.sections = new TableSections(source);
		this.strings = new StringTable(this.sections);
	}

	/** All of it, in memory. */
	data(): TableData {
		const sections = sectionNames.map(name => [name, this.sections.get(name).buffer]);
		return { facts: this.source.facts, sections: Object.fromEntries(sections) as TableData['sections'] };
	}

	/** By row of the symbol, for reading very many. `endLine`: lines after the start. */
	get columns(): SymbolColumns {
		this.read ??= {
			kind: this.sections.get('symbols.kind'),
			startLine: this.sections.get('symbols.startLine'),
			endLine: this.sections.get('symbols.endLine'),
			name: this.sections.get('symbols.name'),
			container: this.sections.get('symbols.container'),
		};
		return this.read;
	}

	/** Of files, with those that are left out. */
	get nRows(): number {
		return this.source.facts.nRows;
	}

	/** Row of a file; -1 if there is none. */
	rowOf(path: string): number {
		if (this.lastFound.path !== path) {
			const next = this.lastFound.row + 1;
			this.lastFound = { path, row: next < this.nRows && this.compareAt(next, path) === 0 ? next : this.find(path) };
		}
		return this.lastFound.row;
	}

	private find(path: string): number {
		let [low, high] = [0, this.nRows - 1];
		while (low <= high) {
			const middle = (low + high) >>> 1;
			const order = this.compareAt(middle, path);
			if (order === 0) {
				return middle;
			}
			[low, high] = order < 0 ? [middle + 1, high] : [low, middle - 1];
		}
		return -1;
	}

	pathAt(row: number): string {
		const bytes = this.pathBytes(row);
		return this.utf8.decode(bytes, 0, bytes.length);
	}

	private pathBytes(row: number): Uint8Array {
		const start = row === 0 ? 0 : this.sections.number('paths.ends', row - 1);
		return this.sections.bytes('paths.text', start, this.sections.number('paths.ends', row));
	}

	/** All paths; undefined while only a few were compared: for these, a saved table reads some pages. */
	private get comparedPaths(): SymbolTable['paths'] {
		if (this.paths === undefined && ++this.nPathsCompared > fewComparisons) {
			this.paths = { text: this.sections.get('paths.text'), ends: this.sections.get('paths.ends') };
		}
		return this.paths;
	}

	/** The order of the path in a row and this one: below 0 if the former is first. */
	private compareAt(row: number, path: string): number {
		const { text, ends } = this.comparedPaths ?? {};
		const bytes = text ?? this.pathBytes(row);
		const start = ends === undefined || row === 0 ? 0 : (ends[row - 1] ?? 0);
		const length = ends === undefined ? bytes.length : (ends[row] ?? 0) - start;
		for (let at = 0; at < length && at < path.length; at++) {
			const [byte, code] = [bytes[start + at] ?? 0, path.charCodeAt(at)];
			if (byte > 0x7f || code > 0x7f) {
				return compareText(this.pathAt(row), path);
			}
			if (byte !== code) {
				return byte - code;
			}
		}
		return length - path.length;
	}

	/** Whether an entry of the disk is still the file that was indexed, and need not be read again. */
	isSame(row: number, { sizeBytes, modifiedMs }: FileEntry): boolean {
		const { sizes, times } = this.listed;
		return sizes[row] === sizeBytes && times[row] === modifiedMs && !this.hasFlag(row, fileFlags.isTemporary);
	}

	private get listed(): NonNullable<SymbolTable['entries']> {
		this.entries ??= {
			sizes: this.sections.get('files.sizeBytes'),
			times: this.sections.get('files.modifiedMs'),
		};
		return this.entries;
	}

	isTest(row: number): boolean {
		return this.hasFlag(row, fileFlags.isTest);
	}

	isLeftOut(row: number): boolean {
		return !isIndexed(this.stateAt(row));
	}

	/** A file that is not left out. Its symbols are made when they are first read. */
	fileAt(row: number): IndexedFile {
		const file = this.files.get(row) ?? this.makeFile(row);
		if (this.files.size >= nLatestFiles) {
			this.files.clear();
		}
		this.files.set(row, file);
		return file;
	}

	private makeFile(row: number): IndexedFile {
		const { sections, strings } = this;
		const language = strings.at(sections.number('files.language', row));
		const problem = this.problemAt(row);
		const symbols = () => this.symbolsAt(row);
		let made: readonly CodeSymbol[] | undefined;
		return {
			path: this.pathAt(row),
			sizeBytes: sections.number('files.sizeBytes', row),
			modifiedMs: sections.number('files.modifiedMs', row),
			...(language !== '' && { language }),
			isTest: this.isTest(row),
			state: this.stateAt(row) as IndexedFile['state'],
			...(problem !== undefined && { problem }),
			get symbols() {
				made ??= symbols();
				return made;
			},
		};
	}

	/** By row; undefined for those that are left out. */
	get allFiles(): readonly (IndexedFile | undefined)[] {
		if (this.all === undefined) {
			for (const name of sectionNames.filter(each => /^(?:files|paths)\./.test(each))) {
				this.sections.get(name);
			}
			this.all = Array.from({ length: this.nRows }, (_, row) => (this.isLeftOut(row) ? undefined : this.makeFile(row)));
		}
		return this.all;
	}

	leftOutAt(row: number): LeftOutFile {
		return {
			path: this.pathAt(row),
			sizeBytes: this.sections.number('files.sizeBytes', row),
			modifiedMs: this.sections.number('files.modifiedMs', row),
			reason: this.stateAt(row) as FileUnreadableError['reason'],
		};
	}

	problemAt(row: number): string | undefined {
		const problem = this.strings.at(this.sections.number('files.problem', row));
		return problem === '' ? undefined : problem;
	}

	/** The files with a problem, with the reason. */
	problems(): readonly { readonly path: string; readonly reason: string }[] {
		const found: { path: string; reason: string }[] = [];
		const problems = this.sections.get('files.problem');
		for (let row = 0; row < problems.length; row++) {
			const reason = problems[row] === 0 ? undefined : this.problemAt(row);
			reason !== undefined && found.push({ path: this.pathAt(row), reason });
		}
		return found;
	}

	/** In source order. */
	symbolsAt(row: number): readonly CodeSymbol[] {
		const end = this.sections.number('files.first', row + 1);
		const symbols: CodeSymbol[] = [];
		for (let at = this.sections.number('files.first', row); at < end; at++) {
			symbols.push(this.symbolAt(at));
		}
		return symbols;
	}

	/** The symbols of a file around a line, in source order. No others are made. */
	enclosing(row: number, line: number): readonly CodeSymbol[] {
		const first = this.sections.number('files.first', row);
		const lines = this.lines.get(row) ?? this.linesAt(row, first);
		if (this.lines.size >= nLatestFiles) {
			this.lines.clear();
		}
		this.lines.set(row, lines);
		return lines.around(line).map(at => this.symbolAt(first + at));
	}

	private linesAt(row: number, first: number): SymbolLines {
		const number = (name: SectionName, at: number) => this.sections.number(name, first + at);
		const starts = Float64Array.from({ length: this.nSymbolsAt(row) }, (_, at) => number('symbols.startLine', at));
		const ends = starts.map((start, at) => (start + number('symbols.endLine', at)) >>> 0);
		return new SymbolLines(starts, ends);
	}

	nSymbolsAt(row: number): number {
		return this.sections.number('files.first', row + 1) - this.sections.number('files.first', row);
	}

	/** Row of the file of a symbol. */
	fileOf(symbol: number): number {
		const first = this.sections.get('files.first');
		let [low, high] = [0, this.nRows - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			[low, high] = (first[middle] ?? 0) <= symbol ? [middle, high] : [low, middle - 1];
		}
		return low;
	}

	symbolAt(row: number): CodeSymbol {
		const known = this.symbols.get(row)?.deref();
		if (known !== undefined) {
			return known;
		}
		const symbol = this.makeSymbol(row);
		this.symbols.set(row, new WeakRef(symbol));
		this.nMade++;
		if (this.nMade > forgetAfter) {
			this.forgetUnused();
		}
		return symbol;
	}

	/** Names and the rows of their definitions, in no order. */
	*names(): Iterable<readonly [name: string, rows: Uint32Array]> {
		const first = this.sections.get('names.first');
		const rows = this.sections.get('names.rows');
		// All of them are read: not page by page.
		this.sections.get('strings.text');
		this.sections.get('strings.ends');
		for (let name = 1; name + 1 < first.length; name++) {
			if (first[name] !== first[name + 1]) {
				yield [this.strings.at(name), rows.subarray(first[name], first[name + 1])];
			}
		}
	}

	/** Strings that have one of some plain spellings, whether or not they are names. */
	namesSpelled(spellings: PlainSpellings): string[] {
		const [bytes, ends] = [this.sections.get('strings.text'), this.sections.get('strings.ends')];
		const found: string[] = [];
		for (let string = 1, start = ends[0] ?? 0; string < ends.length; string++) {
			const end = ends[string] ?? 0;
			if (spellings.mayHave(bytes, start, end)) {
				found.push(this.strings.at(string));
			}
			start = end;
		}
		return found.filter(name => spellings.has(name));
	}

	/** Rows of the definitions of a name. */
	named(name: string): Uint32Array {
		return this.rows('names', this.strings.find(name));
	}

	/** Returns the rows of the definitions directly in a container with that plain name. */
	membersOf(owner: string): Uint32Array {
		return this.rows('members', this.strings.find(owner));
	}

	/** Rows of the definitions of a name directly in something of that plain name. */
	membersNamed(owner: string, name: string): readonly number[] {
		return [...this.named(name)].filter(row => {
			const number = this.sections.number('symbols.container', row);
			return number !== 0 && containerName({ container: this.strings.at(number) }) === owner;
		});
	}

	private rows(kind: 'names' | 'members', number: number): Uint32Array {
		if (number < 0) {
			return new Uint32Array();
		}
		const [start, end] = [
			this.sections.number(`${kind}.first`, number),
			this.sections.number(`${kind}.first`, number + 1),
		];
		return Uint32Array.from({ length: end - start }, (_, at) => this.sections.number(`${kind}.rows`, start + at));
	}

	kindAt(row: number): SymbolKind {
		return symbolKinds[this.sections.number('symbols.kind', row)] ?? 'function';
	}

	private makeSymbol(row: number): CodeSymbol {
		const { strings } = this;
		const number = (name: SectionName) => this.sections.number(name, row);
		const startLine = number('symbols.startLine');
		const lineOf = (name: SectionName) => (startLine + number(name)) >>> 0;
		const [docStart, nDocLines] = [number('symbols.docStart'), number('symbols.docLines')];
		const docStartLine = startLine + (docStart % 2 === 0 ? -docStart / 2 : (docStart - 1) / 2);
		return {
			name: strings.at(number('symbols.name')),
			kind: this.kindAt(row),
			file: this.pathAt(this.fileOf(row)),
			container: strings.at(number('symbols.container')),
			nameLine: lineOf('symbols.nameLine'),
			startLine,
			headerEndLine: lineOf('symbols.headerEndLine'),
			endLine: lineOf('symbols.endLine'),
			...(nDocLines > 0 && { doc: { startLine: docStartLine, endLine: docStartLine + nDocLines - 1 } }),
			bases: this.listAt(number('symbols.bases')),
			modifiers: this.listAt(number('symbols.modifiers')),
		};
	}

	listAt(list: number): readonly string[] {
		if (list === 0) {
			return [];
		}
		const first = this.sections.get('lists.first');
		const numbers = this.sections.get('lists.strings').subarray(first[list] ?? 0, first[list + 1] ?? 0);
		return Array.from(numbers, number => this.strings.at(number));
	}

	stateAt(row: number): (typeof fileStates)[number] {
		return fileStates[this.sections.number('files.state', row) & fileFlags.states] ?? 'text';
	}

	private hasFlag(row: number, flag: number): boolean {
		return (this.sections.number('files.state', row) & flag) !== 0;
	}

	private forgetUnused(): void {
		for (const [row, symbol] of this.symbols) {
			if (symbol.deref() === undefined) {
				this.symbols.delete(row);
			}
		}
		this.nMade = 0;
	}
}

const nLatestFiles = 500;
/** To find a path among 100,000 takes 17. */
const fewComparisons = 1000;
/** The number of objects made before unused ones are forgotten. */
const forgetAfter = 200_000;

function isIndexed(state: string): boolean {
	return state === 'parsed' || state === 'partial' || state === 'text';
}
