import type { Scope } from '../symbolSink';
import type { KeywordCursor } from './keywordCursor';

/** How an expression may end besides with its row. */
export interface ExpressionEnd {
	readonly isInGroup?: boolean;
	/** A brace begins what is behind the expression. */
	readonly isBeforeBrace?: boolean;
}

/** What definitions contain: each part is read in its scope, from the cursor on. */
export interface KeywordReading {
	readonly cursor: KeywordCursor;
	/** Reads statements up to the brace that ends them, or the end. */
	statements(scope: Scope): void;
	/** Reads the statements in a block, or moves behind it if it defines nothing. */
	block(scope: Scope, read?: () => void): void;
	/** Reads what is in parentheses or brackets, or moves behind them. */
	group(scope: Scope): void;
	/** Reads an expression, and what is defined in it. */
	expression(scope: Scope, end?: ExpressionEnd): void;
}
