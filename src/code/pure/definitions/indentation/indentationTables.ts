import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { IndentationData } from '../../languages/readerData';
import type { FoundSymbol, Scope } from '../symbolSink';
import { type LineTables, lineTables } from './lineScanner';

/** The tables of a language, prepared for scanning. */
export interface IndentationTables {
	readonly data: IndentationData;
	readonly lines: LineTables;
	readonly classes: ReadonlySet<string>;
	readonly functions: ReadonlySet<string>;
	readonly functionPrefixes: ReadonlySet<string>;
	readonly clauses: ReadonlySet<string>;
	readonly types: ReadonlySet<string>;
	/** 1 for the first characters of words that define something in a function. */
	readonly initials: Uint8Array;
}

export function indentationTables(data: IndentationData): IndentationTables {
	const { classes, functions, functionPrefixes, clauses, types } = data;
	const initials = new Uint8Array(0x10000);
	for (const word of [...classes, ...functions, ...functionPrefixes, ...types]) {
		initials[word.charCodeAt(0)] = 1;
	}
	return {
		data,
		lines: lineTables(data),
		classes: new Set(classes),
		functions: new Set(functions),
		functionPrefixes: new Set(functionPrefixes),
		clauses: new Set(clauses),
		types: new Set(types),
		initials,
	};
}

/** A definition with a block, or the file. */
export interface Definition {
	readonly sort: 'module' | 'class' | 'function';
	readonly scope: Scope;
	readonly symbol: FoundSymbol | undefined;
	/** The last code in it so far. */
	last: number;
}

/** The front of a definition: its start, -1 for the start of its statement, and its doc comment. */
export interface StatementFront {
	readonly start: number;
	readonly doc?: LineRange | undefined;
}
