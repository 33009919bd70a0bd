import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import type { BugLocation } from '../../../runs/pure/model/location';
import { type CodeSymbol, type LineRange, qualifiedName } from '../../../runs/pure/model/symbol';
import type { LocatedCode } from './region';

/** A definition that the fix may change. */
export interface Suspect extends LineRange {
	readonly file: string;
	readonly name: string;
	/** Undefined for a file without definitions. */
	readonly symbol: CodeSymbol | undefined;
	/** How likely the fix changes it, 0..1. */
	readonly likelihood: number;
	/** The location that it is, if it was named. */
	readonly location?: BugLocation;
}

/** Of the ranking, further ones are hardly ever fixed. */
const usualSuspects = 40;
/** Of the function at a rank (from 1) that is no location, how likely the fix changes it: as in fixes of other projects. */
const likelihoodAt = (rank: number) => 0.12 / (rank + 2);

/** The locations and the functions that follow in the ranking, best first; `most`: of the ranking. */
export function suspectsOf(
	{ locations, ranking }: Pick<LocatedCode, 'locations' | 'ranking'>,
	index: SymbolIndex,
	most = usualSuspects,
): Suspect[] {
	const suspects = locations.map((location, at): Suspect => {
		const { file, startLine, endLine, class: owner, method } = location;
		const name = [owner, method].filter(part => part !== undefined).join('.');
		const symbol = index.file(file)?.symbols.find(each => isSymbolOf(each, location, name));
		return {
			file,
			startLine,
			endLine,
			name,
			symbol,
			likelihood: location.likelihood ?? likelihoodAt(at + 1),
			location,
		};
	});
	const least = suspects.reduce((low, { likelihood }) => Math.min(low, likelihood), 1);
	const known = new Set(suspects.map(({ file, name }) => `${file}:${name}`));
	for (const [at, id] of ranking.functions.slice(0, most).entries()) {
		const symbol = known.has(id) ? undefined : symbolOf(id, index);
		if (symbol !== undefined) {
			const { file, startLine, endLine } = symbol;
			suspects.push({
				...{ file, startLine, endLine, name: qualifiedName(symbol), symbol },
				likelihood: Math.min(least, likelihoodAt(at + 1)),
			});
		}
	}
	return suspects;
}

function isSymbolOf(symbol: CodeSymbol, { startLine, endLine }: LineRange, name: string): boolean {
	const isThere = symbol.startLine === startLine && symbol.endLine === endLine;
	return isThere && (name === symbol.name || name.endsWith(`.${symbol.name}`));
}

/** The definition that `path:Class.method` means: of several, the one with the longest body. */
function symbolOf(id: string, index: SymbolIndex): CodeSymbol | undefined {
	for (let at = id.indexOf(':'); at >= 0; at = id.indexOf(':', at + 1)) {
		const name = id.slice(at + 1);
		const found = (index.file(id.slice(0, at))?.symbols ?? []).filter(symbol => qualifiedName(symbol) === name);
		if (found.length > 0) {
			return found.reduce((best, each) => (nLines(each) > nLines(best) ? each : best));
		}
	}
	return undefined;
}

function nLines({ startLine, endLine }: LineRange): number {
	return endLine - startLine;
}
