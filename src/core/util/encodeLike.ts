import { decodeText } from './decodeText';

/**
 * The bytes of a text in the encoding of what stood there before, its byte order mark included; UTF-8 for a new file. The
 * other way round than `decodeText`. Undefined where that encoding has no byte for a character.
 */
export function encodeLike(text: string, before: Uint8Array | undefined): Uint8Array | undefined {
	const [first, second, third] = before ?? [];
	if (first === 0xff && second === 0xfe) {
		return utf16(`\ufeff${text}`, true);
	}
	if (first === 0xfe && second === 0xff) {
		return utf16(`\ufeff${text}`, false);
	}
	if (first === 0xef && second === 0xbb && third === 0xbf) {
		return new TextEncoder().encode(`\ufeff${text}`);
	}
	return before === undefined || isUtf8(before) ? new TextEncoder().encode(text) : singleBytes(text);
}

/** The text of a file, if it can be written back to the last byte: no binary file, no damaged one. */
export function losslessText(bytes: Uint8Array, before: Uint8Array = bytes): string | undefined {
	const text = decodeText(bytes);
	const written = text === undefined ? undefined : encodeLike(text, before);
	return written !== undefined && isSame(written, bytes) ? text : undefined;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function utf16(text: string, isLittleEndian: boolean): Uint8Array {
	const view = new DataView(new ArrayBuffer(2 * text.length));
	for (let at = 0; at < text.length; at++) {
		view.setUint16(2 * at, text.charCodeAt(at), isLittleEndian);
	}
	return new Uint8Array(view.buffer);
}

/** In windows-1252 every byte means one character, and no two the same. */
function singleBytes(text: string): Uint8Array | undefined {
	const all = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
	const byteOf = new Map([...all].map((character, byte) => [character, byte]));
	const bytes = [...text].map(character => byteOf.get(character));
	return bytes.every(byte => byte !== undefined) ? Uint8Array.from(bytes) : undefined;
}
