/** The encoding of a file's text; the counterpart of `decodeText`. */
export type TextEncoding = 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding that `decodeText` uses for the bytes. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
	const [first, second, third] = bytes;
	if (first === 0xff && second === 0xfe) {
		return 'utf-16le';
	}
	if (first === 0xfe && second === 0xff) {
		return 'utf-16be';
	}
	if (first === 0xef && second === 0xbb && third === 0xbf) {
		return 'utf-8 with mark';
	}
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return 'utf-8';
	} catch {
		// As in decodeText: bytes that are not UTF-8 are treated as Latin.
		return 'windows-1252';
	}
}

/** Encodes a text, with a mark if the encoding has one. Undefined if the encoding lacks a character of the text. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
	switch (encoding) {
		case 'utf-8':
			return new TextEncoder().encode(text);
		case 'utf-8 with mark':
			return new TextEncoder().encode(`\ufeff${text}`);
		case 'windows-1252':
			return encodeLatin(text);
		case 'utf-16le':
		case 'utf-16be':
			return encodeWide(`\ufeff${text}`, encoding === 'utf-16le');
	}
}

function encodeWide(text: string, isLittle: boolean): Uint8Array {
	const view = new DataView(new ArrayBuffer(text.length * 2));
	for (let at = 0; at < text.length; at++) {
		view.setUint16(at * 2, text.charCodeAt(at), isLittle);
	}
	return new Uint8Array(view.buffer);
}

function encodeLatin(text: string): Uint8Array | undefined {
	const characters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
	const bytes = new Map([...characters].map((character, byte) => [character, byte]));
	const encoded = [...text].map(character => bytes.get(character));
	return encoded.every(byte => byte !== undefined) ? Uint8Array.from(encoded) : undefined;
}
