/**
 * How the texts of a language are reduced to what may contain definitions before they are parsed. Absent in a language:
 * its texts are parsed whole.
 */
export type SkeletonData = IndentationSkeletonData;

/** A language in which indentation makes blocks. All lists contain whole words. */
export interface IndentationSkeletonData {
	readonly family: 'indentation';
	/** Begins a comment, which ends with its line. One character. */
	readonly comment: string;
	/** Characters that begin and end a string; three of one begin a string of several lines. A backslash escapes them. */
	readonly quotes: string;
	/** Letters that may precede a string. */
	readonly stringPrefixes: string;
	/** Begins a line that belongs to the definition below. One character. */
	readonly decorator: string;
	readonly classes: readonly string[];
	readonly functions: readonly string[];
	/** May precede one of `functions`. */
	readonly functionPrefixes: readonly string[];
	/** Begin a statement that contains statements, which may be on the same line. */
	readonly clauses: readonly string[];
	/** Begin a statement that defines a type everywhere, if a name follows. */
	readonly types: readonly string[];
	/** Begins a function without a name. */
	readonly lambda: string;
	/** A statement that does nothing. */
	readonly filler: string;
}
