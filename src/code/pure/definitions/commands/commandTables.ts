import type { CommandScanData } from '../../languages/skeletonData';
import { charTable, wordTable } from '../skeleton/skeletonParts';

/** Characters at which a word ends. */
export const wordEnd = 1;
/** Characters in a word that begin something: quotes, `\`, `$`, a backquote. */
export const special = 2;

/** The tables of a language of commands, prepared for scanning. */
export interface CommandTables {
	/** The word that ends the block of one that begins it. */
	readonly blocks: ReadonlyMap<string, string>;
	readonly ends: ReadonlySet<string>;
	readonly prefixes: ReadonlySet<string>;
	readonly loops: ReadonlySet<string>;
	readonly cases: ReadonlySet<string>;
	readonly functions: ReadonlySet<string>;
	readonly declarations: ReadonlySet<string>;
	/** The word that ends a condition of one that begins it. */
	readonly conditions: ReadonlyMap<string, string>;
	readonly values: string;
	readonly comment: string;
	readonly rawQuote: string;
	readonly quote: string;
	/** Classes of characters in words. */
	readonly word: Uint8Array;
	/** 1 for what a name consists of. */
	readonly name: Uint8Array;
}

export function commandTables(data: CommandScanData): CommandTables {
	const { blocks, prefixes, loops, cases, functions, declarations, conditions } = data;
	const { values, comment, rawQuote, quote } = data;
	return {
		blocks: new Map(Object.entries(blocks)),
		ends: new Set(Object.values(blocks)),
		prefixes: new Set(prefixes),
		loops: new Set(loops),
		cases: new Set(cases),
		functions: new Set(functions),
		declarations: new Set(declarations),
		conditions: new Map(Object.entries(conditions)),
		values,
		comment,
		rawQuote,
		quote,
		word: charTable({ ' \t\r\n;&|<>()': wordEnd, [`\\$\`${rawQuote}${quote}`]: special }),
		name: wordTable(),
	};
}
