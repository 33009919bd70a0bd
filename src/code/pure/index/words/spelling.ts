import { underscoresAround, wordLimit } from './terms';
import { isWordCode, wordParts } from './words';

/** Kinds of ASCII characters; 0: in no word. */
const upper = 1;
const lower = 2;
const digit = 3;
const separator = 4;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	return [/[A-Z]/, /[a-z]/, /\d/, /[_$]/].findIndex(pattern => pattern.test(character)) + 1;
});
const capitalOffset = 32;
/** Between two parts. */
export const partSeparator = 95;
/** Of the underscores before or after a word. */
const mostAround = 2;
/** A character takes at most three bytes, its lower case may be two, and a separator may follow each. */
const mostBytes = wordLimit * 8;
const encoder = new TextEncoder();

/** The characters of a word's part so far. */
const phases = { none: 0, capitals: 1, capitalsDigits: 2, letters: 3, lettersDigits: 4, digits: 5 } as const;
type Phase = (typeof phases)[keyof typeof phases];

/**
 * Reads words one after the other, each as its parts in lower case, joined by underscores, with up to two of the
 * underscores around it: all that its terms depend on. For most words it does the work of `wordParts` without making a string.
 */
export class SpellingReader {
	/** UTF-8 of the last word. */
	readonly bytes = new Uint8Array(mostBytes);
	/** Number of its bytes; 0 if it has no terms: a number, or too long. */
	length = 0;

	private phase: Phase = phases.none;
	private nCapitals = 0;
	/** The underscores before the word, and after its last other character. */
	private nBefore = 0;
	private nAfter = 0;
	/** Nothing but underscores was read. */
	private isOpen = true;

	/** Reads the word that begins at a position, and returns its end. */
	read(text: string, start: number): number {
		this.begin();
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
		this.end(isNumber);
		return at;
	}

	/** As `read`, of bytes that are all ASCII; nothing from `end` on is read. */
	readAscii(bytes: Uint8Array, start: number, end: number): number {
		this.begin();
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
		this.end(isNumber || at - start > wordLimit);
		return at;
	}

	/** Any word, with strings. */
	private readAny(text: string, start: number): number {
		let end = start;
		while (end < text.length && isWordCode(text.charCodeAt(end))) {
			end++;
		}
		const word = text.slice(start, end);
		const parts = end - start > wordLimit ? [] : wordParts(word).map(part => part.toLowerCase());
		const { before, after } = underscoresAround(word);
		const spelling = parts.length === 0 ? '' : `${before}${parts.join('_')}${after}`;
		this.length = encoder.encodeInto(spelling, this.bytes).written;
		return end;
	}

	private add(code: number, kind: number): void {
		if (kind !== separator) {
			this.nAfter = 0;
		}
		if (kind === lower) {
			this.toLetters();
			this.bytes[this.length++] = code;
		} else if (kind === upper) {
			if (this.phase !== phases.capitals) {
				this.beginPart(phases.capitals);
				this.nCapitals = 0;
			}
			this.nCapitals++;
			this.bytes[this.length++] = code + capitalOffset;
		} else if (kind === digit) {
			this.toDigits();
			this.bytes[this.length++] = code;
		} else {
			this.phase = phases.none;
			this.addUnderscore(code);
		}
	}

	private addUnderscore(code: number): void {
		if (code !== partSeparator) {
			this.isOpen = false;
			this.nAfter = 0;
		} else if (this.isOpen && this.length === this.nBefore) {
			this.nBefore = Math.min(mostAround, this.nBefore + 1);
			this.bytes.fill(partSeparator, 0, this.nBefore);
			this.length = this.nBefore;
		} else {
			this.nAfter++;
		}
	}

	private begin(): void {
		this.length = 0;
		this.nBefore = 0;
		this.nAfter = 0;
		this.isOpen = true;
		this.phase = phases.none;
	}

	private end(isNone: boolean): void {
		if (isNone || this.length === this.nBefore) {
			this.length = 0;
			return;
		}
		for (let n = Math.min(mostAround, this.nAfter); n > 0; n--) {
			this.bytes[this.length++] = partSeparator;
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
			this.beginPart(phases.letters);
		}
	}

	private toDigits(): void {
		if (this.phase === phases.none) {
			this.beginPart(phases.digits);
		} else if (this.phase === phases.capitals) {
			this.phase = phases.capitalsDigits;
		} else if (this.phase === phases.letters) {
			this.phase = phases.lettersDigits;
		}
	}

	private beginPart(phase: Phase): void {
		if (this.length > this.nBefore) {
			this.bytes[this.length++] = partSeparator;
		}
		this.phase = phase;
	}
}
