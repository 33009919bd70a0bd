import { isCallable, isClassLike, type SymbolKind } from '../../../../runs/pure/model/symbol';
import type { SymbolList } from '../symbolList';

/** The symbols of the units of a file, by positions in its list, ascending. */
export interface UnitSymbols {
	readonly callables: readonly number[];
	readonly classes: readonly number[];
	/** Absent if no unit is in another. */
	readonly nesting?: UnitNesting;
}

/** The functions directly in a function that are units of their own. */
export interface UnitNesting {
	/** By the outer one, ascending. */
	readonly inner: ReadonlyMap<number, readonly number[]>;
	/** The outer one, by each. */
	readonly outer: ReadonlyMap<number, number>;
}

/**
 * Definitions in a function belong to it, but the functions in one with several of them, or of many lines, are units:
 * it is a scope like a class (a component, a factory, a module). A single one in a small function is its result or its
 * argument (a decorator, a callback), and is read with it. A callback with a name is a scope, too: what is in it stays a
 * unit.
 */
export function unitSymbols(list: SymbolList): UnitSymbols {
	const { callables, classes, within } = outermost(list);
	const inner = new Map<number, number[]>();
	for (const outer of callables) {
		// Those in an inner unit come later, as `callables` grows.
		const own = within.get(outer);
		if (own !== undefined && isScope(list, outer, own)) {
			inner.set(outer, own);
			for (const each of own) {
				callables.push(each);
			}
		}
	}
	if (inner.size === 0) {
		return { callables, classes };
	}
	const outer = new Map([...inner].flatMap(([at, own]) => own.map(each => [each, at] as const)));
	return { callables: callables.sort((a, b) => a - b), classes, nesting: { inner, outer } };
}

/** Of a function with a single one in it: more lines than a screen shows. */
const leastLines = 40;

function isScope(list: SymbolList, outer: number, own: readonly number[]): boolean {
	return (
		list.kindAt(outer) === 'callback' ||
		own.length > 1 ||
		list.endLineAt(outer) - list.startLineAt(outer) + 1 >= leastLines
	);
}

function isUnit(kind: SymbolKind): boolean {
	return isCallable({ kind }) || (isClassLike({ kind }) && kind !== 'module');
}

interface Nesting {
	/** Outside of functions. */
	readonly callables: number[];
	readonly classes: number[];
	/** The functions directly in a function, by the outer one. */
	readonly within: ReadonlyMap<number, number[]>;
}

function outermost(list: SymbolList): Nesting {
	const [callables, classes]: [number[], number[]] = [[], []];
	const within = new Map<number, number[]>();
	const open: number[] = [];
	for (const at of list.ofKinds(isUnit)) {
		const [kind, endLine] = [list.kindAt(at), list.endLineAt(at)];
		if (!isCallable({ kind })) {
			const inFunction = open.some(each => list.kindAt(each) !== 'callback' && list.endLineAt(each) >= endLine);
			if (!inFunction) {
				classes.push(at);
			}
			continue;
		}
		while (open.length > 0 && list.endLineAt(open.at(-1) ?? 0) < endLine) {
			open.pop();
		}
		const outer = open.at(-1);
		if (outer === undefined) {
			callables.push(at);
		} else if (kind !== 'macro' && list.startLineAt(at) > list.startLineAt(outer)) {
			const own = within.get(outer) ?? [];
			own.push(at);
			within.set(outer, own);
		}
		open.push(at);
	}
	return { callables, classes, within };
}
