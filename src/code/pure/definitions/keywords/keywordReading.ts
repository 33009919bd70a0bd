import type { Scope } from '../symbolSink';
import type { KeywordCursor } from './keywordCursor';

/** How an expression may end other than with its row. */
export interface ExpressionEnd {
	readonly isInGroup?: boolean;
	/** A brace follows the expression. */
	readonly isBeforeBrace?: boolean;
}

/** Reads the parts of definitions: each in its scope, from the cursor on. */
export interface KeywordReading {
	readonly cursor: KeywordCursor;
	/** Reads statements up to the brace that ends them, or the end. */
	statements(scope: Scope): void;
	/** Reads the statements in a block, or moves behind it if it defines nothing. */
	block(scope: Scope, read?: () => void): void;
	/** Reads the content of parentheses or brackets, or moves past them. */
	group(scope: Scope): void;
	/** Reads an expression, and the definitions in it. */
	expression(scope: Scope, end?: ExpressionEnd): void;
}
