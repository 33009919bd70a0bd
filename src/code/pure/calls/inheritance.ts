import { type CodeSymbol, isClassLike, qualifiedName } from '../../../runs/pure/model/symbol';
import type { SymbolIndex } from '../index/symbolIndex';

export interface Ancestor {
	readonly symbol: CodeSymbol;
	/** 1 for a direct base. */
	readonly depth: number;
}

/** The classes a class inherits from, breadth first, each once; bases outside the workspace are left out. */
export function ancestorsOf(index: SymbolIndex, owner: CodeSymbol): Ancestor[] {
	const seen = new Set<CodeSymbol>([owner]);
	const ancestors: Ancestor[] = [];
	let level: CodeSymbol[] = [owner];
	for (let depth = 1; level.length > 0; depth++) {
		const bases = level.flatMap(symbol => symbol.bases.flatMap(base => resolveBase(index, symbol, base)));
		level = [...new Set(bases)].filter(symbol => !seen.has(symbol));
		for (const symbol of level) {
			seen.add(symbol);
			ancestors.push({ symbol, depth });
		}
	}
	return ancestors;
}

/**
 * Returns the class that a base refers to, as seen from a class: among the classes with that name the one in the same
 * file, else the one whose path and container match the written name best (`forms.Form`), else the one whose path is
 * nearest. Several if the name does not decide (two branches of a condition). Names only: imports are not followed.
 */
export function resolveBase(index: SymbolIndex, child: CodeSymbol, base: string): CodeSymbol[] {
	const written = base.split(/[^\p{L}\p{N}_$]+/u).filter(part => part !== '');
	const name = written.at(-1);
	if (name === undefined) {
		return [];
	}
	const candidates = index.classes(name).filter(symbol => symbol !== child && symbol.kind !== 'module');
	const rated = candidates.map(symbol => ({ symbol, rating: rate(index, child, symbol, written.slice(0, -1)) }));
	const best = rated.reduce((most, each) => (isAbove(each.rating, most) ? each.rating : most), [-1]);
	return rated.filter(({ rating }) => !isAbove(best, rating)).map(({ symbol }) => symbol);
}

/**
 * True for a member of a class, defined in its body or, if the language allows it, outside; then it belongs to the
 * nearest class with the name of its container.
 */
export function isMemberOf(index: SymbolIndex, symbol: CodeSymbol, owner: CodeSymbol): boolean {
	const path = qualifiedName(owner);
	if (symbol.container !== path || symbol.file === owner.file) {
		return symbol.container === path;
	}
	const owners = index.classes(owner.name).filter(other => qualifiedName(other) === path);
	const nearest = Math.max(...owners.map(other => nearness(symbol, other)));
	return nearness(symbol, owner) === nearest;
}

/** Returns the members of a class that are defined outside its file, in index order. */
export function membersElsewhere(index: SymbolIndex, owner: CodeSymbol): CodeSymbol[] {
	return index.membersOf(owner.name).filter(member => member.file !== owner.file && isMemberOf(index, member, owner));
}

/** Returns the members of a name that a class defines, else those it inherits. */
export function memberOrInherited(index: SymbolIndex, owner: CodeSymbol, name: string): CodeSymbol[] {
	const own = membersNamed(index, owner, name);
	return own.length > 0 ? own : inheritedMembers(index, owner, name);
}

/** Returns the members of a name in the nearest bases that define it; empty if none does. */
export function inheritedMembers(index: SymbolIndex, owner: CodeSymbol, name: string): CodeSymbol[] {
	for (const { symbol: base } of ancestorsOf(index, owner)) {
		const members = membersNamed(index, base, name);
		if (members.length > 0) {
			return members;
		}
	}
	return [];
}

function membersNamed(index: SymbolIndex, owner: CodeSymbol, name: string): CodeSymbol[] {
	return index.namedIn(qualifiedName(owner), name).filter(symbol => isMemberOf(index, symbol, owner));
}

/** `Bases: Base (a/b.x:12), other.Base (not in the workspace).` for a class with bases. */
export function basesText(index: SymbolIndex, owner: CodeSymbol): string | undefined {
	const bases = owner.bases.map(
		base => symbolPlace(resolveBase(index, owner, base)[0]) ?? `${base} (not in the workspace)`,
	);
	return bases.length === 0 ? undefined : `Bases: ${bases.join(', ')}.`;
}

/** `Outer.run (a/b.x:12)`. */
export function symbolPlace(symbol: CodeSymbol): string;
export function symbolPlace(symbol: CodeSymbol | undefined): string | undefined;
export function symbolPlace(symbol: CodeSymbol | undefined): string | undefined {
	return symbol === undefined ? undefined : `${qualifiedName(symbol)} (${symbol.file}:${symbol.nameLine})`;
}

/** Larger is better, compared from the left. */
function rate(index: SymbolIndex, child: CodeSymbol, symbol: CodeSymbol, owners: readonly string[]): number[] {
	const chain = [...stemOf(symbol.file), ...qualifiedName(symbol).split('.')];
	return [
		symbol.file === child.file && owners.length === 0 ? 1 : 0,
		owners.filter(owner => chain.includes(owner)).length,
		symbol.file === child.file ? 1 : 0,
		isClassLike(symbol) && symbol.container === '' ? 1 : 0,
		index.file(symbol.file)?.isTest === index.file(child.file)?.isTest ? 1 : 0,
		nShared(child.file, symbol.file),
	];
}

function isAbove(a: readonly number[], b: readonly number[]): boolean {
	for (const [at, value] of a.entries()) {
		const other = b[at] ?? -1;
		if (value !== other) {
			return value > other;
		}
	}
	return false;
}

function nearness(member: CodeSymbol, owner: CodeSymbol): number {
	return member.file === owner.file ? Number.POSITIVE_INFINITY : nShared(member.file, owner.file);
}

/** How many folders two paths share from the left. */
function nShared(a: string, b: string): number {
	const other = b.split('/');
	const at = a.split('/').findIndex((part, position) => part !== other[position]);
	return at < 0 ? other.length : at;
}

/** `a`, `b` and `c` of `a/b/c.ext`. */
export function stemOf(path: string): string[] {
	const parts = path.split('/');
	const last = parts.pop() ?? '';
	const dot = last.indexOf('.', 1);
	return [...parts, dot < 0 ? last : last.slice(0, dot)];
}
