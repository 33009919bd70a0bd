import type { NeededText } from '../../index/trigrams/neededText';
import type { TextPattern } from './textScan';

const queryLimit = 4000;
/** A character of a name, in a regular expression that starts with the name: engines find a leading literal fastest. */
const letter = '[\\p{L}\\p{N}_$]';

/**
 * The ways to search for a piece of code, most literal first: as written; without the quotes, escapes or line numbers
 * around it; ignoring blanks and line breaks; ignoring case.
 */
export function codePatterns(written: string): TextPattern[] {
	const code = written.slice(0, queryLimit);
	const tokens = tokensOf(stripLineNumbers(decodeEscapes(stripQuotes(code))));
	const loose = looseSource(tokens);
	const needed = { all: tokens };
	const patterns = [literal(code, ''), ...unwrapped(code).map(text => literal(text, `It was read as ${quote(text)}.`))];
	return loose === ''
		? patterns
		: [
				...patterns,
				regular(new RegExp(loose, 'gu'), needed, 'It matches only with other blanks or line breaks.'),
				regular(new RegExp(loose, 'giu'), needed, 'It matches only with other upper and lower case.'),
			];
}

/** A name as a whole word: `run` is not in `runner`. */
export function wordPattern(name: string): TextPattern {
	const word = escapeRegExp(name);
	return regular(new RegExp(`${word}(?<!${letter}${word})(?!${letter})`, 'gu'), name, '');
}

/**
 * A name that something is assigned to: `x = 1`, `this.x: int = 1`, `let x = 1`, `x := 1`, `"x": 1`; neither `x == 1`
 * nor an argument `f(x=1)`.
 */
export function assignmentPattern(name: string): TextPattern {
	const word = escapeRegExp(name);
	const type = '(?:\\s*:\\s*[\\p{L}_][^=\\n]{0,80}?)?';
	const after = (before: string) => `(?<=${before}${word})`;
	const variable = `${after('(?:^[ \\t]*|[\\p{L}*&] )')}${type}\\s+:?=(?![=~>])`;
	const member = `${after('[.>:]')}${type}\\s*=(?![=~>])`;
	const key = `${after('["\']')}["']\\s*:`;
	return regular(new RegExp(`${word}(?:${variable}|${member}|${key})`, 'gmu'), name, '');
}

function literal(text: string, note: string): TextPattern {
	return {
		note,
		needed: text,
		isLiteral: true,
		*find(haystack) {
			for (let at = haystack.indexOf(text); at !== -1 && text !== ''; at = haystack.indexOf(text, at + text.length)) {
				yield [at, at + text.length];
			}
		},
	};
}

function regular(expression: RegExp, needed: NeededText, note: string): TextPattern {
	return {
		note,
		needed,
		*find(haystack) {
			for (const match of haystack.matchAll(expression)) {
				yield [match.index, match.index + match[0].length];
			}
		},
	};
}

/** Other readings of the text, without repeats. */
function unwrapped(code: string): string[] {
	const bare = stripQuotes(code);
	const readings = [decodeEscapes(code), bare, decodeEscapes(bare), stripLineNumbers(decodeEscapes(bare))];
	return [...new Set(readings)].filter(text => text !== code && text.trim() !== '');
}

/** `"code"`, `'code'` and `` `code` ``. */
function stripQuotes(code: string): string {
	const text = code.trim();
	const marks = /^["'`]+/.exec(text)?.[0] ?? '';
	for (let length = Math.min(marks.length, text.length >> 1); length > 0; length--) {
		if (text.endsWith(marks.slice(0, length))) {
			return text.slice(length, -length);
		}
	}
	return code;
}

function decodeEscapes(code: string): string {
	const plain: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' };
	return code.replaceAll(/\\([ntr"'`\\])/g, (_, letter: string) => plain[letter] ?? letter);
}

/** Lines copied from an answer start with line numbers. */
function stripLineNumbers(code: string): string {
	const lines = code.split('\n');
	return lines.every(line => /^\s*\d+ /.test(line)) ? lines.map(line => line.replace(/^\s*\d+ /, '')).join('\n') : code;
}

function tokensOf(code: string): readonly string[] {
	return code.match(/[\p{L}\p{N}_$]+|[^\s]/gu) ?? [];
}

/** Allows blanks between any two tokens, and requires them between two words. */
function looseSource(tokens: readonly string[]): string {
	const isWord = (token: string | undefined) => token !== undefined && /^[\p{L}\p{N}_$]/u.test(token);
	return tokens
		.map((token, at) => {
			const between = at === 0 ? '' : isWord(token) && isWord(tokens[at - 1]) ? '\\s+' : '\\s*';
			return between + escapeRegExp(token);
		})
		.join('');
}

function escapeRegExp(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function quote(text: string): string {
	const line = text.replaceAll('\n', '⏎');
	return `"${line.length > 60 ? `${line.slice(0, 60)} …` : line}"`;
}
