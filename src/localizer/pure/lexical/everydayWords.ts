import { stem } from '../../../code/pure/index/words/terms';
import everyday from './everydayWords.json';

/** Words that state that something is wrong, not what. They are never searched for. */
export const reportWords: ReadonlySet<string> = new Set(
	'bug bugs crash crashed crashes crashing issue issues problem problems'.split(' '),
);

const everydayStems: ReadonlySet<string> = new Set(everyday.words.split(' ').map(stem));

/** Whether reports have a word, in small letters, whatever they are about: alone it is evidence of nothing. */
export function isEveryday(word: string): boolean {
	return everydayStems.has(stem(word));
}
