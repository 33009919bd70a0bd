import { ancestorsOf, isMemberOf } from '../../../code/pure/calls/inheritance';
import { mergeRanges } from '../../../code/pure/index/excerpt';
import { classOutline } from '../../../code/pure/index/outline';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { placeOfSymbol } from '../../../code/pure/search/foundPlace';
import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import { type CodeSymbol, type LineRange, qualifiedName } from '../../../runs/pure/model/symbol';
import { FileUnreadableError } from '../../../system/pure/files';
import type { CurrentSources } from './currentSources';

/** Code that helps to change a location but is not a location itself. */
export interface ContextPlace extends FoundPlace {
	/** `overridden`: the ancestor's method that a location overrides. `named class`: it contains no location. */
	readonly why: 'overridden' | 'enclosing class' | 'named class';
	/** The lines worth showing: the whole of a method, the signatures of a class. In source order. */
	readonly shown: readonly LineRange[];
}

/** A definition that is context, as the index knows it. */
interface Related {
	readonly symbol: CodeSymbol;
	readonly why: ContextPlace['why'];
}

/**
 * The context of located definitions: the ancestors' methods they override, and skeletons of the classes they are in;
 * then the named classes that contain no location. Each once, and never a location itself.
 */
export async function contextPlaces(
	{ index, sources }: { readonly index: SymbolIndex; readonly sources: CurrentSources },
	located: readonly CodeSymbol[],
	named: readonly CodeSymbol[],
): Promise<ContextPlace[]> {
	const related: Related[] = [
		...located.flatMap(symbol => relatedTo(index, symbol)),
		...named.map(symbol => ({ symbol, why: 'named class' as const })),
	];
	const seen = new Set(located.map(keyOf));
	const places: ContextPlace[] = [];
	for (const each of related) {
		const key = keyOf(each.symbol);
		if (!seen.has(key)) {
			seen.add(key);
			places.push(...(await placeNow(sources, each)));
		}
	}
	return places;
}

function relatedTo(index: SymbolIndex, symbol: CodeSymbol): Related[] {
	const owner = classAround(index, symbol);
	const methods = owner === undefined || !isMemberOf(index, symbol, owner) ? [] : overridden(index, owner, symbol.name);
	return [
		...methods.map(method => ({ symbol: method, why: 'overridden' as const })),
		...(owner === undefined ? [] : [{ symbol: owner, why: 'enclosing class' as const }]),
	];
}

/** The class a function or a variable belongs to, defined anywhere in the workspace. */
function classAround(index: SymbolIndex, symbol: CodeSymbol): CodeSymbol | undefined {
	const path = placeOfSymbol(index, symbol).class ?? '';
	const classes = index
		.classes(path.slice(path.lastIndexOf('.') + 1))
		.filter(owner => qualifiedName(owner) === path && owner.kind !== 'module');
	return (
		classes.find(owner => owner.file === symbol.file && owner.startLine <= symbol.startLine) ??
		classes.find(owner => isMemberOf(index, symbol, owner))
	);
}

/** The overridden definitions at the nearest level of base classes that has any (breadth first). */
function overridden(index: SymbolIndex, owner: CodeSymbol, name: string): CodeSymbol[] {
	const candidates = index.named(name);
	const found = ancestorsOf(index, owner).flatMap(({ symbol: base, depth }) =>
		candidates.filter(symbol => isMemberOf(index, symbol, base)).map(symbol => ({ symbol, depth })),
	);
	return found.filter(({ depth }) => depth === found[0]?.depth).map(({ symbol }) => symbol);
}

/** A file that can no longer be read gives no context: its locations report that themselves. */
async function placeNow(sources: CurrentSources, { symbol, why }: Related): Promise<ContextPlace[]> {
	try {
		const now = await sources.find(symbol);
		const { index, lines } = await sources.of(symbol.file);
		if (now === undefined) {
			return [];
		}
		const outline = why === 'overridden' ? [now] : classOutline(now, index.file(symbol.file)?.symbols ?? [], lines);
		return [{ ...placeOfSymbol(index, now), why, shown: mergeRanges(outline, lines.length) }];
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return [];
		}
		throw error;
	}
}

function keyOf({ file, startLine, endLine }: CodeSymbol): string {
	return `${file}:${startLine}-${endLine}`;
}
