const minRandomLength = 16;
const minHexLength = 24;
const minDrawnLength = 14;

/** Whether a text is more than a few repeated characters, as placeholders are. */
export function isVaried(text: string): boolean {
	return new Set(text).size >= 8;
}

/** Whether a text without spaces looks randomly generated, whatever it is called. */
export function looksRandom(text: string): boolean {
	if (text.length < minRandomLength || !isVaried(text)) {
		return false;
	}
	if (/^[\da-f-]+$/i.test(text)) {
		return text.length >= minHexLength && /\d/.test(text) && /[a-f]/i.test(text);
	}
	const letters = new Set(text.toLowerCase().match(/[a-z]/g));
	return letters.size >= 4 && !isJoinedWords(text) && isBroken(text);
}

/**
 * Whether the value of a name like `token` looks generated: less is asked of it than of a text without such a name.
 * Several numbers among letters, or a number and letters that nobody could pronounce.
 */
export function looksDrawn(text: string): boolean {
	if (text.length < minDrawnLength || !isVaried(text) || isJoinedWords(text) || /^[\da-f-]+$/i.test(text)) {
		return false;
	}
	const nNumbers = (text.match(/(?<=[A-Za-z])\d+/g) ?? []).length;
	return nNumbers >= 3 || (nNumbers >= 1 && /[bcdfghjklmnpqrstvwxz]{5}/.test(text));
}

/** Whether a text is so random that its name does not matter: letters in both cases and digits, often alternating. */
export function isUnmistakable(text: string): boolean {
	const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text);
	return isMixed && (text.match(/\d+/g) ?? []).length >= 4 && looksRandom(text);
}

/**
 * Whether a text may be a password chosen by a human: 8 characters, and three of lowercase letters, capitals, digits
 * and signs; or 6 with all of them. Signs that join words do not count.
 */
export function looksChosen(text: string): boolean {
	const nClasses = [/[a-z]/, /[A-Z]/, /\d/, /[^\w.\-/|:,=]/].filter(some => some.test(text)).length;
	return new Set(text).size >= 6 && (nClasses === 4 || (nClasses === 3 && text.length >= 8));
}

/** Whether a text is a password rather than a name in code: `Sommer42!`, or 10 mixed characters. */
export function looksPersonal(text: string): boolean {
	const isWordAndNumber = /^[A-Z][a-z]{4,20}\d{2,6}[!?.$*#]?$/.test(text);
	const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
	const isMixed = /^[A-Za-z\d]{10,40}$/.test(text) && pieces.length >= 0.42 * text.length;
	return looksChosen(text) && (isWordAndNumber || isMixed);
}

/** Whether a text is a hexadecimal number that is too long for a name. */
export function looksHex(text: string): boolean {
	return /^(?=.{0,60}\d)(?=.{0,60}[a-f])[\da-f]{20,64}$/i.test(text) && isVaried(text);
}

/** Whether words are a passphrase rather than a sentence. */
export function isPhrase(text: string): boolean {
	return !/\b(?:the|this|that|and|are|for|you|your|not|with|was|has|have|must|can|enter|please|password|user|new|old|from)\b/.test(
		text,
	);
}

/** `eu-west-1.replica_2`: words and numbers with separators between them. */
function isJoinedWords(text: string): boolean {
	return text.split(/[-_./:|,]/).every(part => /^(?:[A-Za-z]*|\d*)$/.test(part));
}

/**
 * Whether a text changes too often between words, capitals, numbers and signs to be a name. A word with a capital is
 * one piece. Measured on random texts: base 62, base 36 and Django's alphabet have 0.4 to 0.6 pieces per character,
 * with fewer than 5 in 100 below these bounds from 32 characters on; names in code have 0.15 to 0.3, and mostly one
 * number.
 */
function isBroken(text: string): boolean {
	const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+|[^\w.\-/]/g) ?? [];
	const density = pieces.length / text.length;
	const nNumbers = pieces.filter(piece => /\d/.test(piece)).length;
	const hasSign = pieces.some(piece => /\W/.test(piece));
	return density >= 0.42 || (density >= 0.28 && (nNumbers >= 2 || hasSign));
}
