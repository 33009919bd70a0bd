import type { IndexedFile } from '../index/indexedFile';
import type { SymbolIndex } from '../index/symbolIndex';
import type { NameNumbers, SymbolList } from '../index/symbolList';
import { Growing } from '../index/tables/growing';
import {
	type CodeSymbol,
	containerName,
	isCallable,
	isClassLike,
	qualifiedName,
	type SymbolKind,
} from '../model/symbol';

/** A suspect: a function or method, or a class. Several symbols where a getter has a setter. */
export interface CodeUnit {
	/** `path:Class.method`, `path:function` or `path:Class`. */
	readonly id: string;
	readonly file: string;
	/** `path:Class`, or `path:function` for a function in no class. */
	readonly module: string;
	readonly qualified: string;
	readonly name: string;
	/** Qualified name of the container of a method; '' at file level. */
	readonly container: string;
	readonly isClass: boolean;
	readonly symbols: readonly CodeSymbol[];
}

/** Plain name of the class or module a method belongs to. */
export function ownerName(unit: Pick<CodeUnit, 'container'>): string {
	return containerName(unit);
}

/**
 * The functions and methods of some files, and their classes without any, as numbers: rows in the order of the files, and in
 * each in source order. Definitions inside a function belong to that function.
 */
export class CodeUnits {
	/** Of names and containers. */
	readonly numbers: NameNumbers;
	private readonly lists: readonly (SymbolList | undefined)[];
	/** Rows of file f: from `first[f]` to `first[f + 1]`. */
	readonly first: Uint32Array;
	/** Symbols of row r, as positions in the list of its file: from `firstSymbol[r]` to `firstSymbol[r + 1]`. */
	private readonly firstSymbol: Uint32Array;
	private readonly symbols: Uint32Array;

	constructor(
		readonly files: readonly IndexedFile[],
		index: SymbolIndex,
	) {
		this.numbers = index.numbers;
		this.first = new Uint32Array(files.length + 1);
		const firstSymbol = new Growing(new Uint32Array(1));
		firstSymbol.length = 1;
		const symbols = new Growing(new Uint32Array());
		this.lists = files.map(({ path }) => index.symbolList(path));
		for (const [file, list] of this.lists.entries()) {
			for (const unit of list === undefined ? [] : unitsOf(list, index.numbers)) {
				for (const symbol of unit) {
					symbols.push(symbol);
				}
				firstSymbol.push(symbols.length);
			}
			this.first[file + 1] = firstSymbol.length - 1;
		}
		this.firstSymbol = firstSymbol.finish();
		this.symbols = symbols.finish();
	}

	/** Numbers of the name and of the container. */
	nameAt(row: number, file: number): number {
		return this.lists[file]?.nameAt(this.symbols[this.firstSymbol[row] ?? 0] ?? 0) ?? 0;
	}

	containerAt(row: number, file: number): number {
		return this.lists[file]?.containerAt(this.symbols[this.firstSymbol[row] ?? 0] ?? 0) ?? 0;
	}

	/** Calls back with the lines of each of its symbols, 1-based and inclusive. */
	forEachRange(row: number, file: number, take: (startLine: number, endLine: number) => void): void {
		const list = this.lists[file];
		for (let at = this.firstSymbol[row] ?? 0; list !== undefined && at < (this.firstSymbol[row + 1] ?? 0); at++) {
			const symbol = this.symbols[at] ?? 0;
			take(list.startLineAt(symbol), list.endLineAt(symbol));
		}
	}

	/** As an object. */
	unitAt(row: number, file: number): CodeUnit | undefined {
		const list = this.lists[file];
		const own = this.symbols.subarray(this.firstSymbol[row], this.firstSymbol[row + 1]);
		const symbols = list === undefined ? [] : Array.from(own, at => list.symbolAt(at));
		const [first] = symbols;
		if (first === undefined) {
			return undefined;
		}
		const path = this.files[file]?.path ?? '';
		const qualified = qualifiedName(first);
		return {
			id: `${path}:${qualified}`,
			file: path,
			module: `${path}:${qualified.split('.', 1)[0] ?? qualified}`,
			qualified,
			...{ name: first.name, container: first.container },
			isClass: isClassLike(first),
			symbols,
		};
	}
}

/** The symbols of each unit, as positions in the list. */
function unitsOf(list: SymbolList, numbers: NameNumbers): readonly (readonly number[])[] {
	const outermost = outsideFunctions(list);
	const callables = grouped(
		outermost.filter(at => isCallable({ kind: list.kindAt(at) })),
		list,
		numbers,
	);
	const owners = new Set(callables.map(([first = 0]) => list.containerAt(first)));
	const ownerNames = new Set(Array.from(owners, owner => numbers.text(owner)));
	const hasOwners = owners.size > 1 || !owners.has(0);
	const classes = outermost.filter(at => isClassLike({ kind: list.kindAt(at) }));
	const own = grouped(classes, list, numbers).filter(
		([first = 0]) => !(hasOwners || list.nameAt(first) === 0) || !ownerNames.has(qualifiedAt(first, list, numbers)),
	);
	return [...callables, ...own].sort(([a = 0], [b = 0]) => list.startLineAt(a) - list.startLineAt(b));
}

function isUnit(kind: SymbolKind): boolean {
	return isCallable({ kind }) || (isClassLike({ kind }) && kind !== 'module');
}

/** Of what is a unit by its kind. */
function outsideFunctions(list: SymbolList): number[] {
	const kept: number[] = [];
	let functionEnd = 0;
	for (const at of list.ofKinds(isUnit)) {
		const endLine = list.endLineAt(at);
		if (list.startLineAt(at) > functionEnd || endLine > functionEnd) {
			kept.push(at);
			functionEnd = isCallable({ kind: list.kindAt(at) }) ? Math.max(functionEnd, endLine) : functionEnd;
		}
	}
	return kept;
}

/** By qualified name, in the order of the first ones. */
function grouped(symbols: readonly number[], list: SymbolList, numbers: NameNumbers): number[][] {
	// Without containers, numbers tell names apart as well as the names themselves.
	const isPlain = symbols.every(at => list.containerAt(at) === 0);
	const groups = new Map<number | string, number[]>();
	for (const at of symbols) {
		const key = isPlain ? list.nameAt(at) : qualifiedAt(at, list, numbers);
		const members = groups.get(key);
		if (members === undefined) {
			groups.set(key, [at]);
		} else {
			members.push(at);
		}
	}
	return [...groups.values()];
}

function qualifiedAt(at: number, list: SymbolList, numbers: NameNumbers): string {
	return qualifiedName({ name: numbers.text(list.nameAt(at)), container: numbers.text(list.containerAt(at)) });
}
