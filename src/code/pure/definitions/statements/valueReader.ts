import type { Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import type { Definitions } from './definitions';
import type { TypeScan } from './typeScan';

/** Reads the parts of values that contain definitions. The next token is the first of the part. */
export interface ValueParts {
	/** A block of statements in braces. */
	block(scope: Scope): void;
	/** A class, from its word on. */
	classValue(scope: Scope): void;
	/** Reads the content of an object's braces. */
	object(scope: Scope): void;
	/**
	 * Reads an assignment to the target that begins at a position and ended before the sign. False for one that defines
	 * nothing.
	 */
	assignment(start: number, end: number, scope: Scope): void;
}

/** How much is read: values with commas between them, and in which scope it is assigned. */
export interface ValueOptions {
	readonly withCommas?: boolean;
	readonly assignedIn?: Scope;
}

/** Reads values, and the parts of them that are values, too. */
export interface ValueReader {
	readonly reader: CodeReader;
	readonly definitions: Definitions;
	readonly types: TypeScan;
	readonly parts: ValueParts | undefined;
	/** Reads a value up to a token that cannot belong to it. */
	value(scope: Scope, options?: ValueOptions): void;
	/** Reads a value in which nothing counts. */
	dropped(scope: Scope, options?: ValueOptions): void;
	/** Reads the content of brackets. Returns the number of the first value in them that is a function, else -1. */
	group(scope: Scope, close: number): number;
	/** Notes a value that ended as one that counts as a function. */
	noteFunction(start: number): void;
	/** Reads a function up to its end. */
	function(inside: Scope, atBody?: () => void): void;
	/** Whether a function without a word for it begins at the next token. */
	isArrow(isInCondition?: boolean): boolean;
	/** Notes that a parenthesis ended, behind which a body or a type may begin. */
	sign(): void;
}
