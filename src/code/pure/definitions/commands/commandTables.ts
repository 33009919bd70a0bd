import type { CommandData } from '../../languages/readerData';
import { charTable } from '../charTables';
import { type Lexis, lexisOf } from '../lexis';

/** Characters at which a word ends. */
export const wordEnd = 1;
/** Characters in a word that begin something: quotes, `\\`, `$`, a backquote. */
export const special = 2;

/** The tables of a language of commands, prepared for reading. */
export interface CommandTables {
	readonly data: CommandData;
	readonly lexis: Lexis;
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
	/** Classes of characters in words. */
	readonly word: Uint8Array;
}

export function commandTables(data: CommandData): CommandTables {
	const { blocks, prefixes, loops, cases, functions, declarations, conditions, rawQuote, quote } = data;
	return {
		data,
		lexis: lexisOf({
			rowComment: '#',
			strings: { [rawQuote]: { hasRows: true }, [quote]: { hasEscapes: true, hasRows: true, code: '$`' } },
		}),
		blocks: new Map(Object.entries(blocks)),
		ends: new Set(Object.values(blocks)),
		prefixes: new Set(prefixes),
		loops: new Set(loops),
		cases: new Set(cases),
		functions: new Set(functions),
		declarations: new Set(declarations),
		conditions: new Map(Object.entries(conditions)),
		word: charTable({ ' \t\r\n;&|<>()': wordEnd, [`\\$\`${rawQuote}${quote}`]: special }),
	};
}
