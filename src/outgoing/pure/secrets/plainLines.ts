import type { SecretSpan } from './secretSpan';

/** Characters that are not seen; letters and digits as escapes (`\u0070`, `\x70`) or in full width. */
const disguised = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\\(?:u00|u\{|x)[2-7][\da-f]\}?|[\uff10-\uff5a]/gi;

/** Lines of a text without disguises of their letters. */
export interface PlainLines {
	readonly text: string;
	/** The same span in the text as it was. */
	readonly spanInOriginal: (span: SecretSpan) => SecretSpan;
}

/** The lines with disguised letters, and the line after each. Undefined if nothing is disguised. */
export function plainLines(text: string): PlainLines | undefined {
	const pieces: string[] = [];
	/** The start of each piece in the plain text, and in the original. */
	const starts: [plain: number, original: number][] = [];
	let [at, lineEnd, length] = [0, -1, 0];
	const add = (piece: string, original: number) => {
		pieces.push(piece);
		starts.push([length, original]);
		length += piece.length;
	};
	for (const { 0: found, index } of text.matchAll(disguised)) {
		const letter = letterOf(found);
		if (letter === undefined) {
			continue;
		}
		if (index >= lineEnd) {
			add(text.slice(at, lineEnd + 1), at);
			at = text.lastIndexOf('\n', index) + 1;
		}
		add(text.slice(at, index), at);
		add(letter, index);
		at = index + found.length;
		lineEnd = index < lineEnd ? lineEnd : endOfNextLine(text, at);
	}
	if (starts.length === 0) {
		return undefined;
	}
	add(text.slice(at, lineEnd), at);
	const original = (position: number) => {
		const [plain, start] = starts[lastAtMost(starts, position)] ?? [0, 0];
		return start + position - plain;
	};
	const spanInOriginal = ({ kind, start, end }: SecretSpan) => ({
		kind,
		start: original(start),
		end: original(end - 1) + 1,
	});
	return { text: pieces.join(''), spanInOriginal };
}

function endOfNextLine(text: string, at: number): number {
	const lineEnd = text.indexOf('\n', at);
	const nextEnd = lineEnd === -1 ? -1 : text.indexOf('\n', lineEnd + 1);
	return nextEnd === -1 ? text.length : nextEnd;
}

/**
 * Returns the letter behind a disguise; '' for an invisible character; undefined for other characters, such as an
 * escaped quote.
 */
function letterOf(found: string): string | undefined {
	const code = /[\da-f]{2}(?=\}?$)/i.exec(found)?.[0] ?? '';
	const letter = found.startsWith('\\') ? String.fromCharCode(Number.parseInt(code, 16)) : found.normalize('NFKC');
	return found.length === 1 && letter === found ? '' : /^[\w-]$/.test(letter) ? letter : undefined;
}

/** The position of the last of sorted starts that is not after a position of the plain text. */
function lastAtMost(starts: readonly (readonly [number, number])[], position: number): number {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((starts[middle]?.[0] ?? 0) <= position) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
}
