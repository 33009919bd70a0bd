import { hashBytes } from '../fnv';
import { partSeparator, type SpellingReader } from './spelling';
import { nTermsOf } from './terms';

const decoder = new TextDecoder();

/** The parts of a word, given its spelling. */
export function partsOf(spelling: Uint8Array): string[] {
	return decoder.decode(spelling).split('_');
}

/** Numbers the words of many texts, by their spellings. */
export class WordPool {
	size = 0;
	private text = new Uint8Array(1 << 16);
	private ends = new Uint32Array(1 << 12);
	private terms = new Uint8Array(1 << 12);
	/** Open addressing by `hashBytes`: number of the word plus 1, 0 if there is none. */
	private slots = new Uint32Array(1 << 14);
	private readonly stopHashes: ReadonlySet<number>;

	constructor(private readonly stopWords: ReadonlySet<string>) {
		const encoder = new TextEncoder();
		this.stopHashes = new Set(
			[...stopWords].map(word => {
				const bytes = encoder.encode(word);
				return hashBytes(bytes, 0, bytes.length);
			}),
		);
	}

	/** The number of a word, which is added if it is not there yet. */
	add(bytes: Uint8Array, length: number): number {
		const mask = this.slots.length - 1;
		let at = hashBytes(bytes, 0, length) & mask;
		for (let slot = this.slots[at] ?? 0; slot !== 0; slot = this.slots[at] ?? 0) {
			if (this.isAt(slot - 1, bytes, length)) {
				return slot - 1;
			}
			at = (at + 1) & mask;
		}
		this.slots[at] = this.size + 1;
		this.append(bytes, length);
		return this.size - 1;
	}

	addSpelled({ bytes, length }: SpellingReader): number {
		return this.add(bytes, length);
	}

	/** How many terms a word counts for. */
	nTermsOf(word: number): number {
		return this.terms[word] ?? 0;
	}

	spellingOf(word: number): Uint8Array {
		return this.text.subarray(this.startOf(word), this.ends[word]);
	}

	private startOf(word: number): number {
		return word === 0 ? 0 : (this.ends[word - 1] ?? 0);
	}

	private isAt(word: number, bytes: Uint8Array, length: number): boolean {
		const start = this.startOf(word);
		if ((this.ends[word] ?? 0) - start !== length) {
			return false;
		}
		for (let at = 0; at < length; at++) {
			if (this.text[start + at] !== bytes[at]) {
				return false;
			}
		}
		return true;
	}

	private append(bytes: Uint8Array, length: number): void {
		const start = this.startOf(this.size);
		this.text = withRoom(this.text, start + length);
		this.ends = withRoom(this.ends, this.size + 1);
		this.terms = withRoom(this.terms, this.size + 1);
		for (let at = 0; at < length; at++) {
			this.text[start + at] = bytes[at] ?? 0;
		}
		this.ends[this.size] = start + length;
		this.terms[this.size] = this.countTerms(bytes, length);
		this.size++;
		if (2 * this.size > this.slots.length) {
			this.grow();
		}
	}

	private grow(): void {
		const slots = new Uint32Array(2 * this.slots.length);
		const mask = slots.length - 1;
		for (let word = 0; word < this.size; word++) {
			let at = hashBytes(this.text, this.startOf(word), this.ends[word] ?? 0) & mask;
			while (slots[at] !== 0) {
				at = (at + 1) & mask;
			}
			slots[at] = word + 1;
		}
		this.slots = slots;
	}

	/** As `nTermsOf`, without strings if all is ASCII. */
	private countTerms(bytes: Uint8Array, length: number): number {
		let [nParts, nMeaningful, start] = [0, 0, 0];
		let hasLetter = false;
		for (let at = 0; at <= length; at++) {
			const code = at < length ? (bytes[at] ?? 0) : partSeparator;
			if (code > 127) {
				return nTermsOf(partsOf(bytes.subarray(0, length)), this.stopWords);
			}
			if (code === partSeparator) {
				nParts++;
				nMeaningful += hasLetter && at - start > 1 && !this.isStopWord(bytes, start, at) ? 1 : 0;
				hasLetter = false;
				start = at + 1;
			} else {
				hasLetter ||= code > nine;
			}
		}
		return nMeaningful + (nParts > 2 ? nParts - 1 : 0) + (nParts > 1 && nMeaningful > 0 ? 1 : 0);
	}

	private isStopWord(bytes: Uint8Array, start: number, end: number): boolean {
		return (
			this.stopHashes.has(hashBytes(bytes, start, end)) &&
			this.stopWords.has(decoder.decode(bytes.subarray(start, end)))
		);
	}
}

/** The last digit: in a spelling only letters come after it. */
const nine = 57;

function withRoom<A extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: A, length: number): A {
	if (length <= array.length) {
		return array;
	}
	const larger = new (array.constructor as new (length: number) => A)(Math.max(2 * array.length, length));
	larger.set(array);
	return larger;
}
