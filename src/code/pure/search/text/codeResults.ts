import type { FoundPlace } from '../../../../runs/pure/model/foundPlace';
import {
	type CodeSymbol,
	isCallable,
	isClassLike,
	type LineRange,
	qualifiedName,
} from '../../../../runs/pure/model/symbol';
import { mergeRanges } from '../../index/excerpt';
import { docAbove, linesWithDoc } from '../../index/outline';
import { LinePlaces, placeOfSymbol } from '../foundPlace';
import type { SearchContext } from '../searchContext';
import { type SearchResult, testRemark } from '../searchResult';
import type { TextHit } from './textHit';

const shortLines = 60;
const regionLines = 4;
const headerLines = 8;
const listedLines = 20;

/** Hits as results: hits in one definition are merged, and so are those close together outside definitions. */
export function codeResults(context: SearchContext, hits: readonly TextHit[]): SearchResult[] {
	const groups: Group[] = [];
	const byKey = new Map<string, Group>();
	const { index } = context.workspace;
	const linePlaces = new LinePlaces(index);
	for (const hit of hits) {
		const around = index.enclosing(hit.file, hit.startLine);
		const place = linePlaces.of(hit.file, hit, around);
		const home = homeOf(around, hit);
		const last = groups.at(-1);
		const isNear = home === undefined && last !== undefined && last.home === undefined && isClose(last.hits, hit);
		const key = home === undefined ? '' : `${home.file}:${home.startLine}:${qualifiedName(home)}`;
		const group = isNear ? last : byKey.get(key);
		if (group !== undefined) {
			group.hits.push(hit);
			group.places.push(place);
			continue;
		}
		const opened: Group = { home, hits: [hit], places: [place] };
		groups.push(opened);
		if (home !== undefined) {
			byKey.set(key, opened);
		}
	}
	return groups.flatMap(group => groupResult(context, group));
}

interface Group {
	/** The definition shown for the hits. */
	readonly home: CodeSymbol | undefined;
	readonly hits: TextHit[];
	/** The places of the hits. */
	readonly places: FoundPlace[];
}

/** The innermost function or class around a hit; a short function around a nested one is preferred. */
function homeOf(around: readonly CodeSymbol[], hit: TextHit): CodeSymbol | undefined {
	const homes = around.filter(symbol => symbol.endLine >= hit.endLine && (isCallable(symbol) || isClassLike(symbol)));
	const inner = homes.at(-1);
	const outer = homes.find(symbol => isCallable(symbol) && isShort(symbol));
	return inner !== undefined && isCallable(inner) ? (outer ?? inner) : inner;
}

function isShort({ startLine, endLine }: LineRange): boolean {
	return endLine - startLine < shortLines;
}

function isClose(hits: readonly TextHit[], hit: TextHit): boolean {
	const last = hits.at(-1);
	return last !== undefined && last.file === hit.file && hit.startLine - last.endLine <= 2 * regionLines;
}

function groupResult(context: SearchContext, { home, hits, places }: Group): SearchResult[] {
	const { index } = context.workspace;
	const [first] = hits;
	if (first === undefined) {
		return [];
	}
	const { file } = first;
	const names = home === undefined ? undefined : placeOfSymbol(index, home);
	return [
		{
			file,
			...(names?.class === undefined ? {} : { class: names.class }),
			...(names?.method === undefined ? {} : { method: names.method }),
			qualified: home === undefined ? '' : qualifiedName(home),
			line: first.startLine,
			signature: { startLine: first.startLine, endLine: first.startLine },
			alsoIn: linesOf(hits).slice(1, listedLines),
			shown: lines => ({ ranges: shownLines(home, hits, lines.length) }),
			remarks: [...testRemark(context, file), matchRemark(hits)],
			places,
		},
	];
}

/** A whole short definition; the header of a long one and some lines around each hit. Both with the comment above. */
function shownLines(home: CodeSymbol | undefined, hits: readonly TextHit[], nLines: number): LineRange[] {
	if (home !== undefined && isShort(home)) {
		return mergeRanges(linesWithDoc(home), nLines);
	}
	const bounds = home ?? { startLine: 1, endLine: nLines };
	const regions = hits.map(({ startLine, endLine }) => ({
		startLine: Math.max(bounds.startLine, startLine - regionLines),
		endLine: Math.min(bounds.endLine, endLine + regionLines),
	}));
	const header =
		home === undefined
			? []
			: [
					...docAbove(home),
					{ startLine: home.startLine, endLine: Math.min(home.headerEndLine, home.startLine + headerLines - 1) },
				];
	return mergeRanges([...header, ...regions], nLines);
}

function matchRemark(hits: readonly TextHit[]): string {
	const lines = linesOf(hits);
	const listed = lines.slice(0, listedLines).join(', ');
	const others = lines.length > listedLines ? ` and ${lines.length - listedLines} more` : '';
	return `${lines.length === 1 ? 'match in line' : 'matches in lines'} ${listed}${others}`;
}

function linesOf(hits: readonly TextHit[]): number[] {
	return [...new Set(hits.map(hit => hit.startLine))];
}
