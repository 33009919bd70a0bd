import type { SymbolKind } from '../../../runs/pure/model/symbol';
import type { LexisData } from './lexisData';

/**
 * The data that a reader of definitions needs about a language, by family of readers. Absent in a language: its texts
 * are parsed.
 */
export type ReaderData = IndentationData | DeclarationData | StatementData | CommandData | KeywordData | BraceData;

/** A language in which indentation makes blocks. All lists contain whole words. */
export interface IndentationData {
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

/** The sign of a row that is not code: `#`. Definitions in such rows are made without the parser. */
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
export interface DeclarationData {
	readonly family: 'declarations';
	/** Characters around strings and characters of one row, with backslashes as escapes. */
	readonly quotes: string;
	readonly words: Readonly<Partial<Record<WordRole, readonly string[]>>>;
	/** Macros whose use as a statement, or as the head of a function, defines names; the first that fits counts. */
	readonly macros?: readonly DefiningMacro[];
}

export interface DefiningMacro {
	/** Regular expression for its whole name. */
	readonly macro: string;
	readonly kind: SymbolKind;
	/**
	 * The names it defines: `sys_{1}` is its first argument with `sys_` before it. An argument counts if it is one word.
	 */
	readonly names: readonly string[];
}

/**
 * `aggregate`, `enumeration`: begins a type whose block has fields, or names of constants. `alias`: begins a
 * declaration of types. `elsewhere`: the declaration defines nothing. `modifier`: is recorded. `qualifier`: makes no
 * type on its own. `type`: is no name. `attribute`, `specifier`: is left out, with parentheses that follow; a
 * declaration begins before a specifier, and after an attribute. `typeOf`: a type with its parentheses. `control`: no
 * declaration contains it.
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

/**
 * A language of statements and values in braces, in which functions, classes and objects are values. Its definitions
 * are read without a parser. Comments are `//` and `/*`.
 */
export interface StatementData {
	readonly family: 'statements';
	/** Characters around strings within one row, and around strings of several rows with code in `${...}`. */
	readonly quotes: string;
	readonly templates: string;
	/** Types are written behind names, and in angle brackets. */
	readonly hasTypes?: boolean;
	/** A value may be an element, `<a>...</a>`. */
	readonly hasMarkup?: boolean;
	readonly words: Readonly<Partial<Record<StatementRole, readonly string[]>>>;
	/** Words in front of a member that are recorded. */
	readonly recorded: readonly string[];
	/** In front of the type they change. */
	readonly typePrefixes?: readonly string[];
	/** Parts of a name that name no container. */
	readonly transparent: readonly string[];
	/**
	 * The object a module exports: a value assigned to its members is a definition. The name of a function that is the
	 * whole object.
	 */
	readonly exports: readonly string[];
	readonly exported: string;
	/** The name of a class or function without one that a module exports. */
	readonly default: string;
	/** The member of a class with its methods. */
	readonly prototype: string;
	/** The function whose result is another module. */
	readonly loads: string;
	/** The least lines of a call with a text and a function that names the function. */
	readonly callbackLines: number;
}

/**
 * `module`: the following is exported; `otherwise`: the last case, and an export without a name. `ambient`: is defined
 * elsewhere. `dropped`: nothing counts in the value behind it. `unary`, `infix`: operators. `as`: a type follows a
 * value. `access`, `prefix`: before a member; with an access, a parameter is one. `is`, `extends`: between types.
 */
export type StatementRole =
	| ('class' | 'function' | 'variable' | 'interface' | 'enumeration' | 'alias' | 'namespace' | 'global' | 'constructor')
	| ('module' | 'otherwise' | 'import' | 'from' | 'ambient' | 'abstract' | 'async' | 'static' | 'access' | 'prefix')
	| ('if' | 'else' | 'loop' | 'do' | 'switch' | 'case' | 'try' | 'jump' | 'return' | 'dropped')
	| ('unary' | 'new' | 'infix' | 'as' | 'is' | 'extends' | 'implements');

/**
 * A language of commands and their words, with expansions (`$x`, `${x}`, `$(...)`) and here-documents. Its definitions
 * are read without a parser. All lists contain whole words.
 */
export interface CommandData {
	readonly family: 'commands';
	/** Begins a comment, which ends with its line. One character. */
	readonly comment: string;
	/** Around text in which nothing is special, and around text with expansions. One character each. */
	readonly rawQuote: string;
	readonly quote: string;
	/** The word that ends the block of one that begins it. */
	readonly blocks: Readonly<Record<string, string>>;
	/** Of the words that begin a block: words follow, and no command. */
	readonly loops: readonly string[];
	/** Of the words that begin a block: a value follows, then `values`, then patterns with commands. */
	readonly cases: readonly string[];
	readonly values: string;
	/** A command follows. */
	readonly prefixes: readonly string[];
	readonly functions: readonly string[];
	/** Commands whose words define variables. */
	readonly declarations: readonly string[];
	/** The word that ends a condition of one that begins it. */
	readonly conditions: Readonly<Record<string, string>>;
}

/**
 * A language in which a reserved word begins each definition, braces make blocks and rows end statements. Its
 * definitions are read without a parser. Comments are `//` and `/*`, which nest; strings have code in `${...}`.
 */
export interface KeywordData {
	readonly family: 'keywords';
	readonly words: Readonly<Partial<Record<KeywordRole, readonly string[]>>>;
	/** Words in front of a definition that are recorded. */
	readonly recorded: readonly string[];
	/** The name of an object of a class that has none. */
	readonly companion: string;
}

/**
 * `modifier`: before a definition; `enumeration`: makes a class one; `companion`: makes an object belong to its class.
 * `accessor`: part of a property; `delegate`, `constraint`: in a header. `unit`: its row defines nothing. `control`: a
 * condition in parentheses and a statement follow; `operator`: an operand follows; `jump`: one may follow; `further`: a
 * row that begins with it continues the last one.
 */
export type KeywordRole =
	| ('class' | 'interface' | 'object' | 'function' | 'property' | 'alias' | 'constructor')
	| ('modifier' | 'enumeration' | 'companion' | 'accessor' | 'delegate' | 'constraint' | 'unit')
	| ('control' | 'operator' | 'jump' | 'further' | 'else');

/** A language in which braces make blocks and types, or words, begin definitions. */
export interface BraceData {
	readonly family: 'braces';
	/** How members are written: a type in front of the name; words in front of it, and rows or semicolons as ends. */
	readonly members: 'typed' | 'rows' | 'items' | 'script';
	/** How comments and strings are written. */
	readonly lexis: LexisData;
	/** Strings that `lexis` cannot describe: with `$` and `@` in front and any number of marks; `r#"a"#`, and `'a`. */
	readonly strings?: 'prefixed' | 'raw' | 'script';
	/** Begins a row that is no code. */
	readonly directive?: string;
	/** Begin code in a template, in any case: `<?=`. */
	readonly codeStarts?: readonly string[];
	/** In functions, nothing but functions counts, which are written like methods. */
	readonly hasLocalFunctions?: boolean;
	/** Signs in code at which a definition may begin, besides words with a role. */
	readonly codeMarks?: string;
	readonly words: Readonly<Partial<Record<BraceRole, readonly string[]>>>;
	/** Words in front of a definition that are recorded. */
	readonly recorded: readonly string[];
}

/**
 * `class`, `interface`, `record`, `enumeration`: begin a type. `modifier`: before a definition. `new`: begins an object, which may
 * have members. `bases`, `headerPart`: in the header of a type, before its bases and before anything else. `default`: before the
 * value of a method. `operator`: is no name. `unit`: defines nothing, up to its semicolon. `function`, `alias`, `variable`,
 * `constant`: begin these. `typePart`, `typeCase`: a type follows, or may.
 */
export type BraceRole =
	| ('class' | 'interface' | 'record' | 'enumeration' | 'new')
	| ('function' | 'alias' | 'variable' | 'constant' | 'typePart' | 'typeCase')
	| ('module' | 'event' | 'operatorName' | 'checked' | 'control' | 'case' | 'jump' | 'for' | 'macro' | 'visibility')
	| ('modifier' | 'bases' | 'headerPart' | 'default' | 'operator' | 'unit');
