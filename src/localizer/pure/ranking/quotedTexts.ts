import type { TermCounts, WordIndex } from '../../../code/pure/index/words/wordIndex';
import { forEachWord } from '../../../code/pure/index/words/words';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { Files } from '../../../system/pure/files';
import type { TermTable } from '../lexical/termTable';

/** Parts of a message that the code it comes from does not contain: quoted values, numbers, brackets. */
const variableParts = /["'`“”{}<>[\]%]|\d+|\s\(|\.\.\.|\n/;
/** Fewer terms in sequence tell nothing; of a line that nobody quoted, more are needed. */
const leastTerms = { quoted: 3, printed: 4 };

const limits = {
	/** Of a long pasted log, the first errors suffice. */
	errors: 10,
	/** The pieces of printed lines, those with the rarest words first. */
	printed: 60,
	/** What is in more places than this may come from anywhere. */
	places: 40,
	/** Segments that are read for a piece, those with the most of its terms first. */
	reads: 80,
};

/** A text of an issue that the code may have word for word. */
export interface QuotedText {
	readonly text: string;
	/** A line of output or of code, which nobody quoted. */
	readonly isPrinted?: boolean;
}

/** The error messages of an issue, its quotations, and its lines of output and code, each once. */
export function textsQuotedIn({
	tracebacks,
	strings,
	printed = [],
}: Pick<IssueBrief, 'tracebacks' | 'strings' | 'printed'>): QuotedText[] {
	const errors = [...new Set(tracebacks.flatMap(({ error }) => error ?? []))].slice(0, limits.errors);
	const quoted = new Set([...errors, ...strings]);
	return [
		...[...quoted].map(text => ({ text })),
		...printed.filter(text => !quoted.has(text)).map(text => ({ text, isPrinted: true })),
	];
}

interface PieceTerm {
	readonly term: number;
	/** Offset of its word in the piece. */
	readonly start: number;
	readonly end: number;
}

/** A piece of a quoted text that the code may contain. */
interface Piece {
	readonly text: string;
	readonly terms: readonly PieceTerm[];
	/** At least so many consecutive terms of it are found. */
	readonly least: number;
	readonly isPrinted: boolean;
	/** Segments, in the order of their paths, that contain enough of its terms. */
	readonly candidates: Candidate[];
}

interface Candidate {
	readonly path: string;
	readonly segment: number;
	/** No more consecutive terms of the piece are in it. */
	readonly mostTerms: number;
}

/** Some consecutive terms of a piece; `end` is exclusive. */
interface TermRun {
	readonly end: number;
	readonly length: number;
}

export interface QuotedCode {
	/** In search order. */
	readonly paths: readonly string[];
	readonly isTest: (path: string) => boolean;
	readonly words: WordIndex;
	/** Of the terms of all quoted texts, at least. */
	readonly counts: TermCounts;
	readonly slotOf: (term: number) => number | undefined;
	readonly files: Files;
}

/** The longest part of a quoted text that some code has word for word. */
export interface QuotedPart {
	readonly text: string;
	/** The number of its terms. */
	readonly nTerms: number;
	/** The number of segments of code, and of tests, that have it; those that were not read count as well. */
	readonly nPlaces: number;
	readonly nTests: number;
}

/** How telling a part is: many words make it more so, many places and many tests less. */
export function tellingness({ nTerms, nPlaces, nTests }: QuotedPart): number {
	return nTerms / Math.sqrt(nPlaces + nTests / 2);
}

/** The terms of all pieces of some texts. */
export function quotedTerms(texts: readonly QuotedText[], table: TermTable): number[] {
	return texts.flatMap(text => piecesOf(text, table)).flatMap(piece => piece.terms.map(({ term }) => term));
}

/** Finds which parts of quoted texts occur verbatim in the code. Reads only files that have their words. */
export class QuotedTexts {
	private readonly pieces: readonly Piece[];
	private read: { readonly path: string; readonly lines: readonly string[] } | undefined;

	constructor(
		texts: readonly QuotedText[],
		private readonly table: TermTable,
		private readonly code: QuotedCode,
	) {
		this.pieces = this.worthLooking(texts.flatMap(text => piecesOf(text, table)));
		this.findCandidates();
	}

	/** Of each piece the longest part that occurs in one function, or between two, if few do; in the order of the texts. */
	async *parts(): AsyncGenerator<QuotedPart, void> {
		for (const piece of this.pieces) {
			const part = await this.longestPartOf(piece);
			if (part !== undefined) {
				yield part;
			}
		}
	}

	private async longestPartOf({ text, terms, least, candidates }: Piece): Promise<QuotedPart | undefined> {
		const numbers = terms.map(({ term }) => term);
		const ordered = [...candidates].sort((a, b) => b.mostTerms - a.mostTerms);
		let best: TermRun = { end: 0, length: least - 1 };
		let found: string[] = [];
		let nRead = 0;
		for (const { path, segment, mostTerms } of ordered) {
			if (mostTerms < best.length || nRead === limits.reads) {
				break;
			}
			nRead++;
			const run = longestRun(await this.termsIn(path, segment), numbers);
			if (run.length > best.length) {
				best = run;
				found = [path];
			} else if (run.length === best.length && run.end === best.end) {
				found.push(path);
			}
		}
		if (found.length === 0) {
			return undefined;
		}
		const unread = ordered.slice(nRead).filter(({ mostTerms }) => mostTerms >= best.length);
		const places = [...found, ...unread.map(({ path }) => path)];
		const nTests = places.filter(path => this.code.isTest(path)).length;
		const nPlaces = places.length - nTests;
		return nPlaces === 0 || nPlaces > limits.places
			? undefined
			: {
					text: text.slice(terms[best.end - best.length]?.start ?? 0, terms[best.end - 1]?.end ?? 0),
					...{ nTerms: best.length, nPlaces, nTests },
				};
	}

	private async termsIn(path: string, segment: number): Promise<number[]> {
		const { words, files } = this.code;
		if (this.read?.path !== path) {
			this.read = { path, lines: (await readIfText(files, path)).split('\n') };
		}
		const { startLine, endLine } = words.linesOf(path, segment);
		const terms: number[] = [];
		forEachWord(this.read.lines.slice(startLine - 1, endLine).join('\n'), word =>
			terms.push(...this.table.termsOf(word)),
		);
		return terms;
	}

	/** All that somebody quoted, and of what a program printed the pieces with the rarest words. */
	private worthLooking(pieces: readonly Piece[]): Piece[] {
		const { counts, slotOf } = this.code;
		const nSegments = new Map<number, number>();
		for (const slot of counts.slots) {
			nSegments.set(slot, (nSegments.get(slot) ?? 0) + 1);
		}
		const rarity = ({ terms }: Piece) =>
			terms.reduce((sum, { term }) => {
				const n = nSegments.get(slotOf(term) ?? -1) ?? 0;
				return n === 0 ? sum : sum + Math.log2(1 + counts.rowStarts.length / n);
			}, 0);
		const printed = pieces.filter(({ isPrinted }) => isPrinted).map(piece => ({ piece, rarity: rarity(piece) }));
		const rarest = new Set(
			printed
				.sort((a, b) => b.rarity - a.rarity)
				.slice(0, limits.printed)
				.map(({ piece }) => piece),
		);
		return pieces.filter(piece => !piece.isPrinted || rarest.has(piece));
	}

	private findCandidates(): void {
		const { paths, words, slotOf, counts } = this.code;
		const { reserved } = words.stopWords;
		const { texts } = this.table;
		const wanted = this.pieces.map(piece => ({ piece, slots: piece.terms.map(({ term }) => slotOf(term) ?? -1) }));
		const isQuoted = flagged(wanted.flatMap(({ slots }) => slots));
		// In a text of its language a reserved word is not counted.
		const isUncounted = flagged(
			this.pieces.flatMap(({ terms }) =>
				terms.flatMap(({ term }) => (reserved.has(texts[term] ?? '') ? (slotOf(term) ?? -1) : -1)),
			),
		);
		/** Of each slot the last segment that contains its term, plus 1. */
		const lastIn = new Float64Array(isQuoted.length);
		const addFound = (path: string, segment: number) => {
			for (const { piece, slots } of wanted) {
				const mostTerms = mostConsecutive(slots, slot => lastIn[slot] === segment + 1 || isUncounted[slot] === 1);
				if (mostTerms >= piece.least) {
					piece.candidates.push({ path, segment, mostTerms });
				}
			}
		};
		for (const path of wanted.length === 0 ? [] : paths) {
			const { start, end } = words.segmentsOf(path);
			for (let segment = start; segment < end; segment++) {
				if (markPresent(segment, { counts, isQuoted, lastIn }) > 1) {
					addFound(path, segment);
				}
			}
		}
	}
}

interface QuotedSlots {
	readonly counts: TermCounts;
	readonly isQuoted: Uint8Array;
	readonly lastIn: Float64Array;
}

/** Notes which slots of quoted terms occur in a segment, and returns how many do. */
function markPresent(segment: number, { counts: { rowStarts, slots }, isQuoted, lastIn }: QuotedSlots): number {
	const end = rowStarts[segment + 1] ?? 0;
	let nPresent = 0;
	for (let at = rowStarts[segment] ?? 0; at < end; at++) {
		const slot = slots[at] ?? 0;
		if (isQuoted[slot] === 1 && lastIn[slot] !== segment + 1) {
			lastIn[slot] = segment + 1;
			nPresent++;
		}
	}
	return nPresent;
}

/** 1 at each of some positions from 0; others are left out. */
function flagged(positions: readonly number[]): Uint8Array {
	const flags = new Uint8Array(positions.reduce((most, at) => Math.max(most, at), 0) + 1);
	for (const at of positions.filter(each => each >= 0)) {
		flags[at] = 1;
	}
	return flags;
}

function piecesOf({ text, isPrinted = false }: QuotedText, table: TermTable): Piece[] {
	const pieces = text.split(variableParts).map(part => {
		const piece = part.trim();
		const terms = termsWithPlaces(piece, table);
		const least = isPrinted ? leastTerms.printed : Math.min(leastTerms.quoted, terms.length);
		return { text: piece, terms, least, isPrinted, candidates: [] };
	});
	return pieces.filter(({ terms, least }) => terms.length > 1 && terms.length >= least);
}

function termsWithPlaces(piece: string, table: TermTable): PieceTerm[] {
	const terms: PieceTerm[] = [];
	let at = 0;
	forEachWord(piece, word => {
		const start = piece.indexOf(word, at);
		at = start + word.length;
		terms.push(...table.termsOf(word).map(term => ({ term, start, end: at })));
	});
	return terms;
}

/** How many consecutive slots are present, at most. */
function mostConsecutive(slots: readonly number[], isPresent: (slot: number) => boolean): number {
	let [length, most] = [0, 0];
	for (const slot of slots) {
		length = isPresent(slot) ? length + 1 : 0;
		most = Math.max(most, length);
	}
	return most;
}

/** The longest run of consecutive `terms` that occurs in `tokens`, the first of equally long ones. */
function longestRun(tokens: readonly number[], terms: readonly number[]): TermRun {
	const positions = new Map<number, number[]>();
	for (const [at, term] of terms.entries()) {
		positions.set(term, [...(positions.get(term) ?? []), at]);
	}
	let best: TermRun = { end: 0, length: 0 };
	let before = new Map<number, number>();
	for (const token of tokens) {
		const here = positions.get(token);
		if (here === undefined) {
			before = before.size === 0 ? before : new Map();
			continue;
		}
		const runs = new Map(here.map(at => [at, (before.get(at - 1) ?? 0) + 1]));
		for (const [at, length] of runs) {
			best = length > best.length ? { end: at + 1, length } : best;
		}
		before = runs;
	}
	return best;
}
