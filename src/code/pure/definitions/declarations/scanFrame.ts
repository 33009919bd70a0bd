import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { FoundSymbol } from '../symbolSink';
import type { Name } from './declarators';
import type { LateScope } from './lateScopes';

/** `local`: a type that is declared in a body, `alias`: a statement in a body that names types. */
export type ScanFrameSort = 'file' | 'aggregate' | 'enumeration' | 'body' | 'local' | 'alias';

/** A pair of braces, and the statement that has begun in it. */
export interface ScanFrame {
	readonly sort: ScanFrameSort;
	/** The index of the statement's first token. */
	readonly base: number;
	readonly scope: LateScope;
	/** The function whose body it is. */
	symbol: FoundSymbol | undefined;
	/** Of those, without a frame of their own, that are open in a body. */
	braces: number;
	/** The start of the statement, -1 before that, and the comments above it. */
	startAt: number;
	doc: LineRange | undefined;
	/** The last type with a block in the statement. */
	block: TypeBlock | undefined;
	oldStyle: OldStyleFunction | undefined;
}

export interface TypeBlock {
	readonly scope: LateScope;
	/** Undefined for a type without a name. */
	readonly symbol: FoundSymbol | undefined;
	/** The last position of its header. */
	readonly headerAt: number;
	/** The index of the token that begins it. */
	readonly head: number;
}

/** A possible head of a function, with the number of symbols before it. */
export interface OldStyleFunction {
	readonly name: Name;
	readonly startAt: number;
	readonly doc: LineRange | undefined;
	readonly modifiers: readonly string[] | undefined;
	readonly nSymbols: number;
}

export function scanFrame(sort: ScanFrameSort, base: number, scope: LateScope): ScanFrame {
	return {
		sort,
		base,
		scope,
		symbol: undefined,
		braces: 0,
		startAt: -1,
		doc: undefined,
		block: undefined,
		oldStyle: undefined,
	};
}
