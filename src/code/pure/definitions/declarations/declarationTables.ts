import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { DeclarationData, DefiningMacro, DirectiveData, WordRole } from '../../languages/readerData';
import { charTable } from '../charTables';
import { type Lexis, lexisOf } from '../lexis';

/** Classes of characters; 0 is passed over. */
export const newline = 1;
export const quote = 2;
export const slash = 3;
export const directive = 4;
export const openBrace = 5;
export const closeBrace = 6;
export const open = 7;
export const close = 8;
export const semicolon = 9;
export const equalsSign = 10;
const pointer = 11;
export const comma = 12;
export const colon = 13;
export const word = 14;

/** The roles of words in a statement; a word without a role is a name. */
export const nameWord = 0;
export const roles: Readonly<Record<WordRole, number>> = {
	aggregate: 1,
	enumeration: 2,
	alias: 3,
	elsewhere: 4,
	modifier: 5,
	qualifier: 6,
	type: 7,
	attribute: 8,
	specifier: 9,
	typeOf: 10,
	control: 11,
};

const knownLimit = 100_000;

/** The tables of a language, prepared for scanning. */
export interface DeclarationTables {
	readonly data: DeclarationData;
	readonly directives: DirectiveData;
	/** Classes of characters among declarations. */
	readonly outside: Uint8Array;
	/** In the bodies of functions. */
	readonly body: Uint8Array;
	/** In other brackets, and in values. */
	readonly group: Uint8Array;
	readonly lexis: Lexis;
	readonly words: ReadonlyMap<string, number>;
	/** 1 for the first characters of `words`. */
	readonly initials: Uint8Array;
	/** 1 for the first characters of words that begin a declaration without a block in a body. */
	readonly aliasInitials: Uint8Array;
	/** The macro of a name, if its use defines something. */
	readonly macroNamed: (name: string) => MacroTable | undefined;
}

export interface MacroTable {
	readonly kind: SymbolKind;
	readonly names: readonly MadeName[];
}

/** An argument, counted from 1, with the text added to it. */
export interface MadeName {
	readonly before: string;
	readonly argument: number;
	readonly after: string;
}

export function declarationTables(data: DeclarationData, directives: DirectiveData): DeclarationTables {
	const words = new Map<string, number>();
	for (const [role, list] of Object.entries(data.words)) {
		for (const each of list) {
			words.set(each, roles[role as WordRole]);
		}
	}
	const inside = {
		...{ '/': slash, '{': openBrace, '}': closeBrace, [data.quotes]: quote },
		[directives.sign]: directive,
	};
	const outside = charTable({
		...inside,
		...{ '([': open, ')]': close, ';': semicolon, '=': equalsSign, '*^&': pointer, ',': comma, ':': colon },
	});
	const lexis = lexisOf({ rowComment: '//', blockComments: 'flat', strings: { [data.quotes]: { hasEscapes: true } } });
	const letters = lexis.word;
	for (let char = 0; char < letters.length; char++) {
		if (letters[char] === 1) {
			outside[char] = word;
		}
	}
	return {
		data,
		directives,
		outside,
		body: charTable({ ...inside, '\n': newline }),
		group: charTable({ ...inside, '([': open, ')]': close, ';': semicolon, ',': comma }),
		lexis,
		words,
		initials: initialsOf([...words.keys()]),
		aliasInitials: initialsOf(data.words.alias ?? []),
		macroNamed: macroFinder(data.macros ?? []),
	};
}

/** Few names are macros, and the same ones are looked up again and again. */
function macroFinder(macros: readonly DefiningMacro[]): DeclarationTables['macroNamed'] {
	const tables = macros.map(({ macro, kind, names }) => ({
		pattern: new RegExp(`^(?:${macro})$`),
		table: { kind, names: names.map(madeName) },
	}));
	const known = new Map<string, MacroTable | undefined>();
	return name => {
		if (!known.has(name)) {
			known.size >= knownLimit && known.clear();
			known.set(name, tables.find(({ pattern }) => pattern.test(name))?.table);
		}
		return known.get(name);
	};
}

/** Reads `sys_{1}`. */
function madeName(template: string): MadeName {
	const [before = '', argument = '', after = ''] = template.split(/[{}]/);
	return { before, argument: Number(argument), after };
}

function initialsOf(list: readonly string[]): Uint8Array {
	return charTable({ [list.map(each => each.charAt(0)).join('')]: 1 });
}
