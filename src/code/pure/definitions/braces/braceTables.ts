import type { BraceData, BraceRole } from '../../languages/readerData';
import { charTable } from '../charTables';
import { type Lexis, lexisOf } from '../lexis';
import { type StringEnd, stringEnd } from './braceStrings';

/** The tables of a language, prepared for scanning. */
export interface BraceTables {
	readonly data: BraceData;
	readonly lexis: Lexis;
	/** The sort of token that a character begins, by UTF-16 code unit. */
	readonly sorts: Uint8Array;
	/** Words with a role, by their first code unit. */
	readonly words: readonly (readonly RoleWord[] | undefined)[];
	readonly recorded: ReadonlySet<string>;
	/** Begins a row that is no code, 0 for none. */
	readonly directive: number;
	readonly stringEnd: StringEnd | undefined;
	/** Of `codeStarts`; matches at any position. */
	readonly codeStart: RegExp;
	/** 1 for the marks at which code is looked at, and at which a value is. */
	readonly codeMarks: Uint8Array;
	readonly valueMarks: Uint8Array;
}

export interface RoleWord {
	readonly word: string;
	readonly role: BraceRole;
}

/** Sorts of characters; other marks have none. */
export const blankSort = 1;
export const wordSort = 2;
export const quoteSort = 3;
export const commentSort = 4;

export function braceTables(data: BraceData): BraceTables {
	const words: RoleWord[][] = [];
	for (const [role, list] of Object.entries(data.words) as [BraceRole, readonly string[]][]) {
		for (const word of list) {
			const first = word.charCodeAt(0);
			words[first] = [...(words[first] ?? []), { word, role }];
		}
	}
	const lexis = lexisOf(data.lexis);
	const directive = data.directive?.charCodeAt(0) ?? 0;
	const brackets = `()[]{}${data.codeMarks ?? ''}`;
	return {
		...{ data, lexis, words, sorts: sortsOf(lexis), recorded: new Set(data.recorded) },
		...{ directive, stringEnd: stringEnd(data.strings), codeStart: codeStart(data) },
		...{ codeMarks: charTable({ [brackets]: 1 }), valueMarks: charTable({ [`${brackets},;<`]: 1 }) },
	};
}

function codeStart({ codeStarts = [] }: BraceData): RegExp {
	const plain = codeStarts.map(text => text.replaceAll(/[^\w<=]/g, '\\$&'));
	return new RegExp(plain.length === 0 ? '$' : plain.join('|'), 'gi');
}

function sortsOf({ word, data }: Lexis): Uint8Array {
	const sorts = charTable({
		[Object.keys(data.strings).join('')]: quoteSort,
		[data.rowComment.charAt(0)]: commentSort,
	});
	for (let char = 0; char < sorts.length; char++) {
		if (word[char] === 1) {
			sorts[char] = wordSort;
		} else if (char <= 0x20 || char >= 0x80) {
			sorts[char] = blankSort;
		}
	}
	return sorts;
}
