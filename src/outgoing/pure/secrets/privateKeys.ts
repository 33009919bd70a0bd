import type { SecretSpan } from './secretSpan';

/**
 * Blocks of private keys in PEM or PGP form, also as one line with escaped line ends, with line numbers or as quoted
 * pieces. A truncated block is matched as far as it goes. A marker with no key in or after it, as in code that looks
 * for one, stays. A key without markers is recognized by its first bytes.
 */
export function privateKeySpans(text: string): SecretSpan[] {
	return [...markedSpans(text), ...puttySpans(text), ...unmarkedSpans(text)];
}

/** The private part of a PuTTY key: base 64 after `Private-Lines: N`. */
const puttyKey = /^Private-Lines: \d{1,4}\r?\n((?:[A-Za-z0-9+/=]{1,64}(?:\r?\n|$)){1,200})/gm;

function puttySpans(text: string): SecretSpan[] {
	return [...text.matchAll(puttyKey)].map(({ 0: whole, 1: key = '', index }) => {
		const start = index + whole.length - key.length;
		return { kind, start, end: start + key.trimEnd().length };
	});
}

/** Base 64 of bytes that begin like a sequence with a length of two bytes, or of one. */
const encodedStart = /(?<![A-Za-z0-9+/])(?:MI[GHIJKL]|MC|MH)[A-Za-z0-9+/]{13,29}/g;
/** The text that may be between the lines of a key: line ends, also escaped, quotes and the signs that join them. */
const betweenLines = /(?:[\s"'+|,>]|\\[nr]){0,40}/y;
const keyLine = /[A-Za-z0-9+/]{1,4000}={0,2}/y;

/** A sequence that begins with the version of a key; certificates and public keys begin with another sequence. */
function unmarkedSpans(text: string): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const next = new RegExp(encodedStart);
	for (let found = next.exec(text); found !== null; found = next.exec(text)) {
		const length = keyLength(atob(found[0].slice(0, 16)));
		if (length !== undefined) {
			const end = encodedEnd(text, found.index, Math.ceil(length / 3) * 4);
			spans.push({ kind, start: found.index, end });
			next.lastIndex = end;
		}
	}
	return spans;
}

/** The number of bytes of a private key that begins so, with its header; undefined for anything else. */
function keyLength(bytes: string): number | undefined {
	const byte = (at: number) => bytes.charCodeAt(at);
	const nLength = byte(1) < 0x80 ? 0 : byte(1) - 0x80;
	const isKey = nLength <= 2 && bytes.startsWith('\u0002\u0001', 2 + nLength) && byte(4 + nLength) <= 1;
	if (byte(0) !== 0x30 || !isKey) {
		return undefined;
	}
	const length = nLength === 0 ? byte(1) : nLength === 1 ? byte(2) : byte(2) * 256 + byte(3);
	return length >= 40 ? 2 + nLength + length : undefined;
}

/** Returns the end of the lines that contain this many characters of base 64. */
function encodedEnd(text: string, start: number, count: number): number {
	let [end, rest] = [start, count];
	for (let at = start; rest > 0; ) {
		keyLine.lastIndex = at;
		const length = Math.min(rest, keyLine.exec(text)?.[0].length ?? 0);
		if (length === 0) {
			break;
		}
		[end, rest] = [at + length, rest - length];
		betweenLines.lastIndex = end;
		at = end + (betweenLines.exec(text)?.[0].length ?? 0);
	}
	return end;
}

function markedSpans(text: string): SecretSpan[] {
	const markers = [...text.matchAll(marker)];
	return markers.flatMap((found, at) => {
		const [whole, side] = found;
		const [end, next] = [found.index + whole.length, markers[at + 1]];
		if (side === 'BEGIN') {
			const body = text.slice(end, next?.index);
			const length = next?.[1] === 'END' && isKeyText(body) ? body.length + next[0].length : keyLinesLength(body);
			return length === 0 ? [] : [{ kind, start: found.index, end: end + length }];
		}
		const before = markers[at - 1];
		const from = before === undefined ? 0 : before.index + before[0].length;
		const length = keyTailLength(text.slice(from, found.index));
		return length === 0 ? [] : [{ kind, start: found.index - length, end }];
	});
}

const kind = 'private key';
const marker = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** This many characters of base 64 in a row are not a word. The shortest keys have 64. */
const keyRun = /[A-Za-z0-9+/]{40,}/g;

/** Whether most of a text is a key. */
function isKeyText(text: string): boolean {
	const nKey = (text.match(keyRun) ?? []).join('').length;
	return nKey > 0 && nKey * 2 > text.replace(/\s|\\[nr]/g, '').length;
}

/** How far the lines after a first marker belong to a key: up to the last one that is mostly key. */
function keyLinesLength(text: string): number {
	let [length, at] = [0, 0];
	for (const line of text.split(/(?<=\n)/)) {
		at += line.length;
		if (isKeyText(line)) {
			length = at - (line.length - line.trimEnd().length);
		} else if (length > 0 || !isHeader(line)) {
			break;
		}
	}
	return length;
}

/** The number of characters before a last marker that belong to a key: full lines and a last short one. */
function keyTailLength(text: string): number {
	const lines = text.split(/(?<=\n)/).reverse();
	let [length, at] = [0, 0];
	for (const [nth, line] of lines.entries()) {
		at += line.length;
		if (isKeyText(line)) {
			length = at;
		} else if (nth > 2) {
			break;
		}
	}
	return length;
}

/** Whether a line may be between a marker and the key: nothing, or `Proc-Type: 4,ENCRYPTED`. */
function isHeader(line: string): boolean {
	return /^[^A-Za-z]*(?:[A-Z][A-Za-z-]{2,20}: .*)?$/.test(line.trimEnd());
}
