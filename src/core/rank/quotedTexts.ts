import type { TermCounts, WordIndex } from '../index/words/wordIndex';
import { forEachWord } from '../index/words/words';
import type { IssueBrief } from '../model/brief';
import type { Files } from '../ports';
import type { TermTable } from './lexical/termTable';
import { readIfText } from './readIfText';

/** Parts of a message that the code it comes from does not contain: quoted values, numbers, brackets. */
const variableParts = /["'`“”{}<>[\]%]|\d+|\s\(|\.\.\.|\n/;
const leastTerms = 3;

/** Of a long pasted log, the first errors suffice. */
const errorLimit = 10;

/** The error messages of an issue and what it quotes, each once. */
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
}

/** Some consecutive terms of a piece; `end` is exclusive. */
interface TermRun {
	readonly end: number;
	readonly length: number;
}

export interface QuotedCode {
	/** In the order in which they are searched. */
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
		for (const { path, segment } of candidates) {
			if (best.length === terms.length) {
				break;
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
		const { paths, words, slotOf } = this.code;
		const wanted = pieces.map(piece => ({ piece, slots: piece.terms.map(({ term }) => slotOf(term) ?? -1) }));
		const isQuoted = new Set(wanted.flatMap(({ slots }) => slots));
		for (const path of paths) {
			const { start, end } = words.segmentsOf(path);
			for (let segment = start; segment < end; segment++) {
				const present = this.slotsIn(segment, isQuoted);
				const found =
					present.size < 2 ? [] : wanted.filter(each => hasRun(each.slots, present, leastNumber(each.piece)));
				for (const { piece } of found) {
					piece.candidates.push({ path, segment });
				}
			}
		}
	}

	/** Those of some slots whose terms occur in a segment. */
	private slotsIn(segment: number, wanted: ReadonlySet<number>): ReadonlySet<number> {
		const { rowStarts, slots } = this.code.counts;
		const found = new Set<number>();
		for (let at = rowStarts[segment] ?? 0; at < (rowStarts[segment + 1] ?? 0); at++) {
			const slot = slots[at] ?? 0;
			if (wanted.has(slot)) {
				found.add(slot);
			}
		}
		return found;
	}
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

/** Whether so many consecutive slots are present. */
function hasRun(slots: readonly number[], present: ReadonlySet<number>, least: number): boolean {
	let length = 0;
	for (const slot of slots) {
		length = present.has(slot) ? length + 1 : 0;
		if (length === least) {
			return true;
		}
	}
	return false;
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
