import type { SymbolKind } from '../model/symbol';
import type { ReproducerData } from './reproducerData';

/**
 * All we know of a language: `syntaxes/<id>/language.json`, with what it takes over from another language already in it
 * (see `resolveLanguages`). The walk over a syntax tree is driven by it, so a new language is a folder and no code.
 * `tags.scm` beside it names references in tree-sitter's tags convention.
 *
 * Where a node type is asked for, three ways of writing it count: `type`; `parent.field`, a child in that field of a
 * node of type `parent`; `parent>type`, a child of that type of a node of type `parent`.
 */
export interface LanguageData {
	readonly id: string;
	readonly name: string;
	/** With the dot: `.py`. The first language that claims an extension has it, unless a later one recognizes the text. */
	readonly extensions: readonly string[];
	/** Whole names of files without a telling extension. */
	readonly fileNames?: readonly string[];
	/** Regular expression (flag `m`) over a file's text, for an extension that several languages claim. */
	readonly recognize?: string;
	/** `<npm package>/<file>.wasm`; the build copies it to dist/grammars. */
	readonly grammar: string;
	/** Files below `syntaxes/` that together make the query for references: `["python/tags.scm"]`. */
	readonly tags: readonly string[];
	/** Globs over the file name (not the path) of files that hold tests. */
	readonly testFiles?: readonly string[];
	/** Without it no script of this language is written to show a bug. */
	readonly reproducer?: ReproducerData;
	/** Node types that may hold definitions further down; everything else is skipped unread. */
	readonly descend: readonly string[];
	/**
	 * Of those, the types that are looked at only where their text matches `sign`: expressions, of which there are many
	 * and in which few hold a definition.
	 */
	readonly signed?: readonly string[];
	/** The same, but only in functions: what else could be found there is a local variable. */
	readonly signedInFunctions?: readonly string[];
	/** Regular expression that every definition in an expression matches: `=>|function`. Without it there is none. */
	readonly sign?: string;
	/** Node types of functions without a name: entered, and what stands in them counts as inside a function. */
	readonly nameless?: readonly string[];
	/** Node types around one definition that belong to its place: decorators, `export`, template heads. */
	readonly wrappers?: readonly string[];
	/** Node types that stand in front of a definition as siblings and belong to its place: attributes, decorators. */
	readonly leading?: readonly string[];
	readonly comments: readonly string[];
	/**
	 * Regular expressions for whole words the grammar cannot make sense of: macros that stand where it expects nothing,
	 * `__init`. They are blanked out before parsing, with an argument list if one follows.
	 */
	readonly blank?: readonly string[];
	/** Chain of first children from a body to its docstring, for languages that put it inside: `["expression_statement", "string"]`. */
	readonly docstring?: readonly string[];
	/** Node types of names that may carry their container with them: `Foo::bar`. */
	readonly qualified?: readonly string[];
	/** What separates the parts of such a name; a dot if absent. */
	readonly separator?: string;
	/** Parts of a written name that name no container: `prototype`, `this`. */
	readonly transparent?: readonly string[];
	/** Names that define nothing: `_`. */
	readonly ignored?: readonly string[];
	/** Nodes that are left out of written names and bases: type arguments. */
	readonly omit?: readonly string[];
	/** Where classes and interfaces name their bases, unless their rule says otherwise. */
	readonly bases?: Selector | readonly Selector[];
	/** Characters taken off both ends of a written name: quotes, sigils. */
	readonly trim?: string;
	/** Words in front of a name worth knowing: `async`, `static`. */
	readonly modifiers?: readonly string[];
	/** Node types among a definition's children that hold modifiers one level down. */
	readonly modifierLists?: readonly string[];
	/** Reserved words: they carry no meaning for a text query. */
	readonly keywords: readonly string[];
	/** By `type` or `parent>type`. Of several rules the first that fits and finds a name counts. */
	readonly definitions: Readonly<Record<string, DefinitionRule | readonly DefinitionRule[]>>;
}

/** With a `kind` a rule makes symbols; without one the node is only the container of what stands in it (an `impl` block). */
export interface DefinitionRule {
	readonly kind?: SymbolKind;
	/** The one name. What stands in the body is contained in it. */
	readonly name?: Selector;
	/** Several names of one declaration, each a symbol of its own at the same place; none contains anything. */
	readonly names?: Selector;
	/** A name that is not written: that of a default export. If it has a place nevertheless, `name` says where. */
	readonly nameText?: string;
	/** What belongs in front of the name although it is no part of it: `operator`. */
	readonly prefix?: string;
	/** Where the container is written in the definition itself: a receiver. */
	readonly owner?: Selector;
	/**
	 * A rule without a kind adds its bases to the class it is about, if that stands in the same file: the container it
	 * names, or without a name the class around it.
	 */
	readonly bases?: Selector | readonly Selector[];
	/** What ends the header and holds the inner definitions. Without it the whole node is header. */
	readonly body?: Selector;
	/**
	 * Parts of the header that define members: a record's components. What stands in a function's header belongs to the
	 * class around it, as with properties declared by constructor parameters.
	 */
	readonly header?: readonly Selector[];
	/** Path -> node types allowed there, or `=text`, or `*` for anything; `null` means nothing may be there. */
	readonly when?: Readonly<Record<string, readonly string[] | null>>;
	/** Only outside functions: an assignment inside one is a local variable. */
	readonly outsideFunctions?: boolean;
	/** Only directly in a class. */
	readonly insideClasses?: boolean;
}

/**
 * Picks nodes below a definition: first follow `path`, then, if `types` is given, take the first node in preorder (for
 * bases and `names`: all topmost nodes) of one of these types, never entering a `prune`. A string is short for a path.
 * A path is a dotted chain of field names; `(type)` as a part of it means the first child of that type, and `.` alone
 * the definition itself.
 */
export type Selector =
	| string
	| { readonly path?: string; readonly types?: readonly string[]; readonly prune?: readonly string[] };
