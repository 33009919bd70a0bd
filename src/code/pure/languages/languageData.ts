import type { SymbolKind } from '../../../runs/pure/model/symbol';
import type { CellData } from './cellData';
import type { CrashData } from './crashData';
import type { EmbeddedData } from './embeddedData';
import type { DirectiveData, ReaderData } from './readerData';
import type { ReproducerData } from './reproducerData';
import type { TestData } from './runnerData';
import type { TraceData } from './traceData';

/**
 * All data about a language: `syntaxes/<id>/language.json`, merged with the data it inherits from another language (see
 * `resolveLanguages`). It drives the walk over a syntax tree, so a new language is a folder and no code. `tags.scm`
 * beside it names references in tree-sitter's tags convention.
 *
 * Node types can be written in three ways: `type`; `parent.field`, a child in that field of a node of type `parent`;
 * `parent>type`, a child of that type of a node of type `parent`.
 */
export interface LanguageData {
	readonly id: string;
	readonly name: string;
	/**
	 * With the dot: `.py`. The first language that claims an extension gets it, unless a later one recognizes the text.
	 */
	readonly extensions: readonly string[];
	/** Whole names of files without a distinctive extension. */
	readonly fileNames?: readonly string[];
	/** Regular expression (flag `m`) over a file's text, for an extension that several languages claim. */
	readonly recognize?: string;
	/** `<npm package>/<file>.wasm`; the build copies it to dist/grammars. */
	readonly grammar: string;
	/** Files under `syntaxes/` that together form the query for references: `["python/tags.scm"]`. */
	readonly tags: readonly string[];
	/** Globs over the file name (not the path) of test files. */
	readonly testFiles?: readonly string[];
	/** Absent: no reproducer is written in this language. */
	readonly reproducer?: ReproducerData;
	/** From `traces.json` beside `language.json`. */
	readonly traces?: TraceData;
	/** From `crashes.json` beside `language.json`. */
	readonly crashes?: CrashData;
	/** From `tests.json` beside `language.json`. */
	readonly tests?: TestData;
	/** Absent: it has no persistent interpreter. Not inherited. */
	readonly cells?: CellData;
	/** Further programs that, started without a file or code to run, wait for input: `irb`. */
	readonly consoles?: readonly string[];
	/** Programs that run a command line of this language after the option `-c`. */
	readonly shells?: readonly string[];
	/** Node types that may contain definitions further down; all others are skipped unread. */
	readonly descend: readonly string[];
	/**
	 * The types in `descend` that are visited only if their text matches `sign`: expressions, as there are many and few
	 * contain a definition.
	 */
	readonly signed?: readonly string[];
	/** The same, but only in functions: otherwise only local variables could be found there. */
	readonly signedInFunctions?: readonly string[];
	/** Regular expression that every definition in an expression matches: `=>|function`. Absent: there is none. */
	readonly sign?: string;
	/** Node types of functions without a name: they are entered, and their content counts as inside a function. */
	readonly nameless?: readonly string[];
	/**
	 * Node types of classes without a name: they are entered, and their content counts as members of the definition
	 * around.
	 */
	readonly anonymous?: readonly string[];
	/** Node types around one definition that belong to its place: decorators, `export`, template heads. */
	readonly wrappers?: readonly string[];
	/** Node types that precede a definition as siblings and belong to its place: attributes, decorators. */
	readonly leading?: readonly string[];
	readonly comments: readonly string[];
	/**
	 * Whole words the grammar cannot parse, such as macros in unexpected places: `__init`. They are blanked out before
	 * parsing, with an argument list if one follows.
	 */
	readonly blank?: readonly BlankedWord[];
	/** How to find the code in files that contain more than code. */
	readonly embedded?: EmbeddedData;
	/** The sign of rows that are not code, if the language has a preprocessor. */
	readonly directives?: DirectiveData;
	/** How definitions are read without the parser. */
	readonly reader?: ReaderData;
	/**
	 * Chain of first children from a body to its docstring, for languages that put it inside: `["expression_statement",
	 * "string"]`.
	 */
	readonly docstring?: readonly string[];
	/** Node types of names that may include their container: `Foo::bar`. */
	readonly qualified?: readonly string[];
	/** Separator of the parts of such a name; a dot if absent. */
	readonly separator?: string;
	/** Parts of a written name that are not containers: `prototype`, `this`. */
	readonly transparent?: readonly string[];
	/** Names that define nothing: `_`. */
	readonly ignored?: readonly string[];
	/** Nodes that are left out of written names and bases: type arguments. */
	readonly omit?: readonly string[];
	/** Selects the bases of classes and interfaces, unless their rule states otherwise. */
	readonly bases?: Selector | readonly Selector[];
	/** Characters stripped from both ends of a written name: quotes, sigils. */
	readonly trim?: string;
	/** Relevant words before a name: `async`, `static`. */
	readonly modifiers?: readonly string[];
	/** Node types among a definition's children that contain modifiers one level down. */
	readonly modifierLists?: readonly string[];
	/** How the code of a method calls other methods of its object. Absent: only by the object's name. */
	readonly receivers?: ReceiverData;
	/** How a project states the name under which its own tests and examples import it. */
	readonly packageName?: PackageNameData;
	/** For languages in which indentation makes blocks; checked when code is changed. */
	readonly layout?: LayoutData;
	/** Names of the file that makes a folder a module: `__init__.py`. */
	readonly moduleFiles?: readonly string[];
	/** Reserved words, which carry no meaning for a text query. */
	readonly keywords: readonly string[];
	/** Calls that name a function among their arguments. Absent: such functions have no name. */
	readonly callbacks?: CallbackData;
	/** By `type` or `parent>type`. The first of several rules that applies and finds a name is used. */
	readonly definitions: Readonly<Record<string, DefinitionRule | readonly DefinitionRule[]>>;
}

/** The receivers of a method's calls to its own object or class. */
export interface ReceiverData {
	/** `self`, `this`. */
	readonly own?: readonly string[];
	/** For the method of a base: `super`. */
	readonly inherited?: readonly string[];
	/** A bare name may be a method of the object too. */
	readonly implicit?: true;
	/** The method that initializes an object: `__init__`. Absent: it has the name of the class. */
	readonly initializer?: string;
	/** Names of the first parameter of a method, which a function outside of a class does not have: `self`. */
	readonly parameters?: readonly string[];
}

/**
 * A call with a text as its first argument and a function behind it (`app.get('/users', request => { … })`) defines that
 * function, with a name made of both.
 */
export interface CallbackData {
	/** Node type of a call, which is in `descend` -> path to the name of the called function. */
	readonly calls: Readonly<Record<string, string>>;
	/** Node types of such names. */
	readonly callees: readonly string[];
	/** Path from a call to its arguments. */
	readonly arguments: string;
	/** Node types of texts. */
	readonly texts: readonly string[];
	/** Node types of functions: among the arguments, or behind them. */
	readonly functions: readonly string[];
	/** Of the callees, those whose call counts as the function that is its first argument: `wrap(request => { … })`. */
	readonly wrappers?: readonly string[];
	/** A shorter one has no name. */
	readonly leastLines: number;
}

export interface PackageNameData {
	/** In the root of the project. */
	readonly file: string;
	/** A regular expression for one line, with the group `name`. */
	readonly line: string;
}

/** Node types of a language in which indentation makes blocks. */
export interface LayoutData {
	/** Their parts begin in one column. */
	readonly blocks: readonly string[];
	/** Their lines begin anywhere: strings. Comments are so anyway. */
	readonly free: readonly string[];
}

/**
 * A regular expression for a word, or one (`word`) with another for the text before it (`before`). Lookaheads and
 * lookbehinds need bounds (`{0,8}`, not `*`) if they can pass another such word: else a file takes quadratic time.
 */
export type BlankedWord = string | { readonly before: string; readonly word: string };

/**
 * With a `kind` a rule creates symbols; without one the node is only the container of its content (an `impl` block).
 */
export interface DefinitionRule {
	readonly kind?: SymbolKind;
	/** The single name. The content of the body is contained in it. */
	readonly name?: Selector;
	/** Several names of one declaration, each its own symbol at the same place; none contains anything. */
	readonly names?: Selector;
	/** An implicit name, such as the name of a default export. If it still has a place, `name` selects it. */
	readonly nameText?: string;
	/** Added before the name although it is not part of it: `operator`. */
	readonly prefix?: string;
	/** The container as written in the definition itself: a receiver. */
	readonly owner?: Selector;
	/**
	 * A rule without a kind adds its bases to the class it is about, if that is in the same file: the container it names,
	 * or without a name the class around it.
	 */
	readonly bases?: Selector | readonly Selector[];
	/** Ends the header and contains the inner definitions. Without it the whole node is header. */
	readonly body?: Selector;
	/**
	 * Parts of the header that define members: a record's components. Members in a function's header belong to the class
	 * around it, as with properties declared by constructor parameters.
	 */
	readonly header?: readonly Selector[];
	/** Path -> node types allowed there, or `=text`, or `*` for any; `null` means the path must be empty. */
	readonly when?: Readonly<Record<string, readonly string[] | null>>;
	/** Only outside functions: an assignment inside one is a local variable. */
	readonly outsideFunctions?: boolean;
	/** Only directly in a class. */
	readonly insideClasses?: boolean;
}

/**
 * Picks nodes below a definition: follow `path`, then, if `types` is given, take the first node in preorder (for bases
 * and `names`: all topmost nodes) of one of these types, never entering a `prune`. A string is short for a path: a
 * dotted chain of field names, in which `(type)` means the first child of that type, `(*)` of any, `(=word)` such a word, and a
 * single `.` the definition itself.
 */
export type Selector =
	| string
	| { readonly path?: string; readonly types?: readonly string[]; readonly prune?: readonly string[] };
