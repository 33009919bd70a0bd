import type { SymbolKind } from '../../model/symbol';

/**
 * How the texts of a language are reduced to what may contain definitions before they are parsed. Absent in a language:
 * its texts are parsed whole.
 */
export type SkeletonData = IndentationSkeletonData | BraceSkeletonData | DeclarationScanData;

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
}

/** A language in which braces make blocks. All lists contain whole words. */
export interface BraceSkeletonData {
	readonly family: 'braces';
	/** Characters around strings and characters of one row, with backslashes as escapes. */
	readonly quotes: string;
	/** Characters that begin and end a string of any rows, in which a backslash is a character like others. */
	readonly rawQuotes?: string;
	/** The same with escapes, and with code in `${...}`. */
	readonly templates?: string;
	/** Three of a quote begin a string of any rows. */
	readonly hasLongStrings?: true;
	/** `R"x(...)x"` is a string of any rows. */
	readonly hasDelimitedStrings?: true;
	/** `r#"..."#` is a string of any rows, and `'a` may be a name. */
	readonly hasHashedStrings?: true;
	/** What is in slashes where no value can end is a regular expression. */
	readonly hasPatterns?: true;
	/** A comment may contain comments. */
	readonly nestsComments?: true;
	/** Words in front of a block whose content are definitions. */
	readonly scopes: Readonly<Record<string, ScopeWord>>;
	/** Words that a parenthesis after them does not make the head of a function, and whose parentheses stay as they are. */
	readonly controls: readonly string[];
	/**
	 * Statements may be outside of functions: what is in their blocks counts as outside, too. Words, other than `controls` with
	 * a parenthesis, that begin such a block: `else`.
	 */
	readonly hasStatements?: readonly string[];
	/** Begins a statement that ends with a text in quotes and defines nothing. */
	readonly imports?: string;
	/** A parenthesis after a parenthesis, `(*name)(...)`, has parameters. */
	readonly hasDeclarators?: true;
	/** Words at the beginning of a statement that define something in a function, without a block. */
	readonly local?: readonly string[];
	/** Words in front of a function that is a value. */
	readonly functions?: readonly string[];
	/** Values may be functions, `=>`: one that has a name is a definition in functions too. */
	readonly hasArrows?: true;
	/** What begins a row that is none of the code: `#`. Definitions in such rows are made without the parser. */
	readonly directives?: DirectiveData;
}

/**
 * `name`: a name or another word precedes the block. `parentheses`: a parenthesis may, too. `deep`: so are all blocks in
 * it. `constants`: so are those in it until a semicolon. `instance`: only a parenthesis may.
 */
export type ScopeWord = 'name' | 'parentheses' | 'deep' | 'constants' | 'instance';

export interface DirectiveData {
	readonly sign: string;
	/** The word before a name that is defined. */
	readonly define?: string;
	/** Kinds of a defined name: with a value, and with parameters. */
	readonly valueKind?: SymbolKind;
	readonly parametersKind?: SymbolKind;
	/** Words that begin a part that is read under a condition, another such part, and the end of the last one. */
	readonly begins: readonly string[];
	readonly continues: readonly string[];
	readonly ends: readonly string[];
}

/**
 * A language in which a declaration names its type first and braces make blocks. Its definitions are read without a
 * parser. Comments are `//` and `/*`.
 */
export interface DeclarationScanData {
	readonly family: 'declarations';
	/** Characters around strings and characters of one row, with backslashes as escapes. */
	readonly quotes: string;
	readonly words: Readonly<Partial<Record<WordRole, readonly string[]>>>;
	/** What begins a row that is none of the code: `#`. */
	readonly directives: DirectiveData;
}

/**
 * `aggregate`, `enumeration`: begins a type whose block has fields, or names of constants. `alias`: begins a declaration of
 * types. `elsewhere`: the declaration defines nothing. `modifier`: is recorded. `qualifier`: makes no type alone.
 * `type`: is no name. `attribute`, `specifier`: is left out, with parentheses that follow; a declaration begins before a
 * specifier, and after an attribute. `typeOf`: a type with its parentheses. `control`: no declaration contains it.
 */
export type WordRole =
	| 'aggregate'
	| 'enumeration'
	| 'alias'
	| 'elsewhere'
	| 'modifier'
	| 'qualifier'
	| 'type'
	| 'attribute'
	| 'specifier'
	| 'typeOf'
	| 'control';
