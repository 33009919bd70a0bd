import { isVaried } from './randomness';
import type { SecretSpan } from './secretSpan';
import table from './tokenForms.json';

/** Tokens that say by their beginning what they are. */
export function tokenSpans(text: string): SecretSpan[] {
	return table.forms
		.filter(({ starts }) => starts.some(start => text.includes(start)))
		.flatMap(form => spansOf(form, text));
}

type TokenForm = (typeof table.forms)[number];

/**
 * Linear however the text looks: after a start comes one run of one alphabet. A run that is too short costs no more than
 * the least length, and one that is long enough is left behind.
 */
function spansOf({ kind, starts, alphabet, minLength, isExact }: TokenForm, text: string): SecretSpan[] {
	const characters = `[${alphabets.get(alphabet)}]`;
	const run = isExact ? `${characters}{${minLength}}(?!${characters})` : `${characters}{${minLength},}`;
	const form = new RegExp(`${wordStart}(?:${starts.map(literal).join('|')})(${run})`, 'g');
	return [...text.matchAll(form)]
		.filter(([, drawn = '']) => isVaried(drawn))
		.map(({ 0: { length }, index }) => ({ kind, start: index, end: index + length }));
}

/** Not inside a word, but at once after an escaped line end or tab. */
const wordStart = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))';
const alphabets: ReadonlyMap<string, string> = new Map(Object.entries(table.alphabets));

function literal(text: string): string {
	return text.replace(/[^\w]/g, '\\$&');
}
