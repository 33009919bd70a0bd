import { wordLimit } from './terms';
import { isWordCode, wordParts } from './words';

/** Kinds of ASCII characters; 0: in no word. */
const upper = 1;
const lower = 2;
const digit = 3;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	return [/[A-Z]/, /[a-z]/, /\d/, /[_$]/].findIndex(pattern => pattern.test(character)) + 1;
});
const capitalOffset = 32;
/** Between two parts. */
export const partSeparator = 95;
/** A character takes at most three bytes, its lower case may be two, and a separator may follow each. */
const mostBytes = wordLimit * 8;
const encoder = new TextEncoder();

/** The characters of a word's part so far. */
const phases = { none: 0, capitals: 1, capitalsDigits: 2, letters: 3, lettersDigits: 4, digits: 5 } as const;
type Phase = (typeof phases)[keyof typeof phases];

/**
 * Reads words one after the other, each as its parts in lower case, joined by underscores: all that its terms depend
 * on. For most words it does the work of `wordParts` without making a string.
 */
export class SpellingReader {
	/** UTF-8 of the last word. */
	readonly bytes = new Uint8Array(mostBytes);
	/** Number of its bytes; 0 if it has no terms: a number, or too long. */
	length = 0;

	private phase: Phase = phases.none;
	private nCapitals = 0;

	/** Reads the word that begins at a position, and returns its end. */
	read(text: string, start: number): number {
		this.length = 0;
		this.phase = phases.none;
		let isNumber = true;
		let at = start;
		for (; at < text.length; at++) {
			const code = text.charCodeAt(at);
			const kind = code < 128 ? (kinds[code] ?? 0) : 0;
			if (kind === 0 && !(code > 127 && isWordCode(code))) {
				break;
			}
			if (kind === 0 || at - start === wordLimit) {
				return this.readAny(text, start);
			}
			isNumber &&= kind === digit;
			this.add(code, kind);
		}
		this.length = isNumber ? 0 : this.length;
		return at;
	}

	/** As `read`, of bytes that are all ASCII; nothing from `end` on is read. */
	readAscii(bytes: Uint8Array, start: number, end: number): number {
		this.length = 0;
		this.phase = phases.none;
		let isNumber = true;
		let at = start;
		for (; at < end; at++) {
			const code = bytes[at] ?? 0;
			const kind = kinds[code] ?? 0;
			if (kind === 0) {
				break;
			}
			isNumber &&= kind === digit;
			// Of a longer one nothing counts.
			if (at - start < wordLimit) {
				this.add(code, kind);
			}
		}
		this.length = isNumber || at - start > wordLimit ? 0 : this.length;
		return at;
	}

	/** Any word, with strings. */
	private readAny(text: string, start: number): number {
		let end = start;
		while (end < text.length && isWordCode(text.charCodeAt(end))) {
			end++;
		}
		const parts = end - start > wordLimit ? [] : wordParts(text.slice(start, end)).map(part => part.toLowerCase());
		this.length = encoder.encodeInto(parts.join('_'), this.bytes).written;
		return end;
	}

	private add(code: number, kind: number): void {
		if (kind === lower) {
			this.toLetters();
			this.bytes[this.length++] = code;
		} else if (kind === upper) {
			if (this.phase !== phases.capitals) {
				this.begin(phases.capitals);
				this.nCapitals = 0;
			}
			this.nCapitals++;
			this.bytes[this.length++] = code + capitalOffset;
		} else if (kind === digit) {
			this.toDigits();
			this.bytes[this.length++] = code;
		} else {
			this.phase = phases.none;
		}
	}

	private toLetters(): void {
		const { phase } = this;
		if (phase === phases.letters) {
			return;
		}
		if (phase === phases.capitals || phase === phases.capitalsDigits) {
			// A capital before a small letter begins the next part, unless it is the only one: `HTTP` of `HTTPServer`.
			if (phase === phases.capitalsDigits || this.nCapitals > 1) {
				this.bytes[this.length] = this.bytes[this.length - 1] ?? 0;
				this.bytes[this.length - 1] = partSeparator;
				this.length++;
			}
			this.phase = phases.letters;
		}
		if (phase !== phases.capitals) {
			this.begin(phases.letters);
		}
	}

	private toDigits(): void {
		if (this.phase === phases.none) {
			this.begin(phases.digits);
		} else if (this.phase === phases.capitals) {
			this.phase = phases.capitalsDigits;
		} else if (this.phase === phases.letters) {
			this.phase = phases.lettersDigits;
		}
	}

	private begin(phase: Phase): void {
		if (this.length > 0) {
			this.bytes[this.length++] = partSeparator;
		}
		this.phase = phase;
	}
}
