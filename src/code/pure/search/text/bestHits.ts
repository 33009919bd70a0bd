import { type CodeSymbol, isCallable, isClassLike } from '../../../../runs/pure/model/symbol';
import { isTestFile } from '../isTestFile';
import type { SearchScope } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import type { ScopedHit } from './levelSearch';
import type { LooseReading } from './looseReading';
import { nearLines } from './wordQuery';

/** A hit with its surroundings. */
export interface RankedHit extends ScopedHit {
	/** The innermost function, class or macro around it. */
	readonly home?: CodeSymbol;
	readonly score: number;
	/** Orders hits of equal score beside the code; else 0. */
	readonly detail: number;
}

/** For the features that make a line telling. Plausible values, not tuned. */
const points = {
	literal: 4,
	anyCase: 2,
	word: 1,
	sameLine: 0.5,
	nearLine: 0.5,
	path: 0.5,
	header: 1,
	definition: 2,
	test: -3,
	text: -1,
	beside: -1,
	again: -1.5,
};
/** The first of a definition's hits are ranked by words, so many in all. */
const rankedLimit = 1000;
const lineLimit = 1000;

interface Wanted {
	readonly query: string;
	readonly loose: Pick<LooseReading, 'words' | 'weights'>;
	/** The files that are no code of the project: see `filesBesideCode`. */
	readonly beside: ReadonlySet<string>;
	readonly limit: number;
}

/**
 * The best hits, by scope and then by how much of the query is in the line: literally, as whole words, in the header of
 * a definition, rare words more than others; tests are last. Further hits of one definition count less, and lines that are shown around a better hit are left out.
 * Beside the code only the number of the words in the line counts: prose has them literally more often than code.
 */
export async function bestHits(
	context: SearchContext,
	hits: readonly ScopedHit[],
	wanted: Wanted,
): Promise<RankedHit[]> {
	const score = scorer(context, wanted);
	const ranked: RankedHit[] = [];
	for (const hit of hits.slice(0, rankedLimit)) {
		const home = homeOf(context, hit);
		ranked.push({ ...hit, ...(home && { home }), ...score(hit, await context.texts.lines(hit.file), home) });
	}
	const isTest = ({ file }: RankedHit) => isTestFile(context.workspace, file);
	const best = chosen(ranked, wanted.limit, context.brevity?.linesAround);
	return [...best.filter(hit => !isTest(hit)), ...best.filter(isTest)];
}

type Score = Pick<RankedHit, 'score' | 'detail'>;
type Scorer = (hit: ScopedHit, lines: readonly string[], home: CodeSymbol | undefined) => Score;

function scorer(context: SearchContext, { query, loose: { words, weights }, beside }: Wanted): Scorer {
	const whole = new Map(words.map(word => [word, wholeWord(word)]));
	const weigh = (some: readonly string[]) => some.reduce((sum, word) => sum + (weights?.get(word) ?? 1), 0);
	const nIn = (text: string) => weigh(words.filter(word => text.includes(word)));
	return ({ file, startLine, endLine }, lines, home) => {
		const line = (lines[startLine - 1] ?? '').slice(0, lineLimit);
		const near = lines.slice(Math.max(0, startLine - 1 - nearLines), endLine + nearLines).join('\n');
		const isHeader = home !== undefined && home.startLine <= startLine && startLine <= home.headerEndLine;
		const inLine = nIn(line.toLowerCase()) * points.sameLine;
		const detail =
			(line.includes(query) ? points.literal : 0) +
			(line.toLowerCase().includes(query.toLowerCase()) ? points.anyCase : 0) +
			weigh(words.filter(word => whole.get(word)?.test(line))) * points.word +
			nIn(near.slice(0, lineLimit).toLowerCase()) * points.nearLine +
			nIn(file.toLowerCase()) * points.path +
			(isHeader ? points.header : 0) +
			(isHeader && words.includes(home.name.toLowerCase()) ? points.definition : 0);
		const isBeside = beside.has(file);
		const kind = kindOfFile(context, file);
		return isBeside ? { score: inLine + points.beside + kind, detail } : { score: inLine + detail + kind, detail: 0 };
	};
}

function wholeWord(word: string): RegExp {
	return new RegExp(`(?<![\\p{L}\\p{N}_])${word.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_])`, 'iu');
}

function kindOfFile({ workspace }: SearchContext, file: string): number {
	return isTestFile(workspace, file) ? points.test : workspace.languages.of(file) === undefined ? points.text : 0;
}

function chosen(ranked: readonly RankedHit[], limit: number, linesAround?: number): RankedHit[] {
	const scopes = new Map<SearchScope, RankedHit[]>();
	for (const hit of ranked) {
		const same = scopes.get(hit.scope) ?? [];
		same.push(hit);
		scopes.set(hit.scope, same);
	}
	const best: RankedHit[] = [];
	for (const hits of scopes.values()) {
		const left = new Set(hits);
		const isBetter = (a: RankedHit, b: RankedHit) => {
			const more = worth(a, best) - worth(b, best);
			return more > 0 || (more === 0 && a.detail > b.detail);
		};
		while (best.length < limit && left.size > 0) {
			const next = [...left].reduce((most, hit) => (isBetter(hit, most) ? hit : most));
			left.delete(next);
			if (!best.some(hit => isNear(hit, next, linesAround))) {
				best.push(next);
			}
		}
	}
	return best;
}

function worth({ score, home }: RankedHit, best: readonly RankedHit[]): number {
	return score + (home === undefined ? 0 : best.filter(hit => hit.home === home).length * points.again);
}

/** Whether a hit is among the lines that are shown around another one. */
export function isNear(a: ScopedHit, b: ScopedHit, linesAround = nearLines): boolean {
	return a.file === b.file && Math.abs(a.startLine - b.startLine) <= linesAround;
}

export function homeOf({ workspace }: SearchContext, hit: ScopedHit): CodeSymbol | undefined {
	return workspace.index
		.enclosing(hit.file, hit.startLine)
		.findLast(symbol => symbol.endLine >= hit.endLine && (isCallable(symbol) || isClassLike(symbol)));
}
