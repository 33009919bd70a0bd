/**
 * Calls back with every word of a text, in order: identifiers and natural words alike, made of letters, digits,
 * underscores and dollar signs. Numbers are skipped. `line` counts from 0.
 */
export function forEachWord(text: string, take: (word: string, line: number) => void): void {
	let line = 0;
	let at = 0;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		if (isWordCode(code)) {
			const end = wordEnd(text, at);
			if (!isDigit(code) || hasLetter(text, at, end)) {
				take(text.slice(at, end), line);
			}
			at = end;
		} else {
			line += code === newline ? 1 : 0;
			at++;
		}
	}
}

/** `['get', 'HTTP', 'Server2']` of `get_HTTPServer2`. */
export function wordParts(word: string): readonly string[] {
	return word.match(parts) ?? [];
}

const parts = /\p{Lu}+\d*(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+\d*|[\p{Lo}\p{Lm}\p{M}]+\d*|\p{Lu}\d*|\d+/gu;
const newline = 10;

function wordEnd(text: string, from: number): number {
	let end = from + 1;
	while (end < text.length && isWordCode(text.charCodeAt(end))) {
		end++;
	}
	return end;
}

function hasLetter(text: string, from: number, end: number): boolean {
	for (let at = from; at < end; at++) {
		if (!isDigit(text.charCodeAt(at))) {
			return true;
		}
	}
	return false;
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

/** Whether a UTF-16 code unit is part of words. */
export function isWordCode(code: number): boolean {
	return code < 128 ? asciiWordCodes[code] === 1 : beyondAscii.test(String.fromCharCode(code));
}

const asciiWordCodes = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w$]/.test(String.fromCharCode(code))));
/** Halves of characters beyond the basic plane count as letters, so that no word is cut inside one. */
const beyondAscii = /[\p{L}\p{N}\p{M}\ud800-\udfff]/u;
