import type { ExpectedPlace, ScenarioCase } from './case';

/** A place of an answer, best first; qualified names as the tools write them. */
export interface NamedPlace {
	readonly file: string;
	readonly symbol?: string;
	readonly startLine?: number;
	readonly endLine?: number;
}

export interface Score {
	readonly isSolved: boolean;
	/** The share of the named places that are expected, from 0 to 1. */
	readonly precision: number;
	/** Expected places that are not named. */
	readonly missing: readonly ExpectedPlace[];
	/** Wrong places in front of an expected one. */
	readonly inFront: readonly ExpectedPlace[];
	/** Places that were named beyond the limit. */
	readonly nTooMany: number;
}

/** Of most questions. */
export const mostPlaces = 5;

/** Their answers are as many places as there are: beside the expected ones up to twice as many others may be named. */
const impactKinds = ['change-impact', 'schema-change'];

function isImpact(kind: string): boolean {
	return impactKinds.includes(kind);
}

/** Solved: all expected places are named, none that is wrong stands before one of them, and not too many are named. */
export function scoreOf(asked: Pick<ScenarioCase, 'kind' | 'expected' | 'wrong'>, named: readonly NamedPlace[]): Score {
	const { expected, wrong, kind } = asked;
	const limit = isImpact(kind) ? Math.max(mostPlaces, 3 * expected.length) : mostPlaces;
	const firstOf = (place: ExpectedPlace) => named.findIndex(each => isSamePlace(place, each));
	const found = expected.map(firstOf);
	const last = Math.max(...found);
	const missing = expected.filter((_place, at) => found[at] === -1);
	const inFront = wrong.filter(place => {
		const at = named.findIndex(each => isSamePlace(place, each) && !isAmong(expected, each));
		return at !== -1 && at < last;
	});
	const nTooMany = Math.max(0, named.length - limit);
	const nRight = named.filter(each => isAmong(expected, each)).length;
	return {
		isSolved: missing.length === 0 && inFront.length === 0 && nTooMany === 0,
		precision: named.length === 0 ? 0 : nRight / named.length,
		...{ missing, inFront, nTooMany },
	};
}

function isAmong(places: readonly ExpectedPlace[], named: NamedPlace): boolean {
	return places.some(place => isSamePlace(place, named));
}

/** Of two names one may be qualified further than the other. A file without a symbol is any place in its lines. */
function isSamePlace({ file, symbol, lines }: ExpectedPlace, named: NamedPlace): boolean {
	if (file !== named.file) {
		return false;
	}
	if (symbol !== undefined) {
		return named.symbol !== undefined && isSameName(symbol, named.symbol);
	}
	const { startLine = 1, endLine = Number.MAX_SAFE_INTEGER } = named;
	return lines === undefined || (startLine <= lines[1] && endLine >= lines[0]);
}

function isSameName(a: string, b: string): boolean {
	const [short = [], long = []] = [partsOf(a), partsOf(b)].sort((x, y) => x.length - y.length);
	return short.length > 0 && short.every((part, at) => part === long[long.length - short.length + at]);
}

/** `net::Url::parse`, `Url#parse` and `(*Url).parse` have the parts of `Url.parse`. */
function partsOf(name: string): string[] {
	return name.split(/[.:#/()*&\s]+|->/).filter(Boolean);
}
