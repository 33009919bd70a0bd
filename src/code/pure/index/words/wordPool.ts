import { hashBytes } from '../fnv';
import { partSeparator, type SpellingReader } from './spelling';
import { nTermsOf, type Underscores } from './terms';

const decoder = new TextDecoder();

/** The parts of a word, given its spelling. */
export function partsOf(spelling: Uint8Array): string[] {
	const { start, end } = partsIn(spelling, spelling.length);
	return decoder.decode(spelling.subarray(start, end)).split('_');
}

/** Where the parts of a word begin and end in its spelling: within the underscores around it. */
export function partsIn(spelling: Uint8Array, length: number): { readonly start: number; readonly end: number } {
	let [start, end] = [0, length];
	while (start < length && spelling[start] === partSeparator) {
		start++;
	}
	while (end > start && spelling[end - 1] === partSeparator) {
		end--;
	}
	return { start, end };
}

/** The underscores around a word, given its spelling. */
export function aroundIn(spelling: Uint8Array, length: number): Underscores {
	const { start, end } = partsIn(spelling, length);
	return { before: '_'.repeat(start), after: '_'.repeat(length - end) };
}

/** Numbers the words of many texts, by their spellings. */
export class WordPool {
	size = 0;
	private text = new Uint8Array(1 << 16);
	private ends = new Uint32Array(1 << 12);
	/** By the words that do not count: of each word its number of terms plus 1, 0 if it is not known yet. */
	private readonly terms = new Map<ReadonlySet<string>, Uint8Array<ArrayBuffer>>();
	/** Open addressing by `hashBytes`: number of the word plus 1, 0 if there is none. */
	private slots = new Uint32Array(1 << 14);

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

	/** How many terms a word counts for where some words have no meaning. */
	nTermsOf(word: number, stopWords: ReadonlySet<string>): number {
		let known = this.terms.get(stopWords);
		if (known === undefined || word >= known.length) {
			known = withRoom(known ?? new Uint8Array(1 << 12), word + 1);
			this.terms.set(stopWords, known);
		}
		const counted = known[word] ?? 0;
		if (counted > 0) {
			return counted - 1;
		}
		const nTerms = Math.min(mostTerms, countTerms(this.spellingOf(word), stopWords));
		known[word] = nTerms + 1;
		return nTerms;
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
		for (let at = 0; at < length; at++) {
			this.text[start + at] = bytes[at] ?? 0;
		}
		this.ends[this.size] = start + length;
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
}

const mostTerms = 254;

/** As `nTermsOf`, with one string at a time. */
function countTerms(bytes: Uint8Array, stopWords: ReadonlySet<string>): number {
	const inside = partsIn(bytes, bytes.length);
	let [nParts, nMeaningful, start] = [0, 0, inside.start];
	let hasLetter = false;
	for (let at = inside.start; at <= inside.end; at++) {
		const code = at < inside.end ? (bytes[at] ?? 0) : partSeparator;
		if (code > 127) {
			return nTermsOf(partsOf(bytes), stopWords, aroundIn(bytes, bytes.length));
		}
		if (code === partSeparator) {
			nParts++;
			nMeaningful += hasLetter && at - start > 1 && !stopWords.has(decoder.decode(bytes.subarray(start, at))) ? 1 : 0;
			hasLetter = false;
			start = at + 1;
		} else {
			hasLetter ||= code > nine;
		}
	}
	const nTerms = nMeaningful + (nParts > 2 ? nParts - 1 : 0) + (nParts > 1 && nMeaningful > 0 ? 1 : 0);
	return nTerms > 0 ? nTerms : nTermsOf(partsOf(bytes), stopWords, aroundIn(bytes, bytes.length));
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
