import { NumberLog, NumberReader, numberBytes, putNumber } from './numbers';
import type { StopWords } from './stopWords';
import { isGenerated, WordCounter } from './wordCounter';
import { isGeneratedFlag, type WordData, type WordFile } from './wordData';
import { WordPool } from './wordPool';
import { readPostings, SpellingsReader, type WordTable } from './wordTable';

/** The number of characters, or postings, counted in a few milliseconds. */
const slice = 1 << 15;

/**
 * Makes a table of words: of rows of an earlier one, and of texts. Everything that takes long is a generator, which
 * yields every few milliseconds.
 */
export class WordTableBuilder {
	private readonly pool: WordPool;
	private readonly counter: WordCounter;
	private readonly paths: string[] = [];
	private readonly sizes: number[] = [];
	private readonly times: number[] = [];
	private readonly flags: number[] = [];
	/** The new number of each segment of the earlier table that is kept, plus 1. */
	private readonly kept: Uint32Array;
	private readonly keptSegments = new NumberLog();
	private nKeptSegments = 0;
	/** Before the first text. */
	private isKeeping = true;
	private nKnownWords = 0;

	constructor(
		private readonly stopWords: StopWords,
		private readonly known?: WordTable,
	) {
		this.pool = new WordPool();
		this.counter = new WordCounter(this.pool);
		this.kept = new Uint32Array(known?.nSegments ?? 0);
	}

	/** Keeps rows of the earlier table; before any text is added. */
	*keep(rows: readonly number[]): Generator<void, void> {
		const { known, keptSegments } = this;
		if (known === undefined || !this.isKeeping) {
			throw new Error('rows of an earlier table come first');
		}
		for (const row of rows) {
			const [start, end] = [known.first[row] ?? 0, known.first[row + 1] ?? 0];
			const file = { path: known.paths[row] ?? '', sizeBytes: known.sizeAt(row), modifiedMs: known.timeAt(row) };
			this.addFile(file, known.flagsAt(row));
			keptSegments.push(end - start);
			for (let segment = start, line = 1; segment < end; segment++) {
				keptSegments.push((known.lines[segment] ?? 0) - line);
				keptSegments.push(known.lengths[segment] ?? 0);
				line = known.lines[segment] ?? 0;
				this.kept[segment] = ++this.nKeptSegments;
			}
		}
		yield* this.addKnownWords(known);
	}

	/** Adds a text. Generated code has no words. */
	*add(file: WordFile, text: string): Generator<void, void> {
		this.isKeeping = false;
		const isNone = isGenerated(text);
		this.addFile(file, isNone ? isGeneratedFlag : 0);
		const stopWords = this.stopWords.of(file.language);
		yield* this.counter.add(isNone ? '' : text, { cuts: isNone ? [] : file.cuts, stopWords }, slice);
	}

	*finish(): Generator<void, WordData> {
		const { pool } = this;
		const nBytes = new Uint32Array(pool.size);
		const last = new Int32Array(pool.size).fill(-1);
		yield* this.postings((word, segment, count) => {
			const distance = 2 * (segment - (last[word] ?? 0) - 1) + (count > 1 ? 1 : 0);
			last[word] = segment;
			nBytes[word] = (nBytes[word] ?? 0) + numberBytes(distance) + (count > 1 ? numberBytes(count) : 0);
		});
		const at = new Float64Array(pool.size);
		let total = 0;
		for (let word = 0; word < pool.size; word++) {
			at[word] = total;
			total += nBytes[word] ?? 0;
		}
		const postings = new Uint8Array(total);
		last.fill(-1);
		yield* this.postings((word, segment, count) => {
			const distance = 2 * (segment - (last[word] ?? 0) - 1) + (count > 1 ? 1 : 0);
			last[word] = segment;
			const next = putNumber(postings, at[word] ?? 0, distance);
			at[word] = count > 1 ? putNumber(postings, next, count) : next;
		});
		return {
			paths: new TextEncoder().encode(this.paths.map(path => `${path}\0`).join('')),
			sizes: new Uint8Array(Float64Array.from(this.sizes).buffer),
			times: new Uint8Array(Float64Array.from(this.times).buffer),
			flags: Uint8Array.from(this.flags),
			segments: joined(this.keptSegments.finish(), this.counter.segments.finish()),
			words: yield* this.spellings(nBytes),
			postings,
		};
	}

	private addFile({ path, sizeBytes, modifiedMs }: Omit<WordFile, 'cuts'>, flags: number): void {
		this.paths.push(path);
		this.sizes.push(sizeBytes);
		this.times.push(modifiedMs);
		this.flags.push(flags);
	}

	/** They get the numbers that they have in the earlier table. */
	private *addKnownWords(known: WordTable): Generator<void, void> {
		const words = new SpellingsReader(known.source.read('words'));
		while (words.next()) {
			this.pool.add(words.bytes, words.length);
			this.nKnownWords++;
			if (this.nKnownWords % slice === 0) {
				yield;
			}
		}
	}

	/** Of each word in the order of the segments. */
	private *postings(take: (word: number, segment: number, count: number) => void): Generator<void, void> {
		yield* this.keptPostings(take);
		const log = this.counter.log.reader();
		let nTaken = 0;
		for (let segment = this.nKeptSegments; !log.isAtEnd; segment++) {
			for (let left = log.next(); left > 0; left--) {
				const word = log.next();
				take(word, segment, log.next());
				if (++nTaken % slice === 0) {
					yield;
				}
			}
		}
	}

	private *keptPostings(take: (word: number, segment: number, count: number) => void): Generator<void, void> {
		const { known, kept } = this;
		if (known === undefined || this.nKnownWords === 0) {
			return;
		}
		const words = new SpellingsReader(known.source.read('words'));
		const postings = known.source.read('postings');
		for (let word = 0; words.next(); word++) {
			readPostings(new NumberReader(postings.subarray(words.start, words.end)), (segment, count) => {
				const place = kept[segment] ?? 0;
				if (place > 0) {
					take(word, place - 1, count);
				}
			});
			if (word % 1024 === 0) {
				yield;
			}
		}
	}

	/** Words that occur nowhere any more are left out. */
	private *spellings(nBytes: Uint32Array): Generator<void, Uint8Array<ArrayBuffer>> {
		const log = new NumberLog();
		let before: Uint8Array = new Uint8Array();
		for (const [word, size] of nBytes.entries()) {
			if (size > 0) {
				const spelling = this.pool.spellingOf(word);
				const nShared = sharedLength(before, spelling);
				log.push(nShared);
				log.push(spelling.length - nShared);
				log.push(size);
				log.append(spelling.subarray(nShared));
				before = spelling;
			}
			if (word % slice === 0) {
				yield;
			}
		}
		return log.finish();
	}
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
	let length = 0;
	while (length < a.length && length < b.length && a[length] === b[length]) {
		length++;
	}
	return length;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
	const all = new Uint8Array(a.length + b.length);
	all.set(a);
	all.set(b, a.length);
	return all;
}
