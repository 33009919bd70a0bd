import { type CodeSymbol, containerName, type SymbolKind } from '../../model/symbol';
import type { FileEntry, FileUnreadableError } from '../../ports';
import { compareText } from '../../util/compareText';
import type { IndexedFile, LeftOutFile } from '../indexedFile';
import { StringTable } from './stringTable';
import { fileFlags, fileStates, type TableData, TableSections, type TableSource } from './tableData';

/** As numbers in `symbols.kind`, by position. */
export const symbolKinds: readonly SymbolKind[] = [
	'class',
	'interface',
	'module',
	'type',
	'function',
	'method',
	'macro',
	'constant',
	'field',
];

/**
 * The definitions of many files as arrays of numbers: an object is made of one only when it is asked for. Rows are
 * positions in these arrays, of files and of symbols. It never changes.
 */
export class SymbolTable {
	readonly sections: TableSections;
	readonly strings: StringTable;
	/** Those that are in use, so that a definition is always the same object. */
	private readonly symbols = new Map<number, WeakRef<CodeSymbol>>();
	private nMade = 0;
	/** Those that were asked for lately. */
	private readonly files = new Map<number, IndexedFile>();

	constructor(private readonly source: TableSource) {
		this.sections = new TableSections(source);
		this.strings = new StringTable(this.sections);
	}

	/** All of it, in memory. */
	data(): TableData {
		return this.source.read();
	}

	/** Of files, with those that are left out. */
	get nRows(): number {
		return this.sections.get('files.path').length;
	}

	/** Row of a file; -1 where there is none. */
	rowOf(path: string): number {
		let [low, high] = [0, this.nRows - 1];
		while (low <= high) {
			const middle = (low + high) >>> 1;
			const order = compareText(this.pathAt(middle), path);
			if (order === 0) {
				return middle;
			}
			[low, high] = order < 0 ? [middle + 1, high] : [low, middle - 1];
		}
		return -1;
	}

	pathAt(row: number): string {
		return this.strings.at(this.sections.get('files.path')[row] ?? 0);
	}

	/** Whether an entry of the disk is still the file that was indexed, and need not be read again. */
	isSame(row: number, { sizeBytes, modifiedMs }: FileEntry): boolean {
		return (
			this.sections.get('files.sizeBytes')[row] === sizeBytes &&
			this.sections.get('files.modifiedMs')[row] === modifiedMs &&
			!this.hasFlag(row, fileFlags.isTemporary)
		);
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
		const language = strings.at(sections.get('files.language')[row] ?? 0);
		const problem = this.problemAt(row);
		const symbols = () => this.symbolsAt(row);
		let made: readonly CodeSymbol[] | undefined;
		return {
			path: this.pathAt(row),
			sizeBytes: sections.get('files.sizeBytes')[row] ?? 0,
			modifiedMs: sections.get('files.modifiedMs')[row] ?? 0,
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

	leftOutAt(row: number): LeftOutFile {
		return {
			path: this.pathAt(row),
			sizeBytes: this.sections.get('files.sizeBytes')[row] ?? 0,
			modifiedMs: this.sections.get('files.modifiedMs')[row] ?? 0,
			reason: this.stateAt(row) as FileUnreadableError['reason'],
		};
	}

	problemAt(row: number): string | undefined {
		const problem = this.strings.at(this.sections.get('files.problem')[row] ?? 0);
		return problem === '' ? undefined : problem;
	}

	/** The files with a problem, with the reason. */
	problems(): readonly { readonly path: string; readonly reason: string }[] {
		const found: { path: string; reason: string }[] = [];
		for (const [row, problem] of this.sections.get('files.problem').entries()) {
			if (problem !== 0) {
				found.push({ path: this.pathAt(row), reason: this.strings.at(problem) });
			}
		}
		return found;
	}

	/** In source order. */
	symbolsAt(row: number): readonly CodeSymbol[] {
		const first = this.sections.get('files.first');
		const symbols: CodeSymbol[] = [];
		for (let at = first[row] ?? 0; at < (first[row + 1] ?? 0); at++) {
			symbols.push(this.symbolAt(at));
		}
		return symbols;
	}

	nSymbolsAt(row: number): number {
		const first = this.sections.get('files.first');
		return (first[row + 1] ?? 0) - (first[row] ?? 0);
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

	/** Names and how many definitions each has, in no order. */
	*names(): Iterable<readonly [name: string, rows: Uint32Array]> {
		const first = this.sections.get('names.first');
		for (let name = 1; name + 1 < first.length; name++) {
			if (first[name] !== first[name + 1]) {
				yield [this.strings.at(name), this.rows('names', name)];
			}
		}
	}

	/** Rows of the definitions of a name. */
	named(name: string): Uint32Array {
		return this.rows('names', this.strings.find(name));
	}

	/** Rows of what is defined directly in something of that plain name. */
	membersOf(owner: string): Uint32Array {
		return this.rows('members', this.strings.find(owner));
	}

	/** Rows of the definitions of a name directly in something of that plain name. */
	membersNamed(owner: string, name: string): readonly number[] {
		const container = this.sections.get('symbols.container');
		return [...this.named(name)].filter(row => {
			const number = container[row] ?? 0;
			return number !== 0 && containerName({ container: this.strings.at(number) }) === owner;
		});
	}

	private rows(kind: 'names' | 'members', number: number): Uint32Array {
		const first = this.sections.get(`${kind}.first`);
		return number < 0
			? new Uint32Array()
			: this.sections.get(`${kind}.rows`).subarray(first[number] ?? 0, first[number + 1] ?? 0);
	}

	private makeSymbol(row: number): CodeSymbol {
		const { sections, strings } = this;
		const docStartLine = sections.get('symbols.docStartLine')[row] ?? 0;
		const docEndLine = sections.get('symbols.docEndLine')[row] ?? 0;
		return {
			name: strings.at(sections.get('symbols.name')[row] ?? 0),
			kind: symbolKinds[sections.get('symbols.kind')[row] ?? 0] ?? 'function',
			file: this.pathAt(this.fileOf(row)),
			container: strings.at(sections.get('symbols.container')[row] ?? 0),
			nameLine: sections.get('symbols.nameLine')[row] ?? 0,
			startLine: sections.get('symbols.startLine')[row] ?? 0,
			headerEndLine: sections.get('symbols.headerEndLine')[row] ?? 0,
			endLine: sections.get('symbols.endLine')[row] ?? 0,
			...(docStartLine > 0 && { doc: { startLine: docStartLine, endLine: docEndLine } }),
			bases: this.listAt(sections.get('symbols.bases')[row] ?? 0),
			modifiers: this.listAt(sections.get('symbols.modifiers')[row] ?? 0),
		};
	}

	listAt(list: number): readonly string[] {
		const first = this.sections.get('lists.first');
		const numbers = this.sections.get('lists.strings').subarray(first[list] ?? 0, first[list + 1] ?? 0);
		return Array.from(numbers, number => this.strings.at(number));
	}

	stateAt(row: number): (typeof fileStates)[number] {
		return fileStates[(this.sections.get('files.state')[row] ?? 0) & fileFlags.states] ?? 'text';
	}

	private hasFlag(row: number, flag: number): boolean {
		return ((this.sections.get('files.state')[row] ?? 0) & flag) !== 0;
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
/** So many objects are made before those are forgotten that nothing uses any more. */
const forgetAfter = 200_000;

function isIndexed(state: string): boolean {
	return state === 'parsed' || state === 'partial' || state === 'text';
}
