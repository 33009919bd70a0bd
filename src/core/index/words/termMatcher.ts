import { hashBytes, partSeparator } from './spelling';
import { termsOf } from './terms';
import { partsOf } from './wordPool';

/** Of a hash; a bit for each value. */
const hashBits = 18;

/** Finds the words that have one of some terms. */
export class TermMatcher {
	private readonly slots: ReadonlyMap<string, number>;
	/** Which hashes the terms have: most words have no such term, which is found without making a string. */
	private readonly hashes = new Uint8Array(1 << hashBits);
	private readonly joined = new Uint8Array(1 << 12);
	private readonly ends = new Uint16Array(1 << 12);

	/** A term's slot is its position among `terms`. */
	constructor(
		terms: readonly string[],
		private readonly stopWords: ReadonlySet<string>,
	) {
		this.slots = new Map(terms.map((term, slot) => [term, slot]));
		const encoder = new TextEncoder();
		for (const term of terms) {
			const bytes = encoder.encode(term);
			this.hashes[foldedHash(bytes, 0, bytes.length)] = 1;
		}
	}

	/** The slots of a word's terms, one for each time it has the term; most words have none. */
	slotsOf(spelling: Uint8Array, length: number): readonly number[] {
		if (!this.mayMatch(spelling, length)) {
			return none;
		}
		const terms = termsOf(partsOf(spelling.subarray(0, length)), this.stopWords);
		return terms.flatMap(term => this.slots.get(term) ?? []);
	}

	private mayMatch(spelling: Uint8Array, length: number): boolean {
		const { joined, ends } = this;
		let [nParts, nBytes] = [0, 0];
		for (let at = 0; at < length; at++) {
			const code = spelling[at] ?? 0;
			if (code > 127) {
				return true;
			}
			if (code === partSeparator) {
				ends[nParts++] = nBytes;
			} else {
				joined[nBytes++] = code;
			}
		}
		ends[nParts++] = nBytes;
		for (let part = 0, start = 0, before = 0; part < nParts; part++) {
			const end = ends[part] ?? 0;
			if (this.isStem(start, end) || (part > 0 && this.isStem(before, end))) {
				return true;
			}
			before = start;
			start = end;
		}
		return nParts > 2 && this.isStem(0, nBytes);
	}

	/** Whether the stem of some bytes may be a term; as `stem`. */
	private isStem(start: number, end: number): boolean {
		const { joined } = this;
		const length = end - start;
		const last = joined[end - 1] ?? 0;
		let to = end;
		if (length >= 5 && (last === letterS || last === letterD || last === letterG)) {
			const [third, second] = [joined[end - 3] ?? 0, joined[end - 2] ?? 0];
			if (last === letterS && second === letterE && third === letterI) {
				joined[end - 3] = letterY;
				const isKnown = this.hashes[foldedHash(joined, start, end - 2)] === 1;
				joined[end - 3] = letterI;
				return isKnown;
			}
			if (last === letterS && second === letterE && third === letterS && joined[end - 4] === letterS) {
				to = end - 2;
			} else if (last === letterG) {
				to = second === letterN && third === letterI && length > 5 ? end - 3 : end;
			} else if (last === letterD) {
				to = second === letterE ? end - 2 : end;
			} else if (second !== letterS && second !== letterU) {
				to = end - 1;
			}
		}
		return this.hashes[foldedHash(joined, start, to)] === 1;
	}
}

const none: readonly number[] = [];
const [letterD, letterE, letterG, letterI, letterN, letterS, letterU, letterY] = [
	100, 101, 103, 105, 110, 115, 117, 121,
];

function foldedHash(bytes: Uint8Array, start: number, end: number): number {
	const hash = hashBytes(bytes, start, end);
	return (hash ^ (hash >>> hashBits)) & ((1 << hashBits) - 1);
}
