import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../runs/pure/model/symbol';

/**
 * One definition as users count them: the getter and the setter of a property, overloads, and the two branches of a
 * conditional definition are one definition with several symbols.
 */
export interface Definition {
	readonly file: string;
	readonly qualified: string;
	readonly first: CodeSymbol;
	readonly symbols: readonly CodeSymbol[];
}

/** Keeps the order of first occurrence. */
export function groupDefinitions(symbols: readonly CodeSymbol[]): Definition[] {
	const groups = new Map<string, CodeSymbol[]>();
	for (const symbol of symbols) {
		const key = `${symbol.file}\0${qualifiedName(symbol)}\0${family(symbol)}`;
		const group = groups.get(key);
		if (group === undefined) {
			groups.set(key, [symbol]);
		} else if (!group.some(other => other.startLine === symbol.startLine)) {
			group.push(symbol);
		}
	}
	return [...groups.values()].flatMap(group => {
		const [first] = group;
		return first === undefined ? [] : [{ file: first.file, qualified: qualifiedName(first), first, symbols: group }];
	});
}

export type SymbolFamily = 'class' | 'callable' | 'variable';

export function family(symbol: Pick<CodeSymbol, 'kind'>): SymbolFamily {
	return isClassLike(symbol) ? 'class' : isCallable(symbol) ? 'callable' : 'variable';
}
