import type { Name } from './declarators';

/** `local`: a type that is declared in a body, `alias`: a statement in a body that names types. */
export type ScanFrameSort = 'file' | 'aggregate' | 'enumeration' | 'body' | 'local' | 'alias';

/** What is in a pair of braces, and the statement that has begun in it. Rows are 0-based. */
export interface ScanFrame {
	readonly sort: ScanFrameSort;
	/** The index of the statement's first token. */
	readonly base: number;
	readonly scope: number;
	/** The function whose body it is; -1 for none. */
	symbol: number;
	/** Of those, without a frame of their own, that are open in a body. */
	braces: number;
	/** Where the statement begins, -1 before that; its row, and those of the comments above it, -1 for none. */
	startAt: number;
	startRow: number;
	docStart: number;
	docEnd: number;
	/** The last type with a block in the statement. */
	block: TypeBlock | undefined;
	oldStyle: OldStyleFunction | undefined;
}

export interface TypeBlock {
	readonly scope: number;
	/** -1 for a type without a name. */
	readonly symbol: number;
	readonly headerRow: number;
	/** The index of the token that begins it. */
	readonly head: number;
}

/** What may be the head of a function, with the number of symbols before it. */
export interface OldStyleFunction {
	readonly name: Name;
	readonly startAt: number;
	readonly startRow: number;
	readonly docStart: number;
	readonly docEnd: number;
	readonly modifiers: readonly string[] | undefined;
	readonly nSymbols: number;
}

export function scanFrame(sort: ScanFrameSort, base: number, scope: number): ScanFrame {
	return {
		sort,
		base,
		scope,
		symbol: -1,
		braces: 0,
		startAt: -1,
		startRow: 0,
		docStart: -1,
		docEnd: -1,
		block: undefined,
		oldStyle: undefined,
	};
}
