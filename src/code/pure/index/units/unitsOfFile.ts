import { qualifiedName } from '../../../../runs/pure/model/symbol';
import type { NameNumbers, SymbolList } from '../symbolList';
import { type UnitNesting, unitSymbols } from './unitSymbols';

/** The functions of a file, and its classes without any, by positions in its list. */
export interface Units {
	/** The first symbol of each. */
	readonly firsts: readonly number[];
	/** The others of those that have several, by the first one. */
	readonly more?: ReadonlyMap<number, readonly number[]>;
	readonly nesting?: UnitNesting;
}

export function unitsOf(list: SymbolList, numbers: NameNumbers): Units {
	const found = unitSymbols(list);
	const nesting = found.nesting && { nesting: found.nesting };
	const callables = grouped(found.callables, list, numbers);
	if (found.classes.length === 0) {
		return { ...callables, ...nesting };
	}
	const owners = new Set(callables.firsts.map(first => list.containerAt(first)));
	const isOwner = (at: number) =>
		owners.has(list.containerAt(at) === 0 ? list.nameAt(at) : numbers.find(qualifiedAt(at, list, numbers)));
	const classes = grouped(found.classes, list, numbers);
	const own = classes.firsts.filter(first => !isOwner(first));
	return {
		firsts: [...callables.firsts, ...own].sort((a, b) => list.startLineAt(a) - list.startLineAt(b)),
		more: new Map([...(callables.more ?? []), ...(classes.more ?? [])]),
		...nesting,
	};
}

/** By qualified name, in the order of the first ones. */
function grouped(symbols: readonly number[], list: SymbolList, numbers: NameNumbers): Omit<Units, 'nesting'> {
	const names = symbols.map(at => list.nameAt(at));
	const containers = symbols.map(at => list.containerAt(at));
	// Without dots in names, their numbers tell qualified names apart as well as texts.
	const isPlain = containers.every(container => container === 0) || !names.some(name => numbers.hasDot(name));
	const keys = isPlain
		? names.map((name, each) => (containers[each] ?? 0) * numbers.size + name)
		: symbols.map(at => qualifiedAt(at, list, numbers));
	if (new Set<number | string>(keys).size === symbols.length) {
		return { firsts: symbols };
	}
	const firsts = new Map<number | string, number>();
	const more = new Map<number, number[]>();
	for (const [each, at] of symbols.entries()) {
		const key = keys[each] ?? 0;
		const first = firsts.get(key);
		if (first === undefined) {
			firsts.set(key, at);
		} else {
			more.set(first, [...(more.get(first) ?? []), at]);
		}
	}
	return { firsts: [...firsts.values()], more };
}

function qualifiedAt(at: number, list: SymbolList, numbers: NameNumbers): string {
	return qualifiedName({ name: numbers.text(list.nameAt(at)), container: numbers.text(list.containerAt(at)) });
}
