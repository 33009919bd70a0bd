import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { IndexedFile } from '../indexedFile';
import type { NameNumbers, SymbolList } from '../symbolList';
import { Growing } from '../tables/growing';
import { type Units, unitsOf } from './unitsOfFile';

/** The functions of some files, and their classes without any, as numbers: rows in the order of the files. */
export class UnitTable {
	/** Of names and containers. */
	readonly numbers: NameNumbers;
	/** Rows of file f: from `first[f]` to `first[f + 1]`. */
	readonly first: Uint32Array;
	private readonly lists: readonly (SymbolList | undefined)[];
	/** Symbols of row r, as positions in the list of its file: from `firstSymbol[r]` to `firstSymbol[r + 1]`. */
	private readonly firstSymbol: Uint32Array;
	private readonly symbols: Uint32Array<ArrayBuffer>;
	/** Of each file. */
	private readonly nesting: readonly Units['nesting'][];

	/** Files are in the order of their paths. Units that an earlier table of the same index has are taken from it. */
	constructor(
		readonly files: readonly IndexedFile[],
		index: { symbolList(path: string): SymbolList | undefined; readonly numbers: NameNumbers },
		before?: UnitTable,
	) {
		this.numbers = index.numbers;
		this.first = new Uint32Array(files.length + 1);
		const [firstSymbol, symbols] = [new Growing(new Uint32Array()), new Growing(new Uint32Array())];
		firstSymbol.push(0);
		const lists: (SymbolList | undefined)[] = [];
		const nesting: Units['nesting'][] = [];
		let known = 0;
		for (const [at, file] of files.entries()) {
			while (before !== undefined && (before.files[known]?.path ?? file.path) < file.path) {
				known++;
			}
			if (before !== undefined && before.files[known] === file) {
				lists.push(before.lists[known]);
				nesting.push(before.nesting[known]);
				before.copy(known, firstSymbol, symbols);
			} else {
				const list = index.symbolList(file.path);
				lists.push(list);
				nesting.push(add(list, index.numbers, firstSymbol, symbols));
			}
			this.first[at + 1] = firstSymbol.length - 1;
		}
		this.lists = lists;
		this.nesting = nesting;
		this.firstSymbol = firstSymbol.finish();
		this.symbols = symbols.finish();
	}

	/** Number of the name. */
	nameAt(row: number, file: number): number {
		return this.lists[file]?.nameAt(this.symbols[this.firstSymbol[row] ?? 0] ?? 0) ?? 0;
	}

	/** Number of the container of the outermost function around it. */
	ownerAt(row: number, file: number): number {
		let symbol = this.symbols[this.firstSymbol[row] ?? 0] ?? 0;
		const { outer } = this.nesting[file] ?? {};
		for (let around = outer?.get(symbol); around !== undefined; around = outer?.get(around)) {
			symbol = around;
		}
		return this.lists[file]?.containerAt(symbol) ?? 0;
	}

	/** Calls back with the lines of its symbols that are in no inner unit, 1-based and inclusive. */
	forEachRange(row: number, file: number, take: (startLine: number, endLine: number) => void): void {
		const list = this.lists[file];
		for (let at = this.firstSymbol[row] ?? 0; list !== undefined && at < (this.firstSymbol[row + 1] ?? 0); at++) {
			const symbol = this.symbols[at] ?? 0;
			let next = list.startLineAt(symbol);
			for (const inner of this.nesting[file]?.inner.get(symbol) ?? none) {
				if (next < list.startLineAt(inner)) {
					take(next, list.startLineAt(inner) - 1);
				}
				next = Math.max(next, list.endLineAt(inner) + 1);
			}
			if (next <= list.endLineAt(symbol)) {
				take(next, list.endLineAt(symbol));
			}
		}
	}

	/** As objects. */
	symbolsAt(row: number, file: number): readonly CodeSymbol[] {
		const list = this.lists[file];
		const own = this.symbols.subarray(this.firstSymbol[row], this.firstSymbol[row + 1]);
		return list === undefined ? [] : Array.from(own, at => list.symbolAt(at));
	}

	private copy(file: number, firstSymbol: Numbers, symbols: Numbers): void {
		const [start, end] = [this.first[file] ?? 0, this.first[file + 1] ?? 0];
		const from = this.firstSymbol[start] ?? 0;
		const moved = symbols.length - from;
		symbols.append(this.symbols, from, this.firstSymbol[end] ?? 0);
		for (let row = start; row < end; row++) {
			firstSymbol.push((this.firstSymbol[row + 1] ?? 0) + moved);
		}
	}
}

type Numbers = Growing<Uint32Array<ArrayBuffer>>;

const none: readonly number[] = [];

function add(
	list: SymbolList | undefined,
	numbers: NameNumbers,
	firstSymbol: Numbers,
	symbols: Numbers,
): Units['nesting'] {
	const { firsts, more, nesting }: Units = list === undefined ? { firsts: [] } : unitsOf(list, numbers);
	for (const first of firsts) {
		symbols.push(first);
		for (const symbol of more?.get(first) ?? []) {
			symbols.push(symbol);
		}
		firstSymbol.push(symbols.length);
	}
	return nesting;
}
