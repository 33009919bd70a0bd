import { type CodeSymbol, containerName, isClassLike } from '../../../../runs/pure/model/symbol';
import { ancestorsOf, inheritedMembers, isMemberOf, resolveBase, symbolPlace } from '../../calls/inheritance';
import type { SymbolIndex } from '../../index/symbolIndex';
import type { FileMatch } from '../fileQuery';
import { family } from './definition';
import { type NameMatch, type NameRequest, ownerClasses, ownerDistance } from './nameMatch';
import { nearNames } from './nearNames';

const listLimit = 8;
const nearLimit = 5;

/** How a file name was read, unless it simply names one file. */
export function fileNotes(files: FileMatch | undefined): string[] {
	if (files === undefined) {
		return [];
	}
	const { written, paths, how, near } = files;
	const few = list(paths);
	switch (how) {
		case 'outside':
			return [`"${written}" lies outside the workspace. Give a path inside it, such as one from an earlier answer.`];
		case 'none':
			return [`No file of the workspace is called "${written}".${near.length === 0 ? '' : ` Similar: ${list(near)}.`}`];
		case 'folder':
			return [`"${written}" is a folder of ${paths.length} files.`];
		case 'corrected':
			return [`No file is called "${written}"; read as ${few}.`];
		case 'written':
			return paths.length > 1 ? [`"${written}" matches ${paths.length} files: ${few}.`] : [];
	}
}

/** How the result differs from the request. */
export function matchNotes(index: SymbolIndex, request: NameRequest, match: NameMatch): string[] {
	const [first] = match.symbols;
	if (first === undefined) {
		return [];
	}
	return [
		...ownerNote(index, request, match, first),
		...(match.distance.file > 0 ? [`"${first.name}" is not defined in ${list([...(request.files ?? [])])}.`] : []),
		...(match.distance.kind > 0 ? [`"${first.name}" is a ${kindOf(first)}, not a ${nouns[request.wanted]}.`] : []),
	];
}

/** Suggestions when no definition has the name. */
export function missNotes(
	index: SymbolIndex,
	request: NameRequest,
	similar: readonly CodeSymbol[] = similarDefinitions(index, request, noFiles),
): string[] {
	const names = similar.map(symbolPlace).join(', ');
	return [...ownerMissNote(index, request), ...(names === '' ? [] : [`Similar names: ${names}.`])];
}

const noFiles: ReadonlySet<string> = new Set();

/** Returns the definitions with the names most similar to the requested one, the wanted kind and `nearFiles` first. */
export function similarDefinitions(
	index: SymbolIndex,
	{ query, wanted }: NameRequest,
	nearFiles: ReadonlySet<string>,
): CodeSymbol[] {
	return similarSymbols(index, query.name, {
		isWanted: symbol => wanted === 'definition' || family(symbol) === wanted,
		nearFiles,
	});
}

/**
 * Returns the names most similar to one, each with its place; the wanted kind first, and among these non-tests first.
 */
export function similarNames(index: SymbolIndex, name: string, isWanted: (symbol: CodeSymbol) => boolean): string {
	return similarSymbols(index, name, { isWanted, nearFiles: noFiles }).map(symbolPlace).join(', ');
}

interface Preferred {
	readonly isWanted: (symbol: CodeSymbol) => boolean;
	readonly nearFiles: ReadonlySet<string>;
}

function similarSymbols(index: SymbolIndex, name: string, { isWanted, nearFiles }: Preferred): CodeSymbol[] {
	const isNear = ({ file }: CodeSymbol) => nearFiles.has(file);
	const near = nearNames(name, index.names(), nearLimit * 10).flatMap(other => {
		const named = index.named(other);
		const wanted = named.filter(isWanted);
		return wanted.find(isNear) ?? wanted[0] ?? named[0] ?? [];
	});
	const rank = (symbol: CodeSymbol) => (isWanted(symbol) ? 0 : 2) + (index.file(symbol.file)?.isTest ? 1 : 0);
	// Only the most similar ones: a definition nearby may be hardly similar.
	const best = near.toSorted((a, b) => rank(a) - rank(b)).slice(0, nearLimit * 2);
	return best.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a))).slice(0, nearLimit);
}

/** The method of a base that a method overrides, and the methods that override it. */
export function overrideNotes(index: SymbolIndex, method: CodeSymbol): string[] {
	const [overridden] = overriddenBy(index, method);
	const named = index.named(method.name);
	const others = named.length > mostCompared ? [] : named.filter(each => each.kind === 'method' && each !== method);
	const overriding = others.filter(each => overriddenBy(index, each).includes(method));
	const rest = overriding.length > nearLimit ? `, and ${overriding.length - nearLimit} more` : '';
	const places = overriding.slice(0, nearLimit).map(symbolPlace).join(', ');
	return [
		...(overridden === undefined ? [] : [`It overrides ${symbolPlace(overridden)}.`]),
		...(places === '' ? [] : [`It is overridden by ${places}${rest}.`]),
	];
}

/** For a very common method name, finding the overridden method of each would take long. */
export const mostCompared = 300;

/** The methods of the nearest bases that a method overrides. */
export function overriddenBy(index: SymbolIndex, method: CodeSymbol): readonly CodeSymbol[] {
	const owner = index
		.classes(containerName(method))
		.find(symbol => symbol.file === method.file && isMemberOf(index, method, symbol));
	return owner === undefined ? [] : inheritedMembers(index, owner, method.name);
}

const nouns: Readonly<Record<NameRequest['wanted'], string>> = {
	class: 'class',
	callable: 'function or method',
	definition: 'definition',
};

function kindOf(symbol: CodeSymbol): string {
	return symbol.container === '' ? symbol.kind : `${symbol.kind} of ${symbol.container}`;
}

function ownerNote(index: SymbolIndex, request: NameRequest, match: NameMatch, first: CodeSymbol): string[] {
	const { owner } = match.distance;
	const last = request.query.owners.at(-1);
	if (owner >= ownerDistance.elsewhere) {
		return ownerMissNote(index, request);
	}
	if (owner >= ownerDistance.below) {
		return [`"${first.name}" is defined in ${first.container}, not in ${last} itself.`];
	}
	return owner >= ownerDistance.inherited ? [`${last} inherits "${first.name}" from ${first.container}.`] : [];
}

/** Why the requested owner does not have the name: it lacks it, or there is no such owner. */
function ownerMissNote(index: SymbolIndex, { query }: NameRequest): string[] {
	const last = query.owners.at(-1);
	if (last === undefined) {
		return [];
	}
	const owners = ownerClasses(index, query.owners);
	if (owners.length > 0) {
		return [lacks(index, query.name, owners)];
	}
	const similar = similarNames(index, last, isClassLike);
	return [`There is no class "${last}".${similar === '' ? '' : ` Similar: ${similar}.`}`];
}

function lacks(index: SymbolIndex, name: string, owners: readonly CodeSymbol[]): string {
	const [first] = owners;
	const lineage = owners.flatMap(owner => [owner, ...ancestorsOf(index, owner).map(({ symbol }) => symbol)]);
	const outside = lineage.flatMap(owner => owner.bases.filter(base => resolveBase(index, owner, base).length === 0));
	const beyond = outside.length === 0 ? '' : `; not in the workspace: its base ${list([...new Set(outside)])}`;
	const members = new Set(lineage.flatMap(owner => index.membersOf(owner.name).map(member => member.name)));
	const near = nearNames(name, members);
	const similar = near.length === 0 ? '' : ` It has ${list(near)}.`;
	return `${symbolPlace(first)} defines and inherits no "${name}"${beyond}.${similar}`;
}

function list(items: readonly string[]): string {
	const few = items.slice(0, listLimit).join(', ');
	return items.length > listLimit ? `${few} and ${items.length - listLimit} more` : few;
}
