/**
 * Three neighboring characters as a number of 18 bits: six for each, in any case. Texts that differ in other ways may
 * have the same grams, so grams only rule files out.
 */
export const nGrams = 1 << 18;

/** Characters that are no part of any gram: those beyond ASCII. */
const noClass = 0;
const blank = 1;
/** Characters of one string have one class; the frequent ones have their own. */
const signs = ['_', '.', ',', ';', ':', '(', ')', '[', ']', '{', '}', '<', '>', '=', '+', '-', '*', '/', '"', "'", '#']
	.concat(['&', '!|', '%\\', '?@$`~^'])
	.map(each => [...each]);
const asciiClasses = classesOfAscii();
/** The characters beyond ASCII that equal an ASCII letter when case is ignored: the long s and the sign of Kelvin. */
const longS = 0x17f;
const kelvin = 0x212a;

function classesOfAscii(): Uint8Array {
	const classes = new Uint8Array(128).fill(blank);
	let next = blank + 1;
	for (const sign of signs) {
		for (const character of sign) {
			classes[character.charCodeAt(0)] = next;
		}
		next++;
	}
	for (const [first, length] of [
		['0', 10],
		['a', 26],
	] as const) {
		for (let at = 0; at < length; at++) {
			const code = first.charCodeAt(0) + at;
			classes[code] = next;
			classes[String.fromCharCode(code).toUpperCase().charCodeAt(0)] = next;
			next++;
		}
	}
	return classes;
}

function classOf(code: number): number {
	if (code < 128) {
		return asciiClasses[code] ?? noClass;
	}
	const letter = code === longS ? 's' : code === kelvin ? 'k' : '';
	return letter === '' ? noClass : (asciiClasses[letter.charCodeAt(0)] ?? noClass);
}

/** Collects the grams of texts, each once for a text. */
export class GramReader {
	/** The number of the text in which a gram was last seen. */
	private readonly seenIn = new Uint32Array(nGrams);
	private nTexts = 0;
	private readonly grams = new Uint32Array(nGrams + 1);

	/** Returns the grams of one text, in no order; they are valid until the next call. Lines must end with `\n`. */
	of(text: string): Uint32Array {
		const { seenIn, grams } = this;
		const number = ++this.nTexts;
		let nFound = 0;
		let gram = 0;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			gram = ((gram << 6) | (code < 128 ? (asciiClasses[code] ?? noClass) : classOf(code))) & (nGrams - 1);
			if (seenIn[gram] !== number) {
				seenIn[gram] = number;
				grams[nFound] = gram;
				nFound += isWhole(gram) ? 1 : 0;
			}
		}
		return grams.subarray(0, nFound);
	}
}

/** The grams that every text with this piece has, in any case: none for a piece of less than three ASCII characters. */
export function gramsOfPiece(piece: string): number[] {
	const grams = new Set<number>();
	let gram = 0;
	for (let at = 0; at < piece.length; at++) {
		gram = ((gram << 6) | classOf(piece.charCodeAt(at))) & (nGrams - 1);
		if (isWhole(gram)) {
			grams.add(gram);
		}
	}
	return [...grams];
}

function isWhole(gram: number): boolean {
	return gram >> 12 !== noClass && ((gram >> 6) & 63) !== noClass && (gram & 63) !== noClass;
}
