import type { SearchScope } from '../scope/searchScopes';
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
	/** What it finds is what was asked for, wherever it is. */
	readonly isExact?: boolean;
	/** How the query was read, unless as asked. */
	readonly note: string;
	readonly limits?: ScanLimits;
}

/** The hits at one level. */
export interface LevelHits {
	/** By scope, then in the order of the scan. */
	readonly hits: readonly ScopedHit[];
	/** Sentences about how the query was read and which files were not searched. */
	readonly notes: readonly string[];
	/** How many of the scopes were searched. */
	readonly nScopes: number;
}

export interface ScopedHit extends TextHit {
	readonly scope: SearchScope;
}

/**
 * Searches for a query read in one way after the other until something that suffices is found: in the first scope, and
 * in wider ones until there are enough hits. Looser ways only add what suffices. The notes also name the files not
 * searched by ways that found nothing.
 */
export async function searchLevels(
	context: SearchContext,
	levels: Iterable<SearchLevel | (() => Promise<SearchLevel | undefined>)>,
	where: Omit<Widening, 'limits'>,
): Promise<LevelHits> {
	let all = none;
	for (const each of levels) {
		const level = typeof each === 'function' ? await each() : each;
		const found = level === undefined ? none : await searchLevel(context, level, where);
		const isFirst = all.hits.length === 0;
		const hits = isFirst ? found.hits : found.hits.filter(where.suffices);
		const notes = isFirst || hits.length > 0 ? [...new Set([...all.notes, ...found.notes])] : all.notes;
		all = isFirst ? { ...found, notes } : { ...joined(all, { ...found, hits }), notes };
		if (all.hits.length > 0 && (level?.isExact === true || all.hits.some(where.suffices))) {
			break;
		}
	}
	return all;
}

const none: LevelHits = { hits: [], notes: [], nScopes: 0 };

async function searchLevel(context: SearchContext, level: SearchLevel, where: Widening): Promise<LevelHits> {
	const { patterns, more, note, limits } = level;
	let found = none;
	for (const pattern of patterns) {
		found = await searchScopesFor(context, pattern, { ...where, limits });
		if (found.hits.length > 0) {
			break;
		}
	}
	const isEnough = more === undefined || found.hits.filter(where.counts).length >= where.nEnough;
	const all = isEnough ? found : joined(found, await searchScopesFor(context, more, where));
	const isRead = all.hits.length > 0 && note !== '';
	return { ...all, notes: isRead ? [note, ...all.notes] : all.notes };
}

function joined(found: LevelHits, more: LevelHits): LevelHits {
	const known = new Set(found.hits.map(keyOf));
	const added = more.hits.filter(hit => !known.has(keyOf(hit)));
	return added.length === 0
		? found
		: {
				hits: [...found.hits, ...added],
				notes: [...new Set([...found.notes, ...more.notes])],
				nScopes: Math.max(found.nScopes, more.nScopes),
			};
}

function keyOf({ file, startLine }: ScopedHit): string {
	return `${startLine} ${file}`;
}

interface Widening {
	readonly scopes: readonly SearchScope[];
	/** As soon as so many hits count, no wider scope is searched. */
	readonly nEnough: number;
	readonly counts: (hit: TextHit) => boolean;
	/** As soon as there is such a hit, the query is read no more loosely. */
	readonly suffices: (hit: TextHit) => boolean;
	readonly limits?: ScanLimits | undefined;
}

async function searchScopesFor(
	context: SearchContext,
	pattern: TextPattern,
	{ scopes, nEnough, counts, limits }: Widening,
): Promise<LevelHits> {
	const order = everywhere(context);
	const hits: ScopedHit[] = [];
	let notes: readonly string[] = [];
	let nScopes = 0;
	for (const [at, scope] of scopes.entries()) {
		const nearer = scopes.slice(0, at);
		const isNew = (path: string) => scope.has(path) && !nearer.some(each => each.has(path));
		const scan = await scanTexts(context, within(order, isNew, scope.nFiles), [pattern], limits);
		hits.push(...scan.hits.map(hit => ({ ...hit, scope })));
		notes = scan.omissions;
		nScopes = at + 1;
		if (hits.filter(counts).length >= nEnough) {
			break;
		}
	}
	return { hits, nScopes, notes: hits.length > 0 ? [pattern.note, ...notes].filter(each => each !== '') : notes };
}
