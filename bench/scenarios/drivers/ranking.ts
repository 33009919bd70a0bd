import type { AnsweredPlace } from '../mcpDoor';
import { qualifiedName } from '../namedPlaces';
import type { NamedPlace } from '../score';

/** Lists of places of several answers as one, by reciprocal rank fusion: https://doi.org/10.1145/1571941.1572114. */
export class Ranking {
	private readonly scores = new Map<string, { readonly place: NamedPlace; score: number }>();

	/** Places outside code, and in tests unless the question is about these, count for nothing. */
	constructor(private readonly withTests = false) {}

	add(places: readonly AnsweredPlace[], weight: number): void {
		const named = uniquePlaces(places).filter(place => this.withTests || !isTest(place.file));
		for (const [at, place] of named.filter(({ file }) => !isProse(file)).entries()) {
			const key = keyOf(place);
			const known = this.scores.get(key) ?? { place, score: 0 };
			known.score += weight / (smoothing + at);
			this.scores.set(key, known);
		}
	}

	best(n: number): NamedPlace[] {
		const sorted = [...this.scores.values()].sort((a, b) => b.score - a.score);
		return sorted.slice(0, n).map(({ place }) => place);
	}
}

/** Small, as lists are short and their first places are good. */
const smoothing = 5;

/** Of several places in one definition the first. */
function uniquePlaces(places: readonly AnsweredPlace[]): NamedPlace[] {
	return [...new Map(places.map(namedPlace).map(place => [keyOf(place), place])).values()];
}

function namedPlace(place: AnsweredPlace): NamedPlace {
	const { file, startLine, endLine } = place;
	const symbol = qualifiedName(place);
	return { file, startLine, endLine, ...(symbol !== '' && { symbol }) };
}

function keyOf({ file, symbol = '' }: NamedPlace): string {
	return `${file} ${symbol}`;
}

function isTest(file: string): boolean {
	return /(?:^|\/)(?:tests?|specs?|__tests__|testing|testdata|fixtures|e2e|examples?|benchmarks?)\/|(?:^|\/)test_|[._-](?:test|tests|spec)\.\w+$|(?:Test|Tests|Spec)\.\w+$/.test(
		file,
	);
}

function isProse(file: string): boolean {
	return /\.(?:md|rst|txt|adoc|html?|markdown|po|svg|css|lock)$|(?:^|\/)(?:CHANGE\w*|HISTORY|NEWS)[^/]*$/i.test(file);
}
