import { wordLimit } from './terms';
import { isWordCode, wordParts } from './words';

/** Kinds of ASCII characters in words. */
const none = 0;
const upper = 1;
const lower = 2;
const digit = 3;
const joiner = 4;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	const isIn = [/[A-Z]/, /[a-z]/, /\d/, /[_$]/].findIndex(pattern => pattern.test(character));
	return isIn + 1;
});
const capitalOffset = 32;
/** Between two parts. */
export const partSeparator = 95;
/** A character takes at most three bytes, its lower case may be two, and a separator may follow each. */
const mostBytes = wordLimit * 8;
const encoder = new TextEncoder();

/** FNV-1a, 32 bits. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
	let hash = 0x811c9dc5;
	for (let at = start; at < end; at++) {
		hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
	}
	return hash >>> 0;
}

/**
 * Reads words one after the other, each as its parts in lower case, joined by underscores: all that its terms depend on.
 * It does for most words, without making a string, what `wordParts` does for all.
 */
export class SpellingReader {
	/** UTF-8 of the last word. */
	readonly bytes = new Uint8Array(mostBytes);
	/** Number of its bytes; 0 where it has no terms: a number, or too long. */
	length = 0;

	/** Reads the word that begins at a position, and returns where it ends. */
	read(text: string, start: number): number {
		let end = start;
		let isAscii = true;
		let isNumber = true;
		for (; end < text.length; end++) {
			const code = text.charCodeAt(end);
			if (code < 128 ? kinds[code] === none : !isWordCode(code)) {
				break;
			}
			isAscii &&= code < 128;
			isNumber &&= kinds[code] === digit;
		}
		this.length = 0;
		if (end - start <= wordLimit && !isNumber) {
			if (isAscii) {
				this.spell(text, start, end);
			} else {
				const parts = wordParts(text.slice(start, end)).map(part => part.toLowerCase());
				this.length = encoder.encodeInto(parts.join('_'), this.bytes).written;
			}
		}
		return end;
	}

	private spell(text: string, start: number, end: number): void {
		let at = start;
		while (at < end) {
			const kind = kinds[text.charCodeAt(at)] ?? none;
			if (kind === joiner) {
				at++;
			} else {
				const to = partEnd(text, at, { end, kind });
				this.add(text, at, to);
				at = to;
			}
		}
	}

	private add(text: string, start: number, end: number): void {
		const { bytes } = this;
		if (this.length > 0) {
			bytes[this.length++] = partSeparator;
		}
		for (let at = start; at < end; at++) {
			const code = text.charCodeAt(at);
			bytes[this.length++] = kinds[code] === upper ? code + capitalOffset : code;
		}
	}
}

/** Where a part ends, as in `wordParts`: `HTTP` of `HTTPServer`, `Server2` of `Server2`. */
function partEnd(text: string, at: number, word: { readonly end: number; readonly kind: number }): number {
	const { end, kind } = word;
	const after = (from: number, wanted: number) => {
		let to = from;
		while (to < end && kinds[text.charCodeAt(to)] === wanted) {
			to++;
		}
		return to;
	};
	if (kind !== upper) {
		const letters = after(at, kind);
		return kind === digit ? letters : after(letters, digit);
	}
	const capitals = after(at, upper);
	const digits = after(capitals, digit);
	if (digits === end || kinds[text.charCodeAt(digits)] !== lower) {
		return digits;
	}
	// What is followed by a small letter belongs to the next part, unless it is all there is.
	if (digits > capitals || capitals > at + 1) {
		return digits - 1;
	}
	return after(after(capitals, lower), digit);
}
