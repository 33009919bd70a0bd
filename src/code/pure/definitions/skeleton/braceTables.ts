import type { BraceSkeletonData } from '../../languages/skeletonData';
import { charTable, wordTable } from './skeletonParts';

export const newline = 1;
export const quote = 2;
export const slash = 5;
export const directive = 6;
export const openBrace = 7;
export const closeBrace = 8;
export const openParenthesis = 9;
export const closeParenthesis = 10;
export const semicolon = 11;

/** What is in a head: a word in front of a scope, a value. */
export const isScopeWord = 1;
export const hasValue = 2;

/** The tables of a language, prepared for scanning. */
export interface BraceTables {
	readonly data: BraceSkeletonData;
	/** Classes of characters among definitions. */
	readonly outside: Uint8Array;
	/** Classes of characters in bodies and values, of which less is of interest. */
	readonly inside: Uint8Array;
	readonly word: Uint8Array;
	/** 1 for the first characters of `scopes`. */
	readonly initials: Uint8Array;
	readonly scopes: ReadonlySet<string>;
	readonly controls: ReadonlySet<string>;
	readonly local: ReadonlySet<string>;
	/** 1 for the first characters of `local`. */
	readonly localInitials: Uint8Array;
}

export function braceTables(data: BraceSkeletonData): BraceTables {
	const { quotes, directives, scopes, controls, local } = data;
	const inside = {
		...{ '\n': newline, '/': slash, '{': openBrace, '}': closeBrace, ';': semicolon },
		...{ [quotes]: quote, [directives.sign]: directive },
	};
	return {
		data,
		outside: charTable({ ...inside, '([': openParenthesis, ')]': closeParenthesis }),
		inside: charTable(inside),
		word: wordTable(),
		initials: initialsOf(scopes),
		scopes: new Set(scopes),
		controls: new Set(controls),
		local: new Set(local),
		localInitials: initialsOf(local),
	};
}

function initialsOf(words: readonly string[]): Uint8Array {
	return charTable({ [words.map(word => word.charAt(0)).join('')]: 1 });
}
