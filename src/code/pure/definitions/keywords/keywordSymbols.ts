import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import { type FoundSymbol, qualified, type Scope, SymbolSink } from '../symbolSink';
import type { Modifiers } from './keywordCursor';
import type { Tokens } from './keywordTokens';

export interface FoundName {
	readonly name: string;
	readonly kind: SymbolKind;
	/** Tokens: the start of the definition, and its name. */
	readonly start: number;
	readonly at: number;
	readonly modifiers: Modifiers;
}

/** The definitions found so far, by their tokens. */
export class KeywordSymbols {
	readonly sink: SymbolSink;

	constructor(
		private readonly tokens: Tokens,
		file: string,
	) {
		this.sink = new SymbolSink(tokens.lexer, file);
	}

	/** Adds a definition whose end is not known yet. */
	add(scope: Scope, { name, kind, start, at, modifiers }: FoundName): FoundSymbol {
		const { starts, docs } = this.tokens;
		const [from, nameAt] = [starts[start] ?? 0, starts[at] ?? 0];
		const symbol = this.sink.add(kind, name, scope, {
			...{ start: from, name: nameAt, end: from, doc: docs.get(start), modifiers: modifiers.recorded },
		});
		symbol.headerEndLine = 0;
		return symbol;
	}

	/** Ends the header before its body, whose first token is at a position. */
	header(symbol: FoundSymbol, body: number): void {
		this.sink.header(symbol, this.tokens.starts[body] ?? 0, this.tokens.ends[body - 1] ?? 0);
	}

	/** Ends a definition before a token. */
	end(symbol: FoundSymbol, before: number): void {
		this.sink.end(symbol, this.tokens.ends[before - 1] ?? 0);
		symbol.headerEndLine ||= symbol.endLine;
	}
}

/** The scope inside a constant of an enumeration. */
export function constantScope(around: Scope, name: string): Scope {
	return { container: qualified(around, name), inClass: false, inFunction: around.inFunction };
}
