import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import {
	type CodeSymbol,
	isCallable,
	isClassLike,
	type LineRange,
	qualifiedName,
} from '../../../runs/pure/model/symbol';
import type { SymbolIndex } from '../index/symbolIndex';

/** A symbol's place: its class is the innermost class around it (or itself), and its method is the rest of its name. */
export function placeOfSymbol(index: SymbolIndex, symbol: CodeSymbol): FoundPlace {
	const { file, startLine, endLine } = symbol;
	return { file, startLine, endLine, ...namesOf(symbol, classAround(index, symbol)) };
}

/** The place of some lines of a file, with the innermost class and function around them. */
export function placeOfLines(index: SymbolIndex, file: string, lines: LineRange): FoundPlace {
	return new LinePlaces(index).of(file, lines, index.enclosing(file, lines.startLine));
}

/** Places of many lines: the names of a definition are looked up once. */
export class LinePlaces {
	private readonly names = new Map<CodeSymbol, Pick<FoundPlace, 'class' | 'method'>>();

	constructor(private readonly index: SymbolIndex) {}

	/** `around`: the symbols around the first line, outermost first. */
	of(file: string, { startLine, endLine }: LineRange, around: readonly CodeSymbol[]): FoundPlace {
		const inner = around.findLast(symbol => symbol.endLine >= endLine && (isCallable(symbol) || isClassLike(symbol)));
		return { file, startLine, endLine, ...(inner && this.namesOf(inner)) };
	}

	private namesOf(symbol: CodeSymbol): Pick<FoundPlace, 'class' | 'method'> {
		const known = this.names.get(symbol) ?? namesOf(symbol, classAround(this.index, symbol));
		this.names.set(symbol, known);
		return known;
	}
}

function namesOf(symbol: CodeSymbol, owner: string): Pick<FoundPlace, 'class' | 'method'> {
	const path = qualifiedName(symbol);
	if (isClassLike(symbol)) {
		return { class: path };
	}
	const names = owner === '' ? {} : { class: owner };
	return isCallable(symbol) ? { ...names, method: owner === '' ? path : path.slice(owner.length + 1) } : names;
}

/**
 * Qualified name of the class a symbol belongs to, '' if none: the container without the functions and modules at its
 * end.
 */
function classAround(index: SymbolIndex, symbol: CodeSymbol): string {
	const notClasses = index
		.enclosing(symbol.file, symbol.startLine)
		.filter(outer => outer !== symbol && (isCallable(outer) || outer.kind === 'module'))
		.map(qualifiedName);
	let owner = symbol.container;
	while (notClasses.includes(owner)) {
		owner = owner.slice(0, Math.max(0, owner.lastIndexOf('.')));
	}
	return owner;
}
