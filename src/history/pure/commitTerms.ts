import { SpellingReader } from '../../code/pure/index/words/spelling';
import { stopWords } from '../../code/pure/index/words/stopWords';
import { stem, wordLimit } from '../../code/pure/index/words/terms';
import { partsOf } from '../../code/pure/index/words/wordPool';
import { isWordCode } from '../../code/pure/index/words/words';

/** A number of an issue has so many digits at least; shorter ones mean anything. */
const leastDigits = 3;

/**
 * The terms of a word, given its parts in lower case: the stems of its parts, and the whole word. So a word of a
 * message finds the names that contain it, and a name is found whatever its case and its underscores.
 */
export function commitTermsOf(parts: readonly string[]): string[] {
	const whole = parts.join('');
	if (isHash(whole)) {
		return [whole];
	}
	const terms = parts.filter(isMeaningful).map(stem);
	return parts.length > 1 && terms.length > 0 ? [...terms, whole] : terms;
}

function isMeaningful(part: string): boolean {
	return part.length > 1 && /\D/.test(part) && !stopWords.has(part);
}

function isHash(word: string): boolean {
	return word.length >= 7 && /^[\da-f]{1,80}$/.test(word) && /\d/.test(word);
}

/**
 * Calls back with the words of a text, each by its parts in lower case and as it is written; of numbers, with those
 * that may be of an issue.
 */
function forEachTextWord(text: string, take: (parts: readonly string[], written: string) => void): void {
	const spelling = new SpellingReader();
	for (let at = 0; at < text.length; ) {
		if (!isWordCode(text.charCodeAt(at))) {
			at++;
			continue;
		}
		const end = spelling.read(text, at);
		if (spelling.length > 0) {
			take(partsOf(spelling.bytes.subarray(0, spelling.length)), text.slice(at, end));
		} else if (end - at >= leastDigits && end - at <= wordLimit) {
			const number = text.slice(at, end);
			if (/^\d{3,80}$/.test(number)) {
				take([number], number);
			}
		}
		at = end;
	}
}

/** The terms of a message or a path, as often as they occur. */
export function textTerms(text: string): string[] {
	const terms: string[] = [];
	forEachTextWord(text, parts => terms.push(...termsOf(parts)));
	return terms;
}

/**
 * The words of a text, each once as it is written, with the term of the whole word; without those that have no term.
 */
export function writtenWords(text: string): Map<string, string> {
	const words = new Map<string, string>();
	forEachTextWord(text, (parts, written) => {
		const whole = termsOf(parts).at(-1);
		if (whole !== undefined) {
			words.set(written, whole);
		}
	});
	return words;
}

function termsOf(parts: readonly string[]): readonly string[] {
	return isNumber(parts) ? parts : commitTermsOf(parts);
}

function isNumber(parts: readonly string[]): boolean {
	return parts.length === 1 && /^\d{3,80}$/.test(parts[0] ?? '');
}
