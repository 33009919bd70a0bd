import type { RE2JS } from 're2js';
import { anyText, type NeededText } from '../../index/trigrams/neededText';
import problems from './regexProblems.json';
import type { ScanLimits, TextPattern } from './textScan';

/** The ways to search for a regular expression, or why it cannot be searched, in a sentence. */
export type RegexQuery = { readonly patterns: readonly TextPattern[]; readonly limits: ScanLimits } | RegexProblem;

export interface RegexProblem {
	readonly problem: string;
	/** The search to call instead, if there is a choice of them. */
	readonly instead?: string;
}

const longestPattern = 1000;
/** Of a program's instructions: a text may take so many steps per character. */
const largestProgram = 400;
/** Instructions times characters: some minute of a slow machine at worst, and usually a second. */
const mostSteps = 4e9;
const scanLimits: ScanLimits = { nHits: 1000, sizeBytes: 256 * 1024 * 1024 };

/**
 * Reads a regular expression in RE2's syntax, which takes time proportional to the text. `^` and `$` are for lines. It
 * is searched as written; then with grep's `\|` as an alternative, if it has any; then ignoring case.
 */
export async function regexQuery(written: string): Promise<RegexQuery> {
	if (written.length > longestPattern) {
		return { problem: `The pattern is longer than ${longestPattern} characters.` };
	}
	// Most searches do without it.
	const { RE2JS, RE2JSSyntaxException } = await import('re2js');
	const compile = (pattern: string, flags = 0) => RE2JS.compile(pattern, RE2JS.MULTILINE | flags);
	try {
		const main = compile(written);
		if (main.test('')) {
			return {
				problem: problems.empty,
			};
		}
		const size = main.programSize();
		if (size > largestProgram) {
			return { problem: problems.large };
		}
		const limits = { ...scanLimits, sizeBytes: Math.min(scanLimits.sizeBytes, Math.floor(mostSteps / size)) };
		return { patterns: [matching(main, main, ''), ...otherReadings(written, compile, RE2JS.CASE_INSENSITIVE)], limits };
	} catch (error) {
		if (error instanceof RE2JSSyntaxException) {
			return problemOf(written, error.message);
		}
		throw error;
	}
}

/** Whether a text that is nowhere was meant as a regular expression. */
export function isLikeRegex(text: string): boolean {
	return (
		/\\[wWdDsSbB.()[\]{}*+?|^$]|\.[*+]|\)[*+?]|\][*+]|(?<=[\w)\]])\|(?=[\w([])|^\^|\$$/.test(text) &&
		!text.includes('\n')
	);
}

function otherReadings(
	written: string,
	compile: (pattern: string, flags?: number) => RE2JS,
	caseInsensitive: number,
): TextPattern[] {
	const alternatives = compile(written.replaceAll('\\|', '|'));
	const isOther = alternatives.pattern() !== written && !alternatives.test('');
	const exact = isOther ? alternatives : compile(written);
	const anyCase = compile(exact.pattern(), caseInsensitive);
	return [
		...(isOther ? [matching(alternatives, alternatives, `It was read as ${alternatives.pattern()}.`)] : []),
		// The needed text counts in any case.
		matching(anyCase, exact, 'It matches only with other upper and lower case.'),
	];
}

function matching(expression: RE2JS, exact: RE2JS, note: string): TextPattern {
	return {
		note,
		needed: neededBy(exact.re2().prefilter),
		*find(text) {
			// Finding whether there is a match is many times faster than finding its place.
			if (!expression.test(text)) {
				return;
			}
			const matcher = expression.matcher(text);
			while (matcher.find()) {
				yield withoutBlanks(text, matcher.start(), matcher.end());
			}
		},
	};
}

/** The library's own condition on a text, as far as it is understood: that it contains some strings. */
function neededBy(filter: unknown): NeededText {
	if (typeof filter !== 'object' || filter === null || !('type' in filter)) {
		return anyText;
	}
	const { type, str, subs } = filter as { readonly type: unknown; readonly str?: unknown; readonly subs?: unknown };
	const parts = Array.isArray(subs) ? subs.map(neededBy) : [];
	if (type === filterTypes.string && typeof str === 'string') {
		return str;
	}
	return type === filterTypes.all ? { all: parts } : type === filterTypes.any ? { any: parts } : anyText;
}

/** The library's numbers for them. */
const filterTypes = { string: 1, all: 2, any: 3 } as const;

/** Cuts blanks at both ends of a match: it belongs to the lines of the text between them. */
function withoutBlanks(text: string, start: number, end: number): readonly [number, number] {
	const matched = text.slice(start, end);
	const nBefore = matched.length - matched.trimStart().length;
	return nBefore === matched.length ? [start, end] : [start + nBefore, start + matched.trimEnd().length];
}

const unsupported: readonly (readonly [sign: RegExp, problem: string])[] = [
	[/\(\?(?:<?[=!]|>)/, problems.lookaround],
	[/\\(?:[1-9]|k[<{'])/, problems.backreference],
	[/[*+?}]\+/, problems.possessive],
];

function problemOf(written: string, message: string): RegexProblem {
	const known = unsupported.find(([sign]) => sign.test(written))?.[1];
	const detail = message.replace('error parsing regexp: ', '').split(': `', 1)[0];
	return known === undefined
		? { problem: `The pattern cannot be read: ${detail}.`, instead: problems.instead }
		: { problem: known };
}
