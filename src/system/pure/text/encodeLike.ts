import { decodeText, endsLinesWithReturns } from './decodeText';
import { encodeText, encodingOf } from './textEncoding';

/**
 * Encodes a text like the previous content, with its byte order mark and line ends; UTF-8 for a new file. The inverse of
 * `decodeText`. Undefined if that encoding lacks a character of the text.
 */
export function encodeLike(text: string, before: Uint8Array | undefined): Uint8Array | undefined {
	if (before === undefined) {
		return encodeText(text, 'utf-8');
	}
	return encodeText(endsLinesWithReturns(before) ? text.replaceAll('\n', '\r') : text, encodingOf(before));
}

/** The text of a file that can be written back to the last byte; undefined for a binary or damaged one. */
export function losslessText(bytes: Uint8Array, before: Uint8Array = bytes): string | undefined {
	const text = decodeText(bytes);
	const written = text === undefined ? undefined : encodeLike(text, before);
	return written !== undefined && isSame(written, bytes) ? text : undefined;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
