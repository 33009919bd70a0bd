import type { SymbolKind } from '../model/symbol';

/**
 * All we know of a language: the shape of `syntaxes/<id>/language.json`. The walk over a syntax tree is driven by it,
 * so a new language is a folder and no code. `tags.scm` beside it names references in tree-sitter's tags convention.
 */
export interface LanguageData {
	readonly id: string;
	readonly name: string;
	/** With the dot: `.py`. The first language that claims an extension has it. */
	readonly extensions: readonly string[];
	/** Whole names of files without a telling extension. */
	readonly fileNames?: readonly string[];
	/** `<npm package>/<file>.wasm`; the build copies it to dist/grammars. */
	readonly grammar: string;
	/** Globs over the file name (not the path) of files that hold tests. */
	readonly testFiles?: readonly string[];
	/** Node types that may hold definitions further down; everything else is skipped unread. */
	readonly descend: readonly string[];
	/** Node types around one definition that belong to its place: decorators, `export`, template heads. */
	readonly wrappers?: readonly string[];
	/** Node types that stand in front of a definition as siblings and belong to its place: attributes, decorators. */
	readonly leading?: readonly string[];
	readonly comments: readonly string[];
	/** Chain of first children from a body to its docstring, for languages that put it inside: `["expression_statement", "string"]`. */
	readonly docstring?: readonly string[];
	/** What separates the parts of a qualified name, when a definition's own name may be one: `::`. */
	readonly separator?: string;
	/** Parts of a written name that name no container: `prototype`, `this`. */
	readonly transparent?: readonly string[];
	/** Words in front of a name worth knowing: `async`, `static`. */
	readonly modifiers?: readonly string[];
	/** Reserved words: they carry no meaning for a text query. */
	readonly keywords: readonly string[];
	/** By node type. Of several rules the first whose `when` holds counts. */
	readonly definitions: Readonly<Record<string, DefinitionRule | readonly DefinitionRule[]>>;
}

export interface DefinitionRule {
	/** Without a kind the node defines nothing itself but is the container of what stands in it (an `impl` block). */
	readonly kind?: SymbolKind;
	readonly name: Selector;
	/** Where the container is written in the definition itself: a receiver. */
	readonly owner?: Selector;
	readonly bases?: Selector;
	/** What ends the header and holds the inner definitions. Without it the whole node is header. */
	readonly body?: Selector;
	/** Path of fields -> node types allowed there; `null` means the field must be absent. */
	readonly when?: Readonly<Record<string, readonly string[] | null>>;
	/** Only outside functions: an assignment inside one is a local variable. */
	readonly outsideFunctions?: boolean;
}

/**
 * Picks nodes below a definition: first follow `path` (field names), then, if `types` is given, take the first node in
 * preorder (for bases: all topmost nodes) of one of these types, never entering a `prune` (`type` or `type.field`).
 * A string is short for a dotted path alone.
 */
export type Selector =
	| string
	| { readonly path?: string; readonly types?: readonly string[]; readonly prune?: readonly string[] };
