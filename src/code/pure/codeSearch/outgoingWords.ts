import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import type { NeededText } from '../index/trigrams/neededText';

declare const passed: unique symbol;

/** Words of at least 3 letters, digits or underscores: one, all of some, or one of some. */
export type WantedWords = string | { readonly all: readonly WantedWords[] } | { readonly any: readonly WantedWords[] };

/** Words that may leave the machine for a search. Nothing but `outgoingWords` makes them. */
export type OutgoingWords = WantedWords & { readonly [passed]: true };

/** Shorter ones are in most files. */
const shortest = 3;

/**
 * Returns the words that a search needs, without the text between them. `secret`: some of it looks like one, so that no
 * word of it may leave. Undefined if there is no word that every match has.
 */
export function outgoingWords(needed: NeededText): OutgoingWords | 'secret' | undefined {
	const gate = new OutgoingGate();
	const pieces = piecesOf(needed);
	if ([...pieces, pieces.join(' '), pieces.join('')].some(piece => gate.clean(piece).found.length > 0)) {
		return 'secret';
	}
	return wordsOf(needed) as OutgoingWords | undefined;
}

function piecesOf(needed: NeededText): readonly string[] {
	return typeof needed === 'string' ? [needed] : ('all' in needed ? needed.all : needed.any).flatMap(piecesOf);
}

function wordsOf(needed: NeededText): WantedWords | undefined {
	if (typeof needed === 'string') {
		const words = needed.match(/[\p{L}\p{N}_]+/gu) ?? [];
		return allOf([...new Set(words)].filter(word => word.length >= shortest));
	}
	if ('all' in needed) {
		return allOf(needed.all.flatMap(each => wordsOf(each) ?? []));
	}
	const any = needed.any.map(wordsOf).filter(each => each !== undefined);
	const [first] = any;
	return any.length < needed.any.length || first === undefined ? undefined : any.length === 1 ? first : { any };
}

function allOf(all: readonly WantedWords[]): WantedWords | undefined {
	return all.length <= 1 ? all[0] : { all };
}

/** Whether a text in lower case has the words. */
export function hasWords(lower: string, words: WantedWords): boolean {
	if (typeof words === 'string') {
		return lower.includes(words.toLowerCase());
	}
	return 'all' in words
		? words.all.every(each => hasWords(lower, each))
		: words.any.some(each => hasWords(lower, each));
}
