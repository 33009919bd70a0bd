import { type CodeSymbol, containerName } from '../../../../runs/pure/model/symbol';
import type { FileEntry } from '../../../../system/pure/files';
import { compareText } from '../../../../system/pure/text/compareText';
import type { IndexedFile, LeftOutFile } from '../indexedFile';
import { Growing, GrowingNarrow, type Narrow, type Numbers } from './growing';
import { StringPool, Utf8 } from './stringTable';
import type { SymbolTable } from './symbolTable';
import {
	fileFlags,
	fileStates,
	type NarrowName,
	type SectionName,
	sectionNames,
	sectionTypes,
	symbolKinds,
	type TableData,
} from './tableData';

/** The parts that grow by files and by symbols; the others are made of them at the end. */
type Column = Extract<SectionName, `files.${string}` | `symbols.${string}`>;
type Growable = { readonly length: number; push(value: number): void; finish(): Numbers };

const columns = sectionNames.filter(name => /^(?:files|symbols)\./.test(name)) as readonly Column[];
const symbolColumns = columns.filter(name => name.startsWith('symbols.')) as readonly NarrowName[];
/** Numbers of strings and of lists differ from table to table. */
const stringColumns: ReadonlySet<string> = new Set(['symbols.name', 'symbols.container']);
const listColumns: ReadonlySet<string> = new Set(['symbols.bases', 'symbols.modifiers']);

/** Makes a table of files, which come in the order of their paths: new ones, and files of other tables. */
export class TableBuilder {
	private readonly columns: Record<Column, Growable>;
	private readonly strings: StringPool;
	private readonly lists = new Map<string, number>();
	private readonly listStrings: number[][] = [];
	private readonly base: SymbolTable | undefined;
	private readonly paths = new Growing(new Uint8Array());
	private readonly pathEnds = new Growing(new Uint32Array());
	private readonly utf8 = new Utf8();
	/** Numbers here of the strings and lists of the table that was copied from last and is not the base. */
	private renumbered:
		| { readonly table: SymbolTable; readonly strings: Int32Array; readonly lists: Int32Array }
		| undefined;
	private nFiles = 0;
	private lastPath: string | undefined;
	/** Neighbors often have the same container. */
	private lastContainer = { text: '', number: 0 };

	/** Most of the files will come from `earlier`. */
	constructor(earlier?: SymbolTable) {
		// Strings that nothing uses any more stay in the table while it is the base of the next one.
		const facts = earlier?.sections.facts;
		this.base = facts !== undefined && facts.nStrings <= 2 * facts.nUsedStrings + 1000 ? earlier : undefined;
		this.strings = new StringPool(this.base?.sections);
		this.columns = Object.fromEntries(
			columns.map(name => [
				name,
				sectionTypes[name] === 'narrow' ? new GrowingNarrow() : new Growing(new sectionTypes[name](0)),
			]),
		) as unknown as Record<Column, Growable>;
		this.columns['files.first'].push(0);
		this.list([]);
		this.addLists(this.base);
	}

	/** `isTemporary`: it is to be read again the next time, although nothing changed. */
	add(file: IndexedFile, isTemporary = false): void {
		const flags = (file.isTest ? fileFlags.isTest : 0) | (isTemporary ? fileFlags.isTemporary : 0);
		const { language = '', problem = '' } = file;
		this.addFile(file, { state: fileStates.indexOf(file.state) | flags, language, problem });
		for (const symbol of file.symbols) {
			this.addSymbol(symbol);
		}
		this.endFile();
		this.nFiles++;
	}

	addLeftOut(file: LeftOutFile, isTemporary = false): void {
		const flags = isTemporary ? fileFlags.isTemporary : 0;
		this.addFile(file, { state: fileStates.indexOf(file.reason) | flags });
		this.endFile();
	}

	/** Adds the file in a row of another table. */
	copy(table: SymbolTable, row: number): void {
		const { sections, strings } = table;
		const language = strings.at(sections.number('files.language', row));
		const problem = strings.at(sections.number('files.problem', row));
		const entry = {
			path: table.pathAt(row),
			sizeBytes: sections.number('files.sizeBytes', row),
			modifiedMs: sections.number('files.modifiedMs', row),
		};
		this.addFile(entry, { state: sections.number('files.state', row), language, problem });
		const [start, end] = [sections.number('files.first', row), sections.number('files.first', row + 1)];
		for (const name of start === end ? [] : symbolColumns) {
			const isNumbered = stringColumns.has(name) || listColumns.has(name);
			if (isNumbered && table !== this.base) {
				this.copyNumbers(name, table, [start, end]);
			} else {
				(this.columns[name] as GrowingNarrow).append(sections.get(name), start, end);
			}
		}
		this.endFile();
		this.nFiles += table.isLeftOut(row) ? 0 : 1;
	}

	/** Added so far. */
	get nSymbols(): number {
		return this.columns['symbols.name'].length;
	}

	finish(): TableData {
		const finished = Object.fromEntries(columns.map(name => [name, this.columns[name].finish()])) as unknown as Record<
			Column,
			Narrow
		>;
		const names = finished['symbols.name'];
		const owners = this.owners(finished['symbols.container']);
		const nStrings = this.strings.size;
		const byName = grouped(names, nStrings);
		const byOwner = grouped(owners, nStrings, 0);
		const facts = {
			...{ nRows: this.pathEnds.length, nFiles: this.nFiles, nSymbols: names.length, nStrings },
			nUsedStrings: this.base?.sections.facts.nUsedStrings ?? nStrings,
		};
		return {
			facts,
			sections: {
				...(Object.fromEntries(columns.map(name => [name, finished[name].buffer])) as Record<Column, ArrayBuffer>),
				...{ 'paths.text': this.paths.finish().buffer, 'paths.ends': this.pathEnds.finish().buffer },
				...this.strings.pack(),
				...this.packLists(),
				...{ 'names.first': byName.first.buffer, 'names.rows': byName.rows.buffer },
				...{ 'members.first': byOwner.first.buffer, 'members.rows': byOwner.rows.buffer },
			},
		};
	}

	private addFile({ path, sizeBytes, modifiedMs }: FileEntry, { state, language = '', problem = '' }: FileFacts): void {
		if (this.lastPath !== undefined && compareText(this.lastPath, path) >= 0) {
			throw new Error(`files of a table are in the order of their paths: ${this.lastPath}, then ${path}`);
		}
		this.lastPath = path;
		// This may replace `utf8.bytes`.
		const nBytes = this.utf8.encode(path);
		this.paths.append(this.utf8.bytes, 0, nBytes);
		this.pathEnds.push(this.paths.length);
		this.columns['files.sizeBytes'].push(sizeBytes);
		this.columns['files.modifiedMs'].push(modifiedMs);
		this.columns['files.language'].push(this.strings.add(language));
		this.columns['files.state'].push(state);
		this.columns['files.problem'].push(this.strings.add(problem));
	}

	private endFile(): void {
		this.columns['files.first'].push(this.columns['symbols.name'].length);
	}

	private addSymbol(symbol: CodeSymbol): void {
		const { columns } = this;
		const { startLine, doc, container } = symbol;
		if (this.lastContainer.text !== container) {
			this.lastContainer = { text: container, number: this.strings.add(container) };
		}
		columns['symbols.name'].push(this.strings.add(symbol.name));
		columns['symbols.container'].push(this.lastContainer.number);
		columns['symbols.kind'].push(symbolKinds.indexOf(symbol.kind));
		columns['symbols.startLine'].push(startLine);
		columns['symbols.nameLine'].push((symbol.nameLine - startLine) >>> 0);
		columns['symbols.headerEndLine'].push((symbol.headerEndLine - startLine) >>> 0);
		columns['symbols.endLine'].push((symbol.endLine - startLine) >>> 0);
		const nAfter = doc === undefined ? 0 : doc.startLine - startLine;
		columns['symbols.docStart'].push(nAfter > 0 ? 2 * nAfter + 1 : -2 * nAfter);
		columns['symbols.docLines'].push(doc === undefined ? 0 : doc.endLine - doc.startLine + 1);
		columns['symbols.bases'].push(this.list(symbol.bases));
		columns['symbols.modifiers'].push(this.list(symbol.modifiers));
	}

	private copyNumbers(name: NarrowName, table: SymbolTable, [start, end]: readonly [number, number]): void {
		const { strings, lists } = this.renumberedOf(table);
		const numbers = table.sections.get(name);
		const isList = listColumns.has(name);
		const known = isList ? lists : strings;
		for (let at = start; at < end; at++) {
			const number = numbers[at] ?? 0;
			let here = known[number] ?? -1;
			if (here < 0) {
				const bytes = isList ? undefined : table.strings.bytesAt(number);
				here = bytes === undefined ? this.list(table.listAt(number)) : this.strings.addBytes(bytes, 0, bytes.length);
				known[number] = here;
			}
			this.columns[name].push(here);
		}
	}

	private renumberedOf(table: SymbolTable): { readonly strings: Int32Array; readonly lists: Int32Array } {
		if (this.renumbered?.table !== table) {
			const nLists = table.sections.lengthOf('lists.first') - 1;
			const strings = new Int32Array(table.strings.size).fill(-1);
			this.renumbered = { table, strings, lists: new Int32Array(nLists).fill(-1) };
		}
		return this.renumbered;
	}

	/** The number of a list of strings. */
	private list(strings: readonly string[]): number {
		if (strings.length === 0 && this.listStrings.length > 0) {
			return 0;
		}
		const numbers = strings.map(each => this.strings.add(each));
		const key = numbers.join(' ');
		const known = this.lists.get(key);
		if (known !== undefined) {
			return known;
		}
		this.lists.set(key, this.listStrings.length);
		return this.listStrings.push(numbers) - 1;
	}

	private addLists(table: SymbolTable | undefined): void {
		const nLists = (table?.sections.lengthOf('lists.first') ?? 1) - 1;
		for (let list = 1; list < nLists; list++) {
			this.list(table?.listAt(list) ?? []);
		}
	}

	private packLists(): Record<'lists.first' | 'lists.strings', ArrayBuffer> {
		const first = new Uint32Array(this.listStrings.length + 1);
		for (const [at, numbers] of this.listStrings.entries()) {
			first[at + 1] = (first[at] ?? 0) + numbers.length;
		}
		return { 'lists.first': first.buffer, 'lists.strings': Uint32Array.from(this.listStrings.flat()).buffer };
	}

	/** Returns for each symbol the number of its container's plain name. */
	private owners(containers: Narrow): Uint32Array {
		const known = new Int32Array(this.strings.size).fill(-1);
		const owners = new Uint32Array(containers.length);
		for (let at = 0; at < containers.length; at++) {
			const container = containers[at] ?? 0;
			let owner = known[container] ?? -1;
			if (owner < 0) {
				owner = container === 0 ? 0 : this.strings.add(containerName({ container: this.strings.at(container) }));
				known[container] = owner;
			}
			owners[at] = owner;
		}
		return owners;
	}
}

interface FileFacts {
	readonly state: number;
	readonly language?: string;
	readonly problem?: string;
}

/** Groups rows by number, in their order; rows of `none` are left out. */
function grouped(
	numbers: Narrow | Uint32Array,
	nNumbers: number,
	none = -1,
): { readonly first: Uint32Array<ArrayBuffer>; readonly rows: Uint32Array<ArrayBuffer> } {
	const first = new Uint32Array(nNumbers + 1);
	for (const number of numbers) {
		if (number !== none) {
			first[number + 1] = (first[number + 1] ?? 0) + 1;
		}
	}
	for (let number = 0; number < nNumbers; number++) {
		first[number + 1] = (first[number + 1] ?? 0) + (first[number] ?? 0);
	}
	const next = first.slice();
	const rows = new Uint32Array(first[nNumbers] ?? 0);
	for (let row = 0; row < numbers.length; row++) {
		const number = numbers[row] ?? 0;
		if (number !== none) {
			rows[next[number] ?? 0] = row;
			next[number] = (next[number] ?? 0) + 1;
		}
	}
	return { first, rows };
}
