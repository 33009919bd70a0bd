import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { IndentationSkeletonData } from '../../languages/skeletonData';
import { type LineTables, lineTables } from './lineScanner';

/** The tables of a language, prepared for scanning. */
export interface IndentationTables {
	readonly data: IndentationSkeletonData;
	readonly lines: LineTables;
	readonly classes: ReadonlySet<string>;
	readonly functions: ReadonlySet<string>;
	readonly functionPrefixes: ReadonlySet<string>;
	readonly clauses: ReadonlySet<string>;
	readonly types: ReadonlySet<string>;
	/** 1 for the first characters of words that define something in a function. */
	readonly initials: Uint8Array;
}

export function indentationTables(data: IndentationSkeletonData): IndentationTables {
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

export type ScannedSymbol = { -readonly [Key in keyof CodeSymbol]: CodeSymbol[Key] };

/** A definition with a block, or the file. */
export interface Definition {
	readonly sort: 'module' | 'class' | 'function';
	/** Qualified name, '' of the file. */
	readonly name: string;
	readonly symbol: ScannedSymbol | undefined;
	/** 0-based last row of code in it so far. */
	lastRow: number;
}

/** What precedes a definition. Rows are 0-based; `docStart` is -1 without a doc comment. */
export interface StatementFront {
	readonly startRow: number;
	readonly docStart: number;
	readonly docEnd: number;
}
