import { type CodeSymbol, qualifiedName } from '../../../../runs/pure/model/symbol';
import { ancestorsOf, isMemberOf, stemOf } from '../../calls/inheritance';
import type { SymbolIndex } from '../../index/symbolIndex';
import { family, type SymbolFamily } from './definition';
import type { NameQuery } from './nameQuery';

/**
 * A requested name with the scope to search: `owners` of the query are the classes, modules and packages it should be
 * in.
 */
export interface NameRequest {
	/** `definition`: whatever its kind. */
	readonly wanted: Exclude<SymbolFamily, 'variable'> | 'definition';
	readonly query: NameQuery;
	/** Candidate files, if a file was named; best first. */
	readonly files?: ReadonlySet<string>;
}

/** How far a result is from the request; 0 everywhere is an exact match. */
export interface NameDistance {
	readonly owner: number;
	readonly file: number;
	readonly kind: number;
}

export interface NameMatch {
	/** All at the same, smallest distance; in the order of the named files, else of the index. */
	readonly symbols: readonly CodeSymbol[];
	readonly distance: NameDistance;
}

/** Steps of `NameDistance.owner`. */
export const ownerDistance = {
	/** The definition's path and containers end with the owners. */
	direct: 0,
	/** It is in the scope that the last owner names, but the owners before that are not its path: a re-export. */
	loose: 1,
	/** Plus the number of steps up to the base that defines it. */
	inherited: 10,
	/** Somewhere below the owner: in a nested class or function. */
	below: 500,
	/** In another class, another module, or none. */
	elsewhere: 1000,
} as const;

/**
 * The definitions of the query's name that are nearest to the request, whatever their kind; undefined if there are
 * none.
 */
export function matchName(index: SymbolIndex, request: NameRequest): NameMatch | undefined {
	const ownerOf = ownerRanking(index, request.query.owners);
	const rated = index.named(request.query.name).map(symbol => ({
		symbol,
		distance: {
			owner: ownerOf(symbol),
			file: request.files === undefined || request.files.has(symbol.file) ? 0 : 1,
			kind: kindDistance(request.wanted, family(symbol)),
		},
	}));
	const distance = rated.map(each => each.distance).reduce(nearer, farthest);
	const symbols = rated.filter(each => isSame(each.distance, distance)).map(({ symbol }) => symbol);
	const position = new Map([...(request.files ?? [])].map((file, at) => [file, at]));
	symbols.sort((a, b) => (position.get(a.file) ?? 0) - (position.get(b.file) ?? 0));
	return symbols.length === 0 ? undefined : { symbols, distance };
}

/** The classes that a query's last owner names, those whose path ends with all the owners first. */
export function ownerClasses(index: SymbolIndex, owners: readonly string[]): CodeSymbol[] {
	const classes = index.classes(owners.at(-1) ?? '');
	const exact = classes.filter(symbol => endsWith([...chainOf(symbol), symbol.name], owners));
	return exact.length > 0 ? exact : classes;
}

const farthest: NameDistance = {
	owner: Number.POSITIVE_INFINITY,
	file: Number.POSITIVE_INFINITY,
	kind: Number.POSITIVE_INFINITY,
};

function nearer(a: NameDistance, b: NameDistance): NameDistance {
	return (a.owner - b.owner || a.file - b.file || a.kind - b.kind) <= 0 ? a : b;
}

function isSame(a: NameDistance, b: NameDistance): boolean {
	return a.owner === b.owner && a.file === b.file && a.kind === b.kind;
}

function kindDistance(wanted: NameRequest['wanted'], found: SymbolFamily): number {
	return found === wanted || wanted === 'definition' ? 0 : found === 'variable' ? 2 : 1;
}

function ownerRanking(index: SymbolIndex, owners: readonly string[]): (symbol: CodeSymbol) => number {
	const last = owners.at(-1);
	if (last === undefined) {
		return () => ownerDistance.direct;
	}
	const classes = ownerClasses(index, owners);
	const bases = classes.flatMap(owner => ancestorsOf(index, owner));
	return symbol => {
		const chain = chainOf(symbol);
		if (endsWith(chain, owners)) {
			return ownerDistance.direct;
		}
		const isIn = classes.length > 0 ? classes.some(owner => isMemberOf(index, symbol, owner)) : chain.at(-1) === last;
		const isBelow = !isIn && isNested(symbol, last, classes);
		if (isIn || (!isBelow && isSubsequence(owners, chain))) {
			return ownerDistance.loose;
		}
		const depths = bases.filter(base => isMemberOf(index, symbol, base.symbol)).map(base => base.depth);
		const otherwise = isBelow ? ownerDistance.below : ownerDistance.elsewhere;
		return depths.length > 0 ? ownerDistance.inherited + Math.min(...depths) : otherwise;
	};
}

/** Deeper in one of the classes, or in anything else with that name if no class has it. */
function isNested({ container }: CodeSymbol, last: string, classes: readonly CodeSymbol[]): boolean {
	return classes.length > 0
		? classes.some(owner => container.startsWith(`${qualifiedName(owner)}.`))
		: container.split('.').includes(last);
}

/** Everything around a symbol, outermost first: folders, file and containers. */
function chainOf(symbol: CodeSymbol): string[] {
	return [...stemOf(symbol.file), ...symbol.container.split('.').filter(part => part !== '')];
}

function endsWith(chain: readonly string[], parts: readonly string[]): boolean {
	const from = chain.length - parts.length;
	return from >= 0 && parts.every((part, at) => chain[from + at] === part);
}

function isSubsequence(parts: readonly string[], chain: readonly string[]): boolean {
	let at = 0;
	for (const link of chain) {
		if (link === parts[at]) {
			at++;
		}
	}
	return at === parts.length;
}
