import type { FoundPlace } from '../../model/run/runEvent';
import type { ToolAnswer } from '../../model/toolAnswer';
import type { CallResult } from '../callRunner';
import type { Protocol } from '../protocols/protocol';
import { lineNumber } from './cutText';
import type { SentResult } from './exchange';

/** What a round showed: for evidence. */
export interface ShownPlaces {
	readonly node: string;
	readonly places: readonly FoundPlace[];
}

/** Collects what the results of a trajectory showed the model, as far as they were sent. */
export class ShownToModel {
	private readonly rounds: { readonly node: string; readonly results: readonly CallResult[] }[] = [];

	constructor(private readonly protocol: Pick<Protocol, 'sentResults'>) {}

	add(node: string, results: readonly CallResult[]): void {
		this.rounds.push({ node, results });
	}

	/** Of each round that showed something, oldest first; what a repeated call showed before is not counted again. */
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

/** The places of an answer that the model was shown: of an answer that was shortened, those with a line in what is left. */
function shownPlaces({ places }: ToolAnswer, sent: readonly SentResult[]): readonly FoundPlace[] {
	if (sent.some(({ isWhole }) => isWhole)) {
		return places;
	}
	const lines = new Set(sent.flatMap(({ text }) => linesIn(text)));
	const isShown = ({ file, startLine, endLine }: FoundPlace) =>
		[...lines].some(each => {
			const at = each.lastIndexOf(':');
			const line = Number(each.slice(at + 1));
			return each.slice(0, at) === file && startLine <= line && line <= endLine;
		});
	return places.filter(isShown);
}

/** The lines that a text shows, as `path:line`: numbered ones of code, and listed ones. */
function linesIn(text: string): string[] {
	let file = '';
	return text.split('\n').flatMap(line => {
		file = /^<file>(.{1,1000}?)<\/file>/.exec(line)?.[1] ?? file;
		const number = lineNumber(line);
		const listed = /^(\S[^\n:]{0,1000}:\d{1,9}) /.exec(line)?.[1];
		return number === undefined ? (listed ?? []) : `${file}:${number}`;
	});
}
