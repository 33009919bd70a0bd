import { stemmer as russian } from '@orama/stemmers/russian';
import { bigramsOf, isUnspaced } from './scripts';

/** Longer words are hashes or data. */
export const wordLimit = 80;

/**
 * The terms of a word, given its parts in lower case: the stems of its parts, of its parts joined pairwise, and of the
 * whole word. `get_file_name` is `get`, `file`, `name`, `getfile`, `filename` and `getfilename`, whatever the case and
 * the underscores. Scripts without spaces are words of their own. `stopWords` are words without meaning: of everyday
 * language and of the programming languages that occur. A word with underscores around it is also a term as it is
 * written, without those inside: `__all__`.
 */
export function termsOf(parts: readonly string[], stopWords: ReadonlySet<string>, around = none): string[] {
	const terms = termsWithin(parts, stopWords);
	if (isMarked(parts, around)) {
		terms.push(`${around.before}${parts.join('')}${around.after}`);
	}
	return terms;
}

/** The underscores before and after a word, two at most. */
export interface Underscores {
	readonly before: string;
	readonly after: string;
}

const none: Underscores = { before: '', after: '' };

export function underscoresAround(word: string): Underscores {
	return { before: /^_{0,2}/.exec(word)?.[0] ?? '', after: /_{0,2}$/.exec(word)?.[0] ?? '' };
}

function isMarked(parts: readonly string[], { before, after }: Underscores): boolean {
	return (before !== '' || after !== '') && parts.join('').length > 1 && parts.some(part => /\D/.test(part));
}

function termsWithin(parts: readonly string[], stopWords: ReadonlySet<string>): string[] {
	const start = parts.findIndex(isUnspaced);
	if (start < 0) {
		return termsOfSpaced(parts, stopWords);
	}
	const before = parts.slice(0, start);
	return [
		...termsOfSpaced(before, stopWords),
		...bigramsOf(parts[start] ?? ''),
		...termsWithin(parts.slice(start + 1), stopWords),
	];
}

function termsOfSpaced(parts: readonly string[], stopWords: ReadonlySet<string>): string[] {
	const meaning = parts.filter(part => isMeaningful(part, stopWords));
	const terms = meaning.flatMap(stemsOf);
	if (parts.length > 2) {
		terms.push(...parts.slice(1).flatMap((part, at) => stemsOf(`${parts[at]}${part}`)));
	}
	if (parts.length > 1 && meaning.length > 0) {
		terms.push(...stemsOf(parts.join('')));
	}
	return terms;
}

/**
 * The number of terms that a word counts for in the length of its text: for a script without spaces a run is one, so
 * that foreign comments make no code longer than English ones do. Underscores around a word make no text longer, but
 * let a word count that has no meaning else.
 */
export function nTermsOf(parts: readonly string[], stopWords: ReadonlySet<string>, around = none): number {
	const nMeaning = parts.filter(part => isMeaningful(part, stopWords)).length;
	const nTerms = nMeaning + (parts.length > 2 ? parts.length - 1 : 0) + (parts.length > 1 && nMeaning > 0 ? 1 : 0);
	return nTerms === 0 && isMarked(parts, around) ? 1 : nTerms;
}

/** One, but of some German words two. */
function stemsOf(word: string): string[] {
	return (ascii.test(word) ? [word] : plainSpellings(word)).map(stem);
}

const ascii = /^[\0-\x7f]*$/;

/**
 * The spellings of a word in small letters as names of code have it: of Cyrillic the stem in Russian, of others the word
 * without accents. `prüfung` is `prufung` and `pruefung`.
 */
function plainSpellings(word: string): string[] {
	if (cyrillic.test(word)) {
		return [russian(word)];
	}
	const whole = word.normalize('NFC').replaceAll('ß', 'ss');
	const plain = (text: string) => text.normalize('NFD').replaceAll(marks, '');
	return [...new Set([plain(whole), plain(whole.replaceAll(umlauts, '$&e'))])];
}

const cyrillic = /\p{Script=Cyrillic}/u;
const marks = /\p{M}/gu;
/** German names of code write these letters as two. */
const umlauts = /[äöü]/g;

function isMeaningful(part: string, stopWords: ReadonlySet<string>): boolean {
	return part.length > 1 && /\D/.test(part) && !stopWords.has(part);
}

/**
 * Removes the most common endings of an English word, so that `checks`, `checked` and `checking` are one term. Names of
 * code are made of short words: measured on real issues, this finds more than a full Porter stemmer.
 */
export function stem(word: string): string {
	if (word.length < 5) {
		return word;
	}
	if (word.endsWith('ies')) {
		return `${word.slice(0, -3)}y`;
	}
	if (word.endsWith('sses')) {
		return word.slice(0, -2);
	}
	if (word.endsWith('ing') && word.length > 5) {
		return word.slice(0, -3);
	}
	if (word.endsWith('ed')) {
		return word.slice(0, -2);
	}
	return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
