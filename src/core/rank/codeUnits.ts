import type { IndexedFile } from '../index/indexedFile';
import { type CodeSymbol, containerName, isCallable, isClassLike, qualifiedName } from '../model/symbol';

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

export interface CodeUnits {
	/** Functions and methods, and classes without any. Sorted by path, then in source order. */
	readonly functions: readonly CodeUnit[];
	/** Every class. */
	readonly classes: readonly CodeUnit[];
}

/** The units of some files. Definitions inside a function belong to that function. */
export function codeUnits(files: readonly IndexedFile[]): CodeUnits {
	const functions: CodeUnit[] = [];
	const classes: CodeUnit[] = [];
	for (const file of files) {
		const outermost = outsideFunctions(file.symbols);
		const callables = group(outermost.filter(isCallable));
		const owners = new Set(callables.map(unit => unit.container));
		const own = group(outermost.filter(symbol => isClassLike(symbol) && symbol.kind !== 'module'));
		classes.push(...own);
		functions.push(...[...callables, ...own.filter(unit => !owners.has(unit.qualified))].sort(bySource));
	}
	return { functions, classes };
}

/** Plain name of the class or module a method belongs to. */
export function ownerName(unit: Pick<CodeUnit, 'container'>): string {
	return containerName(unit);
}

function outsideFunctions(symbols: readonly CodeSymbol[]): CodeSymbol[] {
	const kept: CodeSymbol[] = [];
	let functionEnd = 0;
	for (const symbol of symbols) {
		if (symbol.startLine > functionEnd || symbol.endLine > functionEnd) {
			kept.push(symbol);
			functionEnd = isCallable(symbol) ? Math.max(functionEnd, symbol.endLine) : functionEnd;
		}
	}
	return kept;
}

function group(symbols: readonly CodeSymbol[]): CodeUnit[] {
	const groups = new Map<string, CodeSymbol[]>();
	for (const symbol of symbols) {
		const name = qualifiedName(symbol);
		const members = groups.get(name);
		if (members === undefined) {
			groups.set(name, [symbol]);
		} else {
			members.push(symbol);
		}
	}
	return [...groups].flatMap(([qualified, members]) => {
		const [first] = members;
		return first === undefined ? [] : [unitOf(qualified, first, members)];
	});
}

function unitOf(qualified: string, first: CodeSymbol, symbols: readonly CodeSymbol[]): CodeUnit {
	const { file, name, container } = first;
	return {
		id: `${file}:${qualified}`,
		file,
		module: `${file}:${qualified.split('.', 1)[0] ?? qualified}`,
		qualified,
		name,
		container,
		isClass: isClassLike(first),
		symbols,
	};
}

function bySource(a: CodeUnit, b: CodeUnit): number {
	return (a.symbols[0]?.startLine ?? 0) - (b.symbols[0]?.startLine ?? 0);
}
