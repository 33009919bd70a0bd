import { emptyHash, withByte } from '../../../code/pure/index/fnv';
import { wordLimit } from '../../../code/pure/index/words/terms';
import { wordParts } from '../../../code/pure/index/words/words';
import { commitTermsOf } from '../commitTerms';

const limits = {
	/** Different words in the changed lines of one commit. */
	words: 50_000,
	/** A word counts so often in one commit. */
	occurrences: 8,
};

/** Of each byte: 1 in words, 2 for letters among them. */
const wordCodes = Uint8Array.from({ length: 256 }, (_, code) => {
	const character = String.fromCharCode(code);
	return /[A-Za-z]/.test(character) ? 2 : /[\d_$]/.test(character) ? 1 : 0;
});

/**
 * Counts the words of one commit after the other: names and numbers in ASCII with at least one letter. A word is split
 * into terms when it is met for the first time, so that most of the work is to find a known word again.
 */
export class WordCounter {
	private text = new Uint8Array(1 << 16);
	private ends = new Uint32Array(1 << 12);
	private hashes = new Int32Array(1 << 12);
	private counts = new Uint32Array(1 << 12);
	private nWords = 0;
	/** Open addressing by hash: number of the word plus 1, 0 if there is none. */
	private slots = new Uint32Array(1 << 14);
	private readonly terms: (readonly number[])[] = [];
	/** The words of the commit. */
	private met: number[] = [];
	private readonly decoder = new TextDecoder();

	/** `numberOf`: of a term. */
	constructor(private readonly numberOf: (term: string) => number) {}

	/** The commit has so many words that no other one counts. */
	get isFull(): boolean {
		return this.met.length >= limits.words;
	}

	/** Counts the words in some bytes. */
	add(bytes: Uint8Array, start: number, end: number): void {
		for (let at = start; at < end; at++) {
			let kind = wordCodes[bytes[at] ?? 0] ?? 0;
			if (kind === 0) {
				continue;
			}
			const from = at;
			let [hash, kinds] = [emptyHash, 0];
			while (kind !== 0) {
				kinds |= kind;
				hash = withByte(hash, bytes[at] ?? 0);
				at++;
				kind = at < end ? (wordCodes[bytes[at] ?? 0] ?? 0) : 0;
			}
			if (kinds > 1 && at - from <= wordLimit) {
				this.count(this.numberFor(bytes, from, at, hash));
			}
		}
	}

	/** Calls back with the terms of each word of the commit, and begins the next one; returns how often they occur. */
	take(add: (term: number, count: number) => void): number {
		let length = 0;
		for (const word of this.met) {
			const terms = this.termsOf(word);
			const count = Math.min(limits.occurrences, this.counts[word] ?? 0);
			for (const term of terms) {
				add(term, count);
			}
			length += count * terms.length;
			this.counts[word] = 0;
		}
		this.met = [];
		return length;
	}

	private count(word: number): void {
		const count = this.counts[word] ?? 0;
		if (count === 0) {
			if (this.isFull) {
				return;
			}
			this.met.push(word);
		}
		this.counts[word] = count + 1;
	}

	private termsOf(word: number): readonly number[] {
		const known = this.terms[word];
		if (known !== undefined) {
			return known;
		}
		const text = this.decoder.decode(this.text.subarray(this.startOf(word), this.ends[word]));
		const terms = commitTermsOf(wordParts(text).map(part => part.toLowerCase())).map(this.numberOf);
		this.terms[word] = terms;
		return terms;
	}

	/** The number of a word, which is added if it is not there yet. */
	private numberFor(bytes: Uint8Array, start: number, end: number, hash: number): number {
		const mask = this.slots.length - 1;
		let at = placeOf(hash) & mask;
		for (let slot = this.slots[at] ?? 0; slot !== 0; slot = this.slots[at] ?? 0) {
			if (this.hashes[slot - 1] === hash && this.isAt(slot - 1, bytes, start, end)) {
				return slot - 1;
			}
			at = (at + 1) & mask;
		}
		this.slots[at] = this.nWords + 1;
		return this.append(bytes, start, end, hash);
	}

	private isAt(word: number, bytes: Uint8Array, start: number, end: number): boolean {
		const first = this.startOf(word);
		if ((this.ends[word] ?? 0) - first !== end - start) {
			return false;
		}
		for (let at = start; at < end; at++) {
			if (this.text[first + at - start] !== bytes[at]) {
				return false;
			}
		}
		return true;
	}

	private append(bytes: Uint8Array, start: number, end: number, hash: number): number {
		const word = this.nWords++;
		const first = this.startOf(word);
		this.text = withRoom(this.text, first + end - start);
		this.ends = withRoom(this.ends, this.nWords);
		this.hashes = withRoom(this.hashes, this.nWords);
		this.counts = withRoom(this.counts, this.nWords);
		this.text.set(bytes.subarray(start, end), first);
		this.ends[word] = first + end - start;
		this.hashes[word] = hash;
		if (2 * this.nWords > this.slots.length) {
			this.grow();
		}
		return word;
	}

	private grow(): void {
		const slots = new Uint32Array(2 * this.slots.length);
		const mask = slots.length - 1;
		for (let word = 0; word < this.nWords; word++) {
			let at = placeOf(this.hashes[word] ?? 0) & mask;
			while (slots[at] !== 0) {
				at = (at + 1) & mask;
			}
			slots[at] = word + 1;
		}
		this.slots = slots;
	}

	private startOf(word: number): number {
		return word === 0 ? 0 : (this.ends[word - 1] ?? 0);
	}
}

function placeOf(hash: number): number {
	return hash ^ (hash >>> 15);
}

function withRoom<A extends Uint8Array | Uint32Array | Int32Array>(array: A, length: number): A {
	if (length <= array.length) {
		return array;
	}
	const larger = new (array.constructor as new (length: number) => A)(2 * length);
	larger.set(array);
	return larger;
}
