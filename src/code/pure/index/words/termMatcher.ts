import { continueHash, emptyHash, hashBytes } from '../fnv';
import { partSeparator } from './spelling';
import { termsOf } from './terms';
import { aroundIn, partsIn, partsOf } from './wordPool';

const mostBytes = 1 << 12;
/** The number of places per term in the table of terms: most words have no term, and meet an empty place. */
const placesPerTerm = 16;
const leastPlaces = 1 << 12;
const decoder = new TextDecoder();

/**
 * Finds the words that have one of some terms, as `termsOf` does, without making strings of ASCII words. The common
 * beginning of two successive words is read once.
 */
export class TermMatcher {
	private readonly slots: ReadonlyMap<string, number>;
	private readonly terms: readonly Uint8Array[];
	/** Whether one of the terms has underscores around it. */
	private readonly hasMarked: boolean;
	/** Open addressing by hash: slot plus 1, 0 if there is none. */
	private readonly table: Uint32Array;

	/** The parts of the last word, one after the other. */
	private readonly joined = new Uint8Array(mostBytes);
	private nParts = 0;
	/** The end of each part in the spelling and in `joined`. */
	private readonly spelledEnds = new Uint16Array(mostBytes);
	private readonly ends = new Uint16Array(mostBytes);
	/** The hash of each part, and of all parts up to it. */
	private readonly hashes = new Int32Array(mostBytes);
	private readonly wholeHashes = new Int32Array(mostBytes);
	/** Of each part the slot plus 1 of its term, and of the term of it and the part before it; 0 if there is none. */
	private readonly singles = new Uint32Array(mostBytes);
	private readonly pairs = new Uint32Array(mostBytes);
	/** How many slots the parts up to each have. */
	private readonly nFound = new Uint32Array(mostBytes);

	/** A term's slot is its position among `terms`. */
	constructor(
		terms: readonly string[],
		private readonly stopWords: ReadonlySet<string>,
	) {
		this.slots = new Map(terms.map((term, slot) => [term, slot]));
		this.hasMarked = terms.some(isMarked);
		const encoder = new TextEncoder();
		this.terms = terms.map(term => encoder.encode(term));
		let nPlaces = leastPlaces;
		while (nPlaces < placesPerTerm * terms.length) {
			nPlaces *= 2;
		}
		this.table = new Uint32Array(nPlaces);
		for (const [slot, term] of this.terms.entries()) {
			let at = this.placeOf(hashBytes(term, 0, term.length));
			while (this.table[at] !== 0) {
				at = (at + 1) & (nPlaces - 1);
			}
			this.table[at] = slot + 1;
		}
	}

	/**
	 * The slots of a word's terms, one for each occurrence of the term; most words have none. `nShared`: the number of
	 * bytes at its start that it shares with the previous word.
	 */
	slotsOf(spelling: Uint8Array, length: number, nShared = 0): readonly number[] {
		let nKept = 0;
		while (nKept + 1 < this.nParts && (this.spelledEnds[nKept] ?? 0) < nShared) {
			nKept++;
		}
		const { start, end } = partsIn(spelling, length);
		if (!this.readParts(spelling, { start, end }, nKept)) {
			this.nParts = 0;
			const word = spelling.subarray(0, length);
			const terms = termsOf(partsOf(word), this.stopWords, aroundIn(word, length));
			return terms.flatMap(term => this.slots.get(term) ?? []);
		}
		const whole = this.nParts > 1 ? this.wholeSlot() : 0;
		const marked = this.hasMarked && end - start < length ? this.markedSlot(spelling, length) : 0;
		return whole + marked === 0 && this.nFound[this.nParts - 1] === 0 ? none : this.found(whole, marked);
	}

	/** Slot plus 1 of the term that is the word with the underscores around it; 0 if there is none. */
	private markedSlot(spelling: Uint8Array, length: number): number {
		const word = spelling.subarray(0, length);
		const last = termsOf(partsOf(word), this.stopWords, aroundIn(word, length)).at(-1) ?? '';
		return isMarked(last) ? (this.slots.get(last) ?? -1) + 1 : 0;
	}

	/** Reads the parts of a word after the first ones, which are known. False if it is not ASCII. */
	private readParts(
		spelling: Uint8Array,
		{ start, end }: { readonly start: number; readonly end: number },
		nKept: number,
	): boolean {
		const { joined, ends, spelledEnds } = this;
		this.nParts = nKept;
		let nBytes = nKept === 0 ? 0 : (ends[nKept - 1] ?? 0);
		for (let at = nKept === 0 ? start : (spelledEnds[nKept - 1] ?? 0) + 1; at <= end; at++) {
			const code = at < end ? (spelling[at] ?? 0) : partSeparator;
			if (code > 127) {
				return false;
			}
			if (code === partSeparator) {
				spelledEnds[this.nParts] = at;
				ends[this.nParts] = nBytes;
				this.endPart();
			} else {
				joined[nBytes++] = code;
			}
		}
		return true;
	}

	private endPart(): void {
		const { hashes, wholeHashes, nParts: part } = this;
		const [start, end] = [this.startOf(part), this.ends[part] ?? 0];
		hashes[part] = continueHash(emptyHash, this.joined, start, end);
		const single = this.slotOfStem(start, end, start, emptyHash);
		this.singles[part] = single > 0 && this.isMeaningful(start, end) ? single : 0;
		if (part === 0) {
			wholeHashes[part] = hashes[part] ?? 0;
			this.pairs[part] = 0;
			this.nFound[part] = Number(this.singles[part] !== 0);
		} else {
			const before = part - 1;
			wholeHashes[part] = continueHash(wholeHashes[before] ?? 0, this.joined, start, end);
			this.pairs[part] = this.slotOfStem(this.startOf(before), end, start, hashes[before] ?? 0);
			this.nFound[part] =
				(this.nFound[before] ?? 0) + Number(this.singles[part] !== 0) + Number(this.pairs[part] !== 0);
		}
		this.nParts++;
	}

	/** Slot plus 1 of the term that is all parts together; 0 if there is none. */
	private wholeSlot(): number {
		const last = this.nParts - 1;
		const slot = this.slotOfStem(0, this.ends[last] ?? 0, this.startOf(last), this.wholeHashes[last - 1] ?? 0);
		for (let part = 0; slot > 0 && part < this.nParts; part++) {
			if (this.isMeaningful(this.startOf(part), this.ends[part] ?? 0)) {
				return slot;
			}
		}
		return 0;
	}

	/** In the order of `termsOf`. */
	private found(whole: number, marked: number): readonly number[] {
		const found: number[] = [];
		for (const slots of this.nParts > 2 ? [this.singles, this.pairs] : [this.singles]) {
			for (let part = 0; part < this.nParts; part++) {
				const slot = slots[part] ?? 0;
				if (slot > 0) {
					found.push(slot - 1);
				}
			}
		}
		for (const slot of [whole, marked]) {
			if (slot > 0) {
				found.push(slot - 1);
			}
		}
		return found;
	}

	private startOf(part: number): number {
		return part === 0 ? 0 : (this.ends[part - 1] ?? 0);
	}

	/**
	 * Slot plus 1 of the stem of some of the bytes; as `stem`. `hash` is the hash of the bytes from `start` to
	 * `hashedEnd`.
	 */
	private slotOfStem(start: number, end: number, hashedEnd: number, hash: number): number {
		const { joined } = this;
		const to = stemEnd(joined, start, end);
		const isChanged = to === end - 2 && joined[end - 3] === letterI && joined[end - 1] === letterS;
		if (!isChanged) {
			return this.find(
				to >= hashedEnd ? continueHash(hash, joined, hashedEnd, to) : continueHash(emptyHash, joined, start, to),
				start,
				to,
			);
		}
		joined[end - 3] = letterY;
		const slot = this.find(continueHash(emptyHash, joined, start, to), start, to);
		joined[end - 3] = letterI;
		return slot;
	}

	private find(hash: number, start: number, end: number): number {
		const mask = this.table.length - 1;
		for (let at = this.placeOf(hash); ; at = (at + 1) & mask) {
			const slot = this.table[at] ?? 0;
			if (slot === 0 || this.isTerm(slot - 1, start, end)) {
				return slot;
			}
		}
	}

	private placeOf(hash: number): number {
		return (hash ^ (hash >>> 16)) & (this.table.length - 1);
	}

	private isTerm(slot: number, start: number, end: number): boolean {
		const term = this.terms[slot];
		if (term?.length !== end - start) {
			return false;
		}
		for (let at = start; at < end; at++) {
			if (term[at - start] !== this.joined[at]) {
				return false;
			}
		}
		return true;
	}

	private isMeaningful(start: number, end: number): boolean {
		const { joined } = this;
		let isNumber = true;
		for (let at = start; at < end; at++) {
			isNumber &&= (joined[at] ?? 0) <= nine;
		}
		return !isNumber && end - start > 1 && !this.stopWords.has(decoder.decode(joined.subarray(start, end)));
	}
}

const none: readonly number[] = [];

function isMarked(term: string): boolean {
	return /^_|_$/.test(term);
}

const nine = 57;
const [letterD, letterE, letterG, letterI, letterN, letterS, letterU, letterY] = [
	100, 101, 103, 105, 110, 115, 117, 121,
];

/** Returns the end of a word's stem; as `stem`, but the stem of a word in `ies` still ends in `i`. */
function stemEnd(bytes: Uint8Array, start: number, end: number): number {
	const last = bytes[end - 1] ?? 0;
	if (end - start < 5 || (last !== letterS && last !== letterD && last !== letterG)) {
		return end;
	}
	const [third, second] = [bytes[end - 3] ?? 0, bytes[end - 2] ?? 0];
	if (last === letterG) {
		return second === letterN && third === letterI && end - start > 5 ? end - 3 : end;
	}
	if (last === letterD) {
		return second === letterE ? end - 2 : end;
	}
	if (second === letterE && (third === letterI || (third === letterS && bytes[end - 4] === letterS))) {
		return end - 2;
	}
	return second === letterS || second === letterU ? end : end - 1;
}
