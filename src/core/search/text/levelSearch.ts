import { type SearchScope, scopeRank } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import { everywhere, within } from './scanOrder';
import type { TextHit } from './textHit';
import { type ScanLimits, scanTexts, type TextPattern } from './textScan';

/** A way to read a query. */
export interface SearchLevel {
	/** Most literal first: the first that matches anywhere counts. */
	readonly patterns: readonly TextPattern[];
	/** Adds to too few hits, and to none. */
	readonly more?: TextPattern;
	/** How the query was read, unless as asked. */
	readonly note: string;
	readonly limits?: ScanLimits;
}

/** What was found at one level. */
export interface LevelHits {
	/** By scope, then in the order of the scan. */
	readonly hits: readonly ScopedHit[];
	/** How the query was read and what was not searched, one sentence each. */
	readonly notes: readonly string[];
}

export interface ScopedHit extends TextHit {
	readonly scope: SearchScope;
}

/**
 * Searches for a query read in one way after the other until something is found: in the first scope, and in wider ones
 * until there are enough hits. Undefined where nothing is found anywhere.
 */
export async function searchLevels(
	context: SearchContext,
	levels: Iterable<SearchLevel | (() => Promise<SearchLevel | undefined>)>,
	{ scopes, nEnough }: Omit<Widening, 'limits'>,
): Promise<LevelHits | undefined> {
	for (const each of levels) {
		const level = typeof each === 'function' ? await each() : each;
		const found = level === undefined ? none : await searchLevel(context, level, { scopes, nEnough });
		if (found.hits.length > 0) {
			return found;
		}
	}
	return undefined;
}

const none: LevelHits = { hits: [], notes: [] };

async function searchLevel(context: SearchContext, level: SearchLevel, where: Widening): Promise<LevelHits> {
	const { patterns, more, note, limits } = level;
	let found = none;
	for (const pattern of patterns) {
		found = await searchScopesFor(context, pattern, { ...where, limits });
		if (found.hits.length > 0) {
			break;
		}
	}
	const isEnough = more === undefined || found.hits.length >= where.nEnough;
	const all = isEnough ? found : joined(found, await searchScopesFor(context, more, where));
	return { hits: all.hits, notes: [note, ...all.notes].filter(each => each !== '') };
}

function joined(found: LevelHits, more: LevelHits): LevelHits {
	const known = new Set(found.hits.map(keyOf));
	const added = more.hits.filter(hit => !known.has(keyOf(hit)));
	return added.length === 0
		? found
		: { hits: [...found.hits, ...added], notes: [...new Set([...found.notes, ...more.notes])] };
}

function keyOf({ file, startLine }: ScopedHit): string {
	return `${startLine} ${file}`;
}

interface Widening {
	readonly scopes: readonly SearchScope[];
	readonly nEnough: number;
	readonly limits?: ScanLimits | undefined;
}

async function searchScopesFor(
	context: SearchContext,
	pattern: TextPattern,
	{ scopes, nEnough, limits }: Widening,
): Promise<LevelHits> {
	const order = everywhere(context);
	const hits: ScopedHit[] = [];
	let notes: readonly string[] = [];
	for (const [at, scope] of scopes.entries()) {
		const isNew = (path: string) => scopeRank(scopes, path) === at;
		const scan = await scanTexts(context, within(order, isNew), [pattern], limits);
		hits.push(...scan.hits.map(hit => ({ ...hit, scope })));
		notes = scan.omissions;
		if (hits.length >= nEnough) {
			break;
		}
	}
	return { hits, notes: hits.length > 0 ? [pattern.note, ...notes] : notes };
}
