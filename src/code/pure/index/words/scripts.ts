import { isStopWord } from './stopWords';

/** Chinese, Japanese and Korean are written without spaces, or join particles to words. */
const unspacedLetter = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
const unspaced = new RegExp(`${unspacedLetter}+`, 'u');
/** A global pattern. */
export const unspacedRuns = new RegExp(unspaced.source, 'gu');
const border = new RegExp(`(?<=${unspacedLetter})(?=[\\w$])|(?<=[\\w$])(?=${unspacedLetter})`, 'gu');
const inlineCode = /(`+[^`\n]*`+)/;

/** Whether a text has letters of a script in which words are not set apart by spaces. */
export function isUnspaced(text: string): boolean {
	return unspaced.test(text);
}

/** Every two characters that follow each other in the first run of such letters: what search engines call bigrams. */
export function bigramsOf(text: string): string[] {
	const characters = [...(unspaced.exec(text)?.[0] ?? '')];
	return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Sets names of code apart from such letters, except in inline code: `Foo の` of `Fooの`. */
export function withScriptBorders(text: string): string {
	return isUnspaced(text)
		? text
				.split(inlineCode)
				.map((piece, at) => (at % 2 === 1 ? piece : piece.replaceAll(border, ' ')))
				.join('')
		: text;
}

/** Whether a text has words of another language, and hardly any that every English sentence has. */
export function isForeign(text: string): boolean {
	const words = text.match(/[\p{L}']+/gu) ?? [];
	const nEnglish = words.filter(word => isStopWord(word.toLowerCase())).length;
	return words.some(word => beyondAscii.test(word)) && nEnglish < englishShare * words.length;
}

const beyondAscii = /[^\0-\x7f]/;
const englishShare = 0.15;
