import type { BraceSkeletonData, ScopeWord } from './skeletonData';
import { charTable, wordTable } from './skeletonParts';

export const newline = 1;
export const quote = 2;
export const template = 4;
export const slash = 5;
export const directive = 6;
export const openBrace = 7;
export const closeBrace = 8;
export const openParenthesis = 9;
export const closeParenthesis = 10;
export const semicolon = 11;
export const equalsSign = 12;

/** What words in a head are. */
export const isScopeWord = 1;
export const takesParentheses = 2;
export const isDeep = 4;
export const isFunctionWord = 32;
const isLocal = 128;
/** No word: there is a value in the head. */
export const hasValue = 64;

const scopeFlags: Readonly<Record<ScopeWord, number>> = {
	name: isScopeWord,
	parentheses: isScopeWord | takesParentheses,
	deep: isScopeWord | isDeep,
};

/** The tables of a language, prepared for scanning. */
export interface BraceTables {
	readonly data: BraceSkeletonData;
	/** Classes of characters among definitions. */
	readonly outside: Uint8Array;
	/** Classes of characters in bodies and values, of which less is of interest. */
	readonly inside: Uint8Array;
	readonly word: Uint8Array;
	/** 1 for the first characters of the words of interest. */
	readonly initials: Uint8Array;
	readonly words: ReadonlyMap<string, number>;
	readonly controls: ReadonlySet<string>;
	readonly statements: ReadonlySet<string>;
	readonly local: ReadonlySet<string>;
	/** 1 for the first characters of `local`. */
	readonly localInitials: Uint8Array;
}

export function braceTables(data: BraceSkeletonData): BraceTables {
	const { quotes, templates = '', directives, hasArrows, functions = [], local = [] } = data;
	const inside = {
		...{ '\n': newline, '/': slash, '{': openBrace, '}': closeBrace, [quotes]: quote },
		...{ [templates]: template, [directives?.sign ?? '']: directive },
		...(local.length > 0 && { ';': semicolon }),
		...(hasArrows && { '=': equalsSign }),
	};
	const words = new Map<string, number>([
		...functions.map(word => [word, isFunctionWord] as const),
		...local.map(word => [word, isLocal] as const),
	]);
	for (const [word, sort] of Object.entries(data.scopes)) {
		words.set(word, scopeFlags[sort]);
	}
	return {
		data,
		outside: charTable({ ...inside, '([': openParenthesis, ')]': closeParenthesis, ';': semicolon }),
		inside: charTable(inside),
		word: wordTable(),
		initials: initialsOf([...words.keys()]),
		words,
		controls: new Set(data.controls),
		statements: new Set(data.hasStatements ?? []),
		local: new Set(local),
		localInitials: initialsOf(local),
	};
}

function initialsOf(words: readonly string[]): Uint8Array {
	return charTable({ [words.map(word => word.charAt(0)).join('')]: 1 });
}
