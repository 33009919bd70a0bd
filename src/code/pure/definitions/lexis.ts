import type { LexisData, StringForm } from '../languages/lexisData';
import { charTable, wordTable } from './charTables';

/** The characters that end a run that `Lexer.balanced` passes over. */
export const quoteSort = 1;
export const commentSort = 2;
export const openSort = 3;
export const closeSort = 4;

/** A form of strings with its lookup table: 1 for characters that are not passed over. */
export interface StringTable extends StringForm {
	readonly mark: number;
	readonly text: string;
	readonly isLong: boolean;
	/** Nothing in it is special. */
	readonly isPlain: boolean;
	readonly stops: Uint8Array;
	readonly longTable: StringTable | undefined;
}

/** `LexisData` as tables, by UTF-16 code unit. Made once for a language. */
export interface Lexis {
	readonly data: LexisData;
	/** 1 for the characters of names. */
	readonly word: Uint8Array;
	readonly sorts: Uint8Array;
	/** The code unit that begins comments. */
	readonly comment: number;
	/** By their mark. */
	readonly strings: readonly (StringTable | undefined)[];
}

export function lexisOf(data: LexisData): Lexis {
	const strings: (StringTable | undefined)[] = new Array<undefined>(128).fill(undefined);
	for (const [marks, form] of Object.entries(data.strings)) {
		for (const mark of marks) {
			strings[mark.charCodeAt(0)] = stringTable(mark, form, false);
		}
	}
	const quotes = Object.keys(data.strings).join('');
	return {
		data,
		word: wordTable(data.furtherWord),
		sorts: charTable({
			[quotes]: quoteSort,
			[data.rowComment.charAt(0)]: commentSort,
			'([{': openSort,
			')]}': closeSort,
		}),
		comment: data.rowComment.charCodeAt(0),
		strings,
	};
}

function stringTable(mark: string, form: StringForm, isLong: boolean): StringTable {
	return {
		...form,
		mark: mark.charCodeAt(0),
		...{ text: mark, isLong, isPlain: !isLong && !form.long && !!form.hasRows && !form.hasEscapes && !form.code },
		stops: charTable({ [`${mark}${form.hasEscapes ? '\\' : ''}${form.hasRows ? '' : '\n'}${form.code ?? ''}`]: 1 }),
		longTable: form.long && stringTable(mark, form.long, true),
	};
}
