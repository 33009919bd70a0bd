import { type CodeSymbol, containerName } from '../../model/symbol';
import type { FileEntry } from '../../ports';
import { compareText } from '../../util/compareText';
import type { IndexedFile, LeftOutFile } from '../indexedFile';
import { Growing } from './growing';
import { StringPool } from './stringTable';
import { type SymbolTable, symbolKinds } from './symbolTable';
import { fileFlags, fileStates, type SectionName, sectionNames, sectionTypes, type TableData } from './tableData';

/** The parts that grow by files and by symbols; the others are made of them at the end. */
type Column = Extract<SectionName, `files.${string}` | `symbols.${string}`>;
type Growable =
	| Growing<Uint8Array<ArrayBuffer>>
	| Growing<Uint32Array<ArrayBuffer>>
	| Growing<Float64Array<ArrayBuffer>>;

const columns = sectionNames.filter(name => /^(?:files|symbols)\./.test(name)) as readonly Column[];
const symbolColumns = columns.filter(name => name.startsWith('symbols.'));
/** Numbers of strings and of lists differ from table to table. */
const stringColumns: ReadonlySet<string> = new Set(['symbols.name', 'symbols.container']);
const listColumns: ReadonlySet<string> = new Set(['symbols.bases', 'symbols.modifiers']);

/** Makes a table of files, which come in the order of their paths: new ones, and those of an earlier table. */
export class TableBuilder {
	private readonly columns: Record<Column, Growable>;
	private readonly strings: StringPool;
	private readonly lists = new Map<string, number>();
	private readonly listStrings: number[][] = [];
	private readonly base: SymbolTable | undefined;
	/** Numbers of the strings of earlier tables that are not the base. */
	private readonly renumbered = new Map<SymbolTable, Map<number, number>>();
	private nFiles = 0;
	private lastPath: string | undefined;

	/** Most of the files will come from `earlier`. */
	constructor(earlier?: SymbolTable) {
		// Strings that nothing uses any more stay in the table as long as it is the base of the next one.
		const facts = earlier?.sections.facts;
		this.base = facts !== undefined && facts.nStrings <= 2 * facts.nUsedStrings + 1000 ? earlier : undefined;
		this.strings = new StringPool(this.base?.strings);
		this.columns = Object.fromEntries(
			columns.map(name => [name, new Growing(new sectionTypes[name](0) as Uint32Array<ArrayBuffer>)]),
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

	/** Adds the file in a row of an earlier table. */
	copy(table: SymbolTable, row: number): void {
		const { sections, strings } = table;
		const [language, problem] = [
			strings.at(sections.get('files.language')[row] ?? 0),
			strings.at(sections.get('files.problem')[row] ?? 0),
		];
		const entry = {
			path: table.pathAt(row),
			sizeBytes: sections.get('files.sizeBytes')[row] ?? 0,
			modifiedMs: sections.get('files.modifiedMs')[row] ?? 0,
		};
		this.addFile(entry, { state: sections.get('files.state')[row] ?? 0, language, problem });
		const first = sections.get('files.first');
		const [start, end] = [first[row] ?? 0, first[row + 1] ?? 0];
		for (const name of symbolColumns) {
			const isNumbered = stringColumns.has(name) || listColumns.has(name);
			if (isNumbered && table !== this.base) {
				this.copyNumbers(name, table, [start, end]);
			} else {
				(this.columns[name] as Growing<Uint32Array<ArrayBuffer>>).append(
					sections.get(name) as Uint32Array<ArrayBuffer>,
					start,
					end,
				);
			}
		}
		this.endFile();
		this.nFiles += table.isLeftOut(row) ? 0 : 1;
	}

	finish(): TableData {
		const finished = Object.fromEntries(columns.map(name => [name, this.columns[name].finish()])) as unknown as Record<
			Column,
			Uint32Array<ArrayBuffer>
		>;
		const containers = finished['symbols.container'];
		const known = new Map<number, number>([[0, 0]]);
		const owners = containers.map(number => {
			const owner = known.get(number) ?? this.ownerOf(number);
			known.set(number, owner);
			return owner;
		});
		const nStrings = this.strings.size;
		const names = grouped(finished['symbols.name'], nStrings);
		const members = grouped(owners, nStrings, 0);
		const facts = {
			...{ nFiles: this.nFiles, nSymbols: containers.length, nStrings },
			nUsedStrings: this.base?.sections.facts.nUsedStrings ?? nStrings,
		};
		return {
			facts,
			sections: {
				...(Object.fromEntries(columns.map(name => [name, finished[name].buffer])) as Record<Column, ArrayBuffer>),
				...this.strings.pack(this.base?.sections),
				...this.packLists(),
				...{ 'names.first': names.first.buffer, 'names.rows': names.rows.buffer },
				...{ 'members.first': members.first.buffer, 'members.rows': members.rows.buffer },
			},
		};
	}

	private addFile({ path, sizeBytes, modifiedMs }: FileEntry, { state, language = '', problem = '' }: FileFacts): void {
		if (this.lastPath !== undefined && compareText(this.lastPath, path) >= 0) {
			throw new Error(`files of a table are in the order of their paths: ${this.lastPath}, then ${path}`);
		}
		this.lastPath = path;
		this.columns['files.path'].push(this.strings.add(path));
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
		columns['symbols.name'].push(this.strings.add(symbol.name));
		columns['symbols.container'].push(this.strings.add(symbol.container));
		columns['symbols.kind'].push(symbolKinds.indexOf(symbol.kind));
		columns['symbols.nameLine'].push(symbol.nameLine);
		columns['symbols.startLine'].push(symbol.startLine);
		columns['symbols.headerEndLine'].push(symbol.headerEndLine);
		columns['symbols.endLine'].push(symbol.endLine);
		columns['symbols.docStartLine'].push(symbol.doc?.startLine ?? 0);
		columns['symbols.docEndLine'].push(symbol.doc?.endLine ?? 0);
		columns['symbols.bases'].push(this.list(symbol.bases));
		columns['symbols.modifiers'].push(this.list(symbol.modifiers));
	}

	private copyNumbers(name: Column, table: SymbolTable, [start, end]: readonly [number, number]): void {
		const numbers = table.sections.get(name);
		for (let at = start; at < end; at++) {
			const number = numbers[at] ?? 0;
			this.columns[name].push(listColumns.has(name) ? this.list(table.listAt(number)) : this.renumber(table, number));
		}
	}

	private renumber(table: SymbolTable, number: number): number {
		const numbers = this.renumbered.get(table) ?? new Map<number, number>();
		this.renumbered.set(table, numbers);
		const known = numbers.get(number) ?? this.strings.add(table.strings.at(number));
		numbers.set(number, known);
		return known;
	}

	/** The number of a list of strings. */
	private list(strings: readonly string[]): number {
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
		const nLists = (table?.sections.get('lists.first').length ?? 1) - 1;
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

	private ownerOf(container: number): number {
		return this.strings.add(containerName({ container: this.strings.at(container) }));
	}
}

interface FileFacts {
	readonly state: number;
	readonly language?: string;
	readonly problem?: string;
}

/** Rows by number, in their order; those of `none` are left out. */
function grouped(
	numbers: Uint32Array,
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
	for (const [row, number] of numbers.entries()) {
		if (number !== none) {
			rows[next[number] ?? 0] = row;
			next[number] = (next[number] ?? 0) + 1;
		}
	}
	return { first, rows };
}
