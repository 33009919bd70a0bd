import type { SymbolKind } from '../../../runs/pure/model/symbol';

/**
 * How files of code without a grammar, and of settings, pages and texts of programs, are divided into blocks:
 * `syntaxes/text/kinds.json`.
 */
export interface TextData {
	/** Regular expressions for paths of files that are data or made by programs: lock files, translations. */
	readonly leftOut: readonly string[];
	/** Rules that several kinds share, by their name. */
	readonly shared: Readonly<Record<string, readonly BlockRule[]>>;
	/** The first kind that claims a path gets it. */
	readonly kinds: readonly TextKind[];
}

/** Files that are written in the same manner. */
export interface TextKind {
	/** For people. */
	readonly name: string;
	/** With the dot: `.sql`. */
	readonly extensions: readonly string[];
	/** Regular expressions for whole names of files: `Dockerfile(?:\\..*)?`. */
	readonly fileNames?: readonly string[];
	/** Larger files are data. In kibibytes; 512 if absent. */
	readonly mostKibibytes?: number;
	/** Marks that begin a comment, which ends with its row. */
	readonly comments?: readonly string[];
	/** Pairs of marks around comments of any rows. */
	readonly blockComments?: readonly (readonly [string, string])[];
	/** Characters around strings of one row. A backslash escapes them. */
	readonly quotes?: string;
	/** Pairs of marks around strings of any rows. */
	readonly longQuotes?: readonly (readonly [string, string])[];
	/** The language whose `embedded` finds code in such files: its definitions are added. */
	readonly code?: string;
	/** Capitals and small letters are the same. */
	readonly ignoresCase?: true;
	/** For the end `statement`. */
	readonly statement?: StatementEnds;
	/** Rules, or names of shared ones. Of several rules that a row matches, the first one counts. */
	readonly rules: readonly (BlockRule | string)[];
}

/** A row that begins a block. */
export interface BlockRule {
	/**
	 * Regular expression for the start of a row, with the group `name`, and `owner` if the row names the container of the
	 * block.
	 */
	readonly row: string;
	readonly kind: SymbolKind;
	readonly end: BlockEnd;
	/** For the end `until`: a regular expression for the last row. */
	readonly until?: string;
}

/**
 * `block`: at the brace that closes the first one after the name, else where the indentation ends. `indentation`: always
 * there. `brackets`: at the bracket that closes the first one of the row. `next`: before the next row that begins such a
 * block. `statement`: at the end of a statement. `element`: at the tag that closes an element. `until`: at the first row
 * that matches. `row`: with its row, and the rows that continue it.
 */
export type BlockEnd = 'block' | 'indentation' | 'brackets' | 'next' | 'statement' | 'element' | 'until' | 'row';

/** Regular expressions for words and marks of statements. */
export interface StatementEnds {
	/** Ends a statement outside of all parts. */
	readonly end: string;
	/** Begins and ends a part in which statements do not end the outer one. */
	readonly opens: string;
	readonly closes: string;
	/** Whole rows that end every statement above them. */
	readonly separator: string;
}
