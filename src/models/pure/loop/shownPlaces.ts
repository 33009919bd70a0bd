import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import { fileOf, linesShown } from '../context/codeAbove';
import type { SentResult } from '../context/exchange';
import type { Protocol } from '../protocols/protocol';
import type { CallResult } from './callRunner';

/** The places a round showed: for evidence. */
export interface ShownPlaces {
	readonly node: string;
	readonly places: readonly FoundPlace[];
}

/** Collects the places that the results of a trajectory showed the model, as far as they were sent. */
export class ShownToModel {
	private readonly rounds: { readonly node: string; readonly results: readonly CallResult[] }[] = [];

	constructor(private readonly protocol: Pick<Protocol, 'sentResults'>) {}

	add(node: string, results: readonly CallResult[]): void {
		this.rounds.push({ node, results });
	}

	/**
	 * The places of each round that showed something, oldest first; those a repeated call showed before are not counted
	 * again.
	 */
	places(): ShownPlaces[] {
		const known = new Set<string>();
		return this.rounds.flatMap(({ node, results }) => {
			const all = results.flatMap(({ call, answer }) => shownPlaces(answer, this.protocol.sentResults(call)));
			const places = all.filter(place => !known.has(JSON.stringify(place)));
			for (const place of places) {
				known.add(JSON.stringify(place));
			}
			return places.length === 0 ? [] : [{ node, places }];
		});
	}
}

/**
 * The places of an answer that the model was shown: if an answer was shortened, those with a line in the remaining
 * text.
 */
function shownPlaces({ places }: ToolAnswer, sent: readonly SentResult[]): readonly FoundPlace[] {
	if (sent.some(({ isWhole }) => isWhole)) {
		return places;
	}
	const shown = sent.flatMap(({ text }) => linesIn(text));
	const isShown = ({ file, startLine, endLine }: FoundPlace) =>
		shown.some(lines => lines.file === file && startLine <= lines.last && lines.first <= endLine);
	return places.filter(isShown);
}

/** The places of an answer whose first and last line its text shows: not those with only a signature. */
export function placesShownWhole({ places, text }: Pick<ToolAnswer, 'places' | 'text'>): FoundPlace[] {
	const shown = linesIn(text);
	const isShown = (file: string, line: number) =>
		shown.some(lines => lines.file === file && lines.first <= line && line <= lines.last);
	return places.filter(({ file, startLine, endLine }) => isShown(file, startLine) && isShown(file, endLine));
}

interface ShownLines {
	readonly file: string;
	readonly first: number;
	readonly last: number;
}

/** The lines that a text shows: numbered ones of code, those it refers to above, and listed ones. */
function linesIn(text: string): ShownLines[] {
	let file = '';
	return text.split('\n').flatMap(line => {
		file = fileOf(line) ?? file;
		const lines = linesShown(line);
		if (lines !== undefined) {
			return { file, ...lines };
		}
		const [, path = '', number] = /^(\S[^\n:]{0,1000}):(\d{1,9}) /.exec(line) ?? [];
		return number === undefined ? [] : { file: path, first: Number(number), last: Number(number) };
	});
}
