import type { Language, Parser, Query, QueryMatch, Tree } from 'web-tree-sitter';
import type { CodeSymbol, LineRange } from '../../../runs/pure/model/symbol';
import type { LanguageData } from '../languages/languageData';
import type { TextData } from '../languages/textData';
import { embeddedCode } from './embedded/embeddedCode';
import { LanguageRules } from './languageRules';
import type { ReadDefinitions } from './readerOf';
import { receiverBefore } from './receiverBefore';
import { walkSymbols } from './symbolWalk';
import type { TextBlocks } from './textBlocks';
import { KeptByText } from './tree/keptByText';
import { plainTokens } from './tree/plainTokens';
import { syntaxErrorsIn } from './tree/syntaxErrorsIn';
import { withOneBranch } from './withOneBranch';

/** Source of grammars; the bytes are read when a language is first met. */
export interface GrammarSource {
	readonly languages: readonly LanguageData[];
	/** Absent: texts without a grammar have no blocks. */
	readonly texts?: TextData;
	runtimeWasm(): Promise<Uint8Array>;
	grammarWasm(language: LanguageData): Promise<Uint8Array>;
	/** The text of `tags.scm` of every language in `language.tags`, one after the other. */
	tags(language: LanguageData): Promise<string>;
	/** Sources with the same fingerprint have the same languages. Absent: nothing is known of it. */
	readonly fingerprint?: string;
}

/** A use of a name: a call, a base class, an import. Lines are 1-based. */
export interface Reference {
	readonly name: string;
	/** The capture's name after `reference.`: `call`, `class`. */
	readonly kind: string;
	readonly line: number;
	/**
	 * The receiver of the name, as written before it: `a.b` of `a.b.run`. '' for an expression other than names; absent
	 * for a bare name.
	 */
	readonly receiver?: string;
}

export interface ParsedSource {
	readonly symbols: readonly CodeSymbol[];
	/** There are syntax errors in the parsed text. A text that a reader of definitions reads is not parsed. */
	readonly hasErrors: boolean;
}

interface Loaded {
	readonly grammar: Language;
	readonly parser: Parser;
	readonly rules: LanguageRules;
	query?: Promise<Query>;
	/** Ends with the text that is being parsed: a parser takes one at a time. */
	turn: Promise<unknown>;
}

/** The parser reports its progress some 6 times a millisecond; after so many reports it pauses. */
const reportsPerSlice = 250;
/** After so many slices it gives up: 2 MB of ordinary code take a fifth of them. Counted, as a machine may be slow. */
const slicesLimit = 1500;

/** Of some hundred files. */
const keptCharacters = 4 * 1024 * 1024;

const noReader: ReadDefinitions = () => undefined;

/** A text takes so long to parse that it is treated as one without a grammar. */
class ParsingTooSlowError extends Error {
	override readonly name = 'ParsingTooSlowError';

	constructor() {
		super('parsing takes too long');
	}
}

/**
 * Parses one text of a language at a time, with pauses in which other work gets its turn and an aborted signal takes
 * effect. No tree outlives a call: each call deletes its tree. Calls throw `ParsingTooSlowError` for a text that takes
 * too long, and the signal's reason.
 */
export class SourceParser {
	readonly languages: readonly LanguageData[];
	/** Loaded grammars stay in the memory of WebAssembly until the process ends; so none is loaded twice. */
	private static readonly shared = new Map<string, Promise<Loaded>>();
	private readonly own = new Map<string, Promise<Loaded>>();
	private readonly readers = new Map<LanguageData, ReadDefinitions>();
	private readonly keptReferences = new KeptByText<readonly Reference[]>(keptCharacters);
	private textBlocks: TextBlocks | undefined;
	private ready: Promise<void> | undefined;

	constructor(
		private readonly source: GrammarSource,
		private readonly mostSlices = slicesLimit,
	) {
		this.languages = source.languages;
	}

	/** The definitions of a text of any size, if they can be read without a parser. */
	async scanned(language: LanguageData, file: string, text: string): Promise<readonly CodeSymbol[] | undefined> {
		let read = this.readers.get(language);
		if (read === undefined) {
			// Loaded when something is indexed, which a search does without.
			const { readerOf } = await import('./readerOf');
			read = readerOf(language) ?? noReader;
			this.readers.set(language, read);
		}
		const code = await codeIn(language, text);
		const found = read(code, file);
		const branch = found === undefined ? oneBranch(language, code) : undefined;
		return branch === undefined ? found : read(branch, file);
	}

	/**
	 * The blocks of a text without a grammar, and the definitions of code in it; undefined for one that is not divided.
	 */
	async blocks(file: string, text: string, signal?: AbortSignal): Promise<readonly CodeSymbol[] | undefined> {
		if (this.source.texts === undefined) {
			return undefined;
		}
		if (this.textBlocks === undefined) {
			const { TextBlocks } = await import('./textBlocks');
			this.textBlocks ??= new TextBlocks(this.source.texts);
		}
		const found = this.textBlocks.of(file, text);
		const language = this.languages.find(({ id }) => id === found?.code);
		if (found === undefined || language === undefined) {
			return found?.blocks;
		}
		const { symbols } = await this.symbols(language, file, text, signal);
		return [...found.blocks, ...symbols].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
	}

	/** The definitions of a text. A text that no reader of definitions can read is parsed. */
	async symbols(language: LanguageData, file: string, text: string, signal?: AbortSignal): Promise<ParsedSource> {
		signal?.throwIfAborted();
		const scanned = await this.scanned(language, file, text);
		if (scanned !== undefined) {
			return { symbols: scanned, hasErrors: false };
		}
		const loaded = await this.load(language);
		const parse = (code: string) =>
			this.parse(loaded, { text: code, ...(signal && { signal }) }, tree => ({
				symbols: walkSymbols({ file, text: code, root: tree.rootNode }, loaded.rules),
				hasErrors: tree.rootNode.hasError,
			}));
		const code = await codeIn(language, text);
		const parsed = await parse(code);
		const branch = parsed.hasErrors ? oneBranch(language, code) : undefined;
		return branch === undefined ? parsed : parse(branch);
	}

	/**
	 * Names used in a text, by the language's tags.scm (captures `@reference.*` with `@name`): each once, in source order.
	 */
	references(language: LanguageData, text: string, signal?: AbortSignal): Promise<readonly Reference[]> {
		return this.keptReferences.get(language, text, () => this.readReferences(language, text, signal));
	}

	private async readReferences(
		language: LanguageData,
		text: string,
		signal: AbortSignal | undefined,
	): Promise<readonly Reference[]> {
		const loaded = await this.load(language);
		loaded.query ??= this.openQuery(loaded.grammar, language);
		const query = await loaded.query;
		const code = await codeIn(language, text);
		const parsed = { text: code, ...(signal && { signal }) };
		return this.parse(loaded, parsed, tree => readReferences(query, tree, parsed));
	}

	/** The unreadable parts of a text, in source order (see `syntaxErrorsIn`); empty for one without errors. */
	async syntaxErrors(language: LanguageData, text: string): Promise<LineRange[]> {
		const code = await codeIn(language, text);
		return this.parse(await this.load(language), { text: code }, tree => syntaxErrorsIn(tree, code, language));
	}

	/**
	 * Returns only the code, to compare texts by: see `plainTokens`. Undefined for a text with syntax errors, or one that
	 * contains more than code.
	 */
	async tokens(language: LanguageData, text: string, signal?: AbortSignal): Promise<string | undefined> {
		if (language.embedded !== undefined) {
			return undefined;
		}
		const parsed = { text, ...(signal && { signal }) };
		return this.parse(await this.load(language), parsed, tree => plainTokens(tree, text, language));
	}

	private parse<T>(
		loaded: Loaded,
		parsed: Omit<ParsedText, 'mostSlices'>,
		read: (tree: Tree) => T | Promise<T>,
	): Promise<T> {
		const result = loaded.turn.then(() => withTree(loaded, { ...parsed, mostSlices: this.mostSlices }, read));
		loaded.turn = result.catch(() => undefined);
		return result;
	}

	private load(language: LanguageData): Promise<Loaded> {
		const { fingerprint } = this.source;
		const [known, key] =
			fingerprint === undefined ? [this.own, language.id] : [SourceParser.shared, `${fingerprint} ${language.id}`];
		let loading = known.get(key);
		if (loading === undefined) {
			loading = this.open(language);
			known.set(key, loading);
			// A grammar that is missing now may be there later.
			loading.catch(() => known.delete(key));
		}
		return loading;
	}

	private async openQuery(grammar: Language, language: LanguageData): Promise<Query> {
		const { Query } = await import('web-tree-sitter');
		return new Query(grammar, await this.source.tags(language));
	}

	private async open(language: LanguageData): Promise<Loaded> {
		// Loaded when something is parsed, which a search often does without.
		const { Language, Parser } = await import('web-tree-sitter');
		this.ready ??= this.source.runtimeWasm().then(wasmBinary => Parser.init({ wasmBinary }));
		await this.ready;
		const grammar = await Language.load(await this.source.grammarWasm(language));
		const parser = new Parser();
		parser.setLanguage(grammar);
		return { grammar, parser, rules: new LanguageRules(language), turn: Promise.resolve() };
	}
}

/** A text as its grammar can read it: each line of code in its own row. */
async function codeIn({ embedded }: LanguageData, text: string): Promise<string> {
	return embedded === undefined ? text : embeddedCode(embedded, text);
}

/** Undefined for a text that has no alternatives. */
function oneBranch({ directives }: LanguageData, code: string): string | undefined {
	const branch = directives === undefined ? code : withOneBranch(code, directives);
	return branch === code ? undefined : branch;
}

interface ParsedText {
	readonly text: string;
	readonly mostSlices: number;
	readonly signal?: AbortSignal;
}

async function withTree<T>(
	{ parser, rules }: Loaded,
	{ text, mostSlices, signal }: ParsedText,
	read: (tree: Tree) => T | Promise<T>,
): Promise<T> {
	const readable = rules.readable(text);
	try {
		for (let nSlices = 0; nSlices < mostSlices; nSlices++) {
			signal?.throwIfAborted();
			let nReports = 0;
			const progressCallback = () => ++nReports > reportsPerSlice;
			// Continues after the last slice.
			const tree = parser.parse(readable, null, { progressCallback });
			if (tree !== null) {
				return await readAndDelete(tree, read);
			}
			await pause();
		}
		throw new ParsingTooSlowError();
	} finally {
		parser.reset();
	}
}

async function readAndDelete<T>(tree: Tree, read: (tree: Tree) => T | Promise<T>): Promise<T> {
	try {
		return await read(tree);
	} finally {
		tree.delete();
	}
}

function pause(): Promise<void> {
	return new Promise(resolve => setTimeout(resolve));
}

/** After so many characters a query pauses. */
const charactersPerPart = 1 << 16;

async function readReferences(
	query: Query,
	tree: Tree,
	{ text, signal }: Omit<ParsedText, 'mostSlices'>,
): Promise<Reference[]> {
	const found = new Map<string, Reference & { readonly startIndex: number }>();
	for (let startIndex = 0; startIndex <= text.length; startIndex += charactersPerPart) {
		if (startIndex > 0) {
			await pause();
			signal?.throwIfAborted();
		}
		addReferences(found, query.matches(tree.rootNode, { startIndex, endIndex: startIndex + charactersPerPart }));
	}
	return [...found.values()]
		.sort((a, b) => a.startIndex - b.startIndex)
		.map(({ name, kind, line, startIndex }) => {
			const receiver = receiverBefore(text, startIndex);
			return { name, kind, line, ...(receiver === undefined ? {} : { receiver }) };
		});
}

function addReferences(
	found: Map<string, Reference & { readonly startIndex: number }>,
	matches: readonly QueryMatch[],
): void {
	for (const { captures } of matches) {
		const kind = captures.find(capture => capture.name.startsWith('reference.'))?.name.slice('reference.'.length);
		const name = captures.find(capture => capture.name === 'name')?.node;
		if (kind !== undefined && name !== undefined) {
			const { startIndex } = name;
			found.set(`${startIndex} ${kind}`, { name: name.text, kind, line: name.startPosition.row + 1, startIndex });
		}
	}
}
