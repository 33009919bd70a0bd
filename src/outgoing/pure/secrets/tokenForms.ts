import { isVaried } from './randomness';
import type { SecretSpan } from './secretSpan';
import table from './tokenForms.json';

/**
 * Tokens recognizable by their form, wherever they occur. Takes time proportional to the text: a start is followed by
 * one run of one alphabet. A run that is too short costs at most the minimum length, and one that is long enough is
 * consumed.
 */
export function tokenSpans(text: string): SecretSpan[] {
	const byStart = starting
		.filter(({ starts }) => starts.some(start => text.includes(start)))
		.flatMap(({ kind, pattern }) => spansOf(kind, pattern, text));
	return [...byStart, ...whole.flatMap(({ kind, pattern }) => spansOf(kind, pattern, text))];
}

/** Group 1 of the pattern is the part that varies from token to token: without variety, it is a placeholder. */
function spansOf(kind: string, pattern: RegExp, text: string): SecretSpan[] {
	return [...text.matchAll(pattern)]
		.filter(([, drawn = '']) => isVaried(drawn))
		.map(({ 0: { length }, index }) => ({ kind, start: index, end: index + length }));
}

type TokenForm = (typeof table.forms)[number];

const alphabets: ReadonlyMap<string, string> = new Map(Object.entries(table.alphabets));

/** Not inside a word, but directly after an escaped line end or tab. */
const wordStart = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))';

function patternOf({ starts, alphabet, minLength, isExact }: TokenForm): RegExp {
	const characters = `[${alphabets.get(alphabet)}]`;
	const run = isExact ? `${characters}{${minLength}}(?!${characters})` : `${characters}{${minLength},}`;
	const alternatives = starts.map(start => (/^\w/.test(start) ? wordStart : '') + literal(start));
	return new RegExp(`(?:${alternatives.join('|')})(${run})`, 'g');
}

function literal(text: string): string {
	return text.replace(/[^\w]/g, '\\$&');
}

const starting = table.forms.map(form => ({ kind: form.kind, starts: form.starts, pattern: patternOf(form) }));

/** Tokens without fixed first characters. Every part has a bounded length. */
const whole = table.patterns.map(({ kind, pattern }) => ({
	kind,
	pattern: new RegExp(`(?<![\\w.-])${pattern}(?![\\w-])`, 'g'),
}));
