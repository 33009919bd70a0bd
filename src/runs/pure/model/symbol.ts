/** Lines are 1-based and inclusive; `file` is a workspace path with forward slashes. */
export interface Place {
	readonly file: string;
	readonly startLine: number;
	readonly endLine: number;
}

/**
 * The kind of a symbol's definition, in the vocabulary of tree-sitter's tags convention. Structs, records, enums and
 * unions are `class`; traits and protocols are `interface`; namespaces are `module`. A `callback` is a function that a call gets
 * together with a text, and is named by both: `app.get('/users/:id')`.
 */
export type SymbolKind =
	| 'class'
	| 'interface'
	| 'module'
	| 'type'
	| 'function'
	| 'method'
	| 'macro'
	| 'callback'
	| 'constant'
	| 'field';

/** One definition in one file. Its place covers decorators and attributes, but not the doc comment before it. */
export interface CodeSymbol extends Place {
	readonly name: string;
	readonly kind: SymbolKind;
	/** Qualified name of the enclosing definition, '' at file level: `Outer.Inner`. */
	readonly container: string;
	/** Line of the name itself (the `class`/`def` line, after decorators). */
	readonly nameLine: number;
	/** Last line of the header (name, parameters, return type): the signature is `startLine..headerEndLine`. */
	readonly headerEndLine: number;
	/** Names of the direct bases as written, without type arguments: `base.Base`. Empty for anything but classes. */
	readonly bases: readonly string[];
	/** Doc comment or docstring, if any. */
	readonly doc?: LineRange;
	/** Words before the name that change how it is called: `async`, `static`, `abstract`. */
	readonly modifiers: readonly string[];
}

export interface LineRange {
	readonly startLine: number;
	readonly endLine: number;
}

/** `Outer.Inner.run`: the usual name for it within its file. */
export function qualifiedName(symbol: Pick<CodeSymbol, 'container' | 'name'>): string {
	return symbol.container === '' ? symbol.name : `${symbol.container}.${symbol.name}`;
}

/** Where the text of a callback's name begins, in any text with that name; -1 if it names none. */
export function callbackText(text: string): number {
	return text.search(/\(["'`]/);
}

/** Last part of a qualified name. The text of a callback has no parts: `on('a.b')` of `socket.on('a.b')`. */
export function lastName(qualified: string): string {
	const called = callbackText(qualified);
	return qualified.slice(qualified.lastIndexOf('.', called < 0 ? undefined : called) + 1);
}

/** Last part of the container: the class of a method. */
export function containerName(symbol: Pick<CodeSymbol, 'container'>): string {
	return symbol.container.slice(symbol.container.lastIndexOf('.') + 1);
}

const classLike: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['class', 'interface', 'module', 'type']);
const callable: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'macro', 'callback']);

export function isClassLike(symbol: Pick<CodeSymbol, 'kind'>): boolean {
	return classLike.has(symbol.kind);
}

export function isCallable(symbol: Pick<CodeSymbol, 'kind'>): boolean {
	return callable.has(symbol.kind);
}
