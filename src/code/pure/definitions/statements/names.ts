import { withoutBlanks } from '../languageRules';
import type { CodeReader } from './codeReader';

/** The end of the name of a member that begins at a position; the position itself for none. */
export function nameEnd(reader: CodeReader, start: number): number {
	const { text } = reader;
	const char = text.charCodeAt(start);
	if (char === 0x5b) {
		return reader.balanced(start);
	}
	if (char === 0x22 || char === 0x27) {
		return reader.string(start);
	}
	if (char === 0x2e || (char >= 0x30 && char <= 0x39)) {
		let at = reader.wordEnd(start);
		at = text.charCodeAt(at) === 0x2e ? reader.wordEnd(at + 1) : at;
		return at;
	}
	return reader.wordEnd(char === 0x23 ? start + 1 : start);
}

/** The name that is written between two positions. */
export function keyText(reader: CodeReader, start: number, end: number): string {
	const char = reader.text.charCodeAt(start);
	if (char === 0x22 || char === 0x27) {
		return reader.text.slice(start + 1, end - 1);
	}
	const text = reader.text.slice(start, end);
	return char === 0x5b ? withoutBlanks(text) : text;
}
