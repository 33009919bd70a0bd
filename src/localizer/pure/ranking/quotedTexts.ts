import type { TermCounts, WordIndex } from '../../../code/pure/index/words/wordIndex';
import { forEachWord } from '../../../code/pure/index/words/words';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { Files } from '../../../system/pure/files';
import type { TermTable } from '../lexical/termTable';

/** Parts of a message that the code it comes from does not contain: quoted values, numbers, brackets. */
const variableParts = /["'`“”{}<>[\]%]|\d+|\s\(|\.\.\.|\n/;
const leastTerms = 3;

/** Of a long pasted log, the first errors suffice. */
const errorLimit = 10;

/** The error messages of an issue and its quotes, each once. */
export function textsQuotedIn({ tracebacks, strings }: Pick<IssueBrief, 'tracebacks' | 'strings'>): string[] {
	const errors = new Set(tracebacks.flatMap(({ error }) => error ?? []));
	return [...new Set([...[...errors].slice(0, errorLimit), ...strings])];
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
	readonly words: WordIndex;
	/** Of the terms of all quoted texts, at least. */
	readonly counts: TermCounts;
	readonly slotOf: (term: number) => number | undefined;
	readonly files: Files;
}

/** The terms of all pieces of some texts. */
export function quotedTerms(texts: readonly string[], table: TermTable): number[] {
	return texts.flatMap(text => piecesOf(text, table)).flatMap(piece => piece.terms.map(({ term }) => term));
}

/** Finds which parts of quoted texts occur verbatim in the code. Reads only files that have their words. */
export class QuotedTexts {
	private readonly pieces: ReadonlyMap<string, readonly Piece[]>;

	/** `texts`: all that will be asked for. */
	constructor(
		texts: readonly string[],
		private readonly table: TermTable,
		private readonly code: QuotedCode,
	) {
		this.pieces = new Map(texts.map(text => [text, piecesOf(text, table)]));
		this.findCandidates([...this.pieces.values()].flat());
	}

	/**
	 * The longest piece of a text that occurs in one function, or between two: at least three words, or all of it. Of
	 * equally long ones the first.
	 */
	async longestMatch(text: string): Promise<string | undefined> {
		const found: string[] = [];
		for (const piece of this.pieces.get(text) ?? []) {
			const { end, length } = await this.longestRunOf(piece);
			if (length >= leastNumber(piece)) {
				found.push(piece.text.slice(piece.terms[end - length]?.start ?? 0, piece.terms[end - 1]?.end ?? 0));
			}
		}
		return found.sort((a, b) => b.length - a.length)[0];
	}

	private async longestRunOf({ terms, candidates }: Piece): Promise<TermRun> {
		let best: TermRun = { end: 0, length: 0 };
		let lines: { readonly path: string; readonly all: readonly string[] } | undefined;
		for (const { path, segment, mostTerms } of candidates) {
			if (mostTerms <= best.length) {
				continue;
			}
			if (lines?.path !== path) {
				lines = { path, all: (await readIfText(this.code.files, path)).split('\n') };
			}
			const { startLine, endLine } = this.code.words.linesOf(path, segment);
			const tokens: number[] = [];
			forEachWord(lines.all.slice(startLine - 1, endLine).join('\n'), word => tokens.push(...this.table.termsOf(word)));
			const run = longestRun(
				tokens,
				terms.map(({ term }) => term),
			);
			best = run.length > best.length ? run : best;
		}
		return best;
	}

	private findCandidates(pieces: readonly Piece[]): void {
		const { paths, words, slotOf, counts } = this.code;
		const wanted = pieces.map(piece => ({ piece, slots: piece.terms.map(({ term }) => slotOf(term) ?? -1) }));
		const isQuoted = flagged(wanted.flatMap(({ slots }) => slots));
		/** Of each slot the last segment that contains its term, plus 1. */
		const lastIn = new Float64Array(isQuoted.length);
		const addFound = (path: string, segment: number) => {
			for (const { piece, slots } of wanted) {
				const mostTerms = mostConsecutive(slots, slot => lastIn[slot] === segment + 1);
				if (mostTerms >= leastNumber(piece)) {
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

/** 1 at each of some positions from 0. */
function flagged(positions: readonly number[]): Uint8Array {
	const flags = new Uint8Array(Math.max(0, ...positions) + 1);
	for (const at of positions) {
		flags[at] = 1;
	}
	return flags;
}

function piecesOf(text: string, table: TermTable): Piece[] {
	const pieces = text.split(variableParts).map(part => {
		const piece = part.trim();
		return { text: piece, terms: termsWithPlaces(piece, table), candidates: [] };
	});
	return pieces.filter(({ terms }) => terms.length > 1);
}

/** How many consecutive terms of a piece are found at least. */
function leastNumber({ terms }: Piece): number {
	return Math.min(leastTerms, terms.length);
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
