import { Language, type Node, Parser, Query, type Tree, type TreeCursor } from 'web-tree-sitter';
import type { CodeSymbol, LineRange } from '../model/symbol';
import type { LanguageData } from './languageData';
import { LanguageRules } from './languageRules';
import { walkSymbols } from './symbolWalk';

/** Source of grammars; the bytes are read when a language is first met. */
export interface GrammarSource {
	readonly languages: readonly LanguageData[];
	runtimeWasm(): Promise<Uint8Array>;
	grammarWasm(language: LanguageData): Promise<Uint8Array>;
	/** The text of `tags.scm` of every language in `language.tags`, one after the other. */
	tags(language: LanguageData): Promise<string>;
}

/** A use of a name: a call, a base class, an import. Lines are 1-based. */
export interface Reference {
	readonly name: string;
	/** The capture's name after `reference.`: `call`, `class`. */
	readonly kind: string;
	readonly line: number;
}

export interface ParsedSource {
	readonly symbols: readonly CodeSymbol[];
	readonly hasErrors: boolean;
}

interface Loaded {
	readonly grammar: Language;
	readonly parser: Parser;
	readonly rules: LanguageRules;
	query?: Promise<Query>;
}

/** Parses one text at a time. No tree outlives a call: each call deletes its tree. */
export class SourceParser {
	readonly languages: readonly LanguageData[];
	private readonly loaded = new Map<string, Promise<Loaded>>();
	private ready: Promise<void> | undefined;

	constructor(private readonly source: GrammarSource) {
		this.languages = source.languages;
	}

	async symbols(language: LanguageData, file: string, text: string): Promise<ParsedSource> {
		const { parser, rules } = await this.load(language);
		return withTree(parser, rules.readable(text), tree => ({
			symbols: walkSymbols({ file, text, root: tree.rootNode }, rules),
			hasErrors: tree.rootNode.hasError,
		}));
	}

	/** Names used in a text, by the language's tags.scm (captures `@reference.*` with `@name`): each once, in source order. */
	async references(language: LanguageData, text: string): Promise<Reference[]> {
		const loaded = await this.load(language);
		loaded.query ??= this.source.tags(language).then(tags => new Query(loaded.grammar, tags));
		const query = await loaded.query;
		return withTree(loaded.parser, loaded.rules.readable(text), tree => readReferences(query, tree));
	}

	/** The unreadable parts of a text, in source order (see `syntaxErrorsIn`); empty for one without errors. */
	async syntaxErrors(language: LanguageData, text: string): Promise<LineRange[]> {
		const { parser, rules } = await this.load(language);
		return withTree(parser, rules.readable(text), syntaxErrorsIn);
	}

	private load(language: LanguageData): Promise<Loaded> {
		let loading = this.loaded.get(language.id);
		if (loading === undefined) {
			loading = this.open(language);
			this.loaded.set(language.id, loading);
		}
		return loading;
	}

	private async open(language: LanguageData): Promise<Loaded> {
		this.ready ??= this.source.runtimeWasm().then(wasmBinary => Parser.init({ wasmBinary }));
		await this.ready;
		const grammar = await Language.load(await this.source.grammarWasm(language));
		const parser = new Parser();
		parser.setLanguage(grammar);
		return { grammar, parser, rules: new LanguageRules(language) };
	}
}

function withTree<T>(parser: Parser, text: string, read: (tree: Tree) => T): T {
	const tree = parser.parse(text);
	if (tree === null) {
		throw new Error('the parser returned no tree');
	}
	try {
		return read(tree);
	} finally {
		tree.delete();
	}
}

function readReferences(query: Query, tree: Tree): Reference[] {
	const found = new Map<string, Reference & { readonly startIndex: number }>();
	for (const { captures } of query.matches(tree.rootNode)) {
		const kind = captures.find(capture => capture.name.startsWith('reference.'))?.name.slice('reference.'.length);
		const name = captures.find(capture => capture.name === 'name')?.node;
		if (kind !== undefined && name !== undefined) {
			const { startIndex } = name;
			found.set(`${startIndex} ${kind}`, { name: name.text, kind, line: name.startPosition.row + 1, startIndex });
		}
	}
	return [...found.values()]
		.sort((a, b) => a.startIndex - b.startIndex)
		.map(({ name, kind, line }) => ({ name, kind, line }));
}

/**
 * The unreadable parts of a text, in source order: the outermost error nodes, nodes the parser had to add, and empty
 * parts. No grammar reports the latter, but where indentation makes a block, one without a line is an error.
 */
function syntaxErrorsIn(tree: Tree): LineRange[] {
	return [...errorsBelow(tree.rootNode), ...emptyParts(tree)].sort((a, b) => a.startLine - b.startLine);
}

function errorsBelow(node: Node): LineRange[] {
	if (!node.hasError) {
		return [];
	}
	return node.isError || node.isMissing
		? [{ startLine: node.startPosition.row + 1, endLine: node.endPosition.row + 1 }]
		: node.children.flatMap(errorsBelow);
}

/** Zero-width nodes that their parent has a field for, as an `if` has for its block. */
function emptyParts(tree: Tree): LineRange[] {
	const found: LineRange[] = [];
	const cursor = tree.walk();
	try {
		do {
			const { nodeIsNamed, nodeIsMissing, startIndex, endIndex, currentFieldId, startPosition } = cursor;
			if (nodeIsNamed && !nodeIsMissing && startIndex === endIndex && currentFieldId !== 0) {
				found.push({ startLine: startPosition.row + 1, endLine: startPosition.row + 1 });
			}
		} while (moveToNext(cursor));
	} finally {
		cursor.delete();
	}
	return found;
}

/** Moves to the next node in source order, skipping those inside an error. */
function moveToNext(cursor: TreeCursor): boolean {
	if (cursor.nodeType !== 'ERROR' && cursor.gotoFirstChild()) {
		return true;
	}
	while (!cursor.gotoNextSibling()) {
		if (!cursor.gotoParent()) {
			return false;
		}
	}
	return true;
}
