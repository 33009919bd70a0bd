import type { CodeSymbol, SymbolKind } from '../../../../runs/pure/model/symbol';
import type { Modifiers } from './keywordCursor';
import type { Tokens } from './keywordTokens';

/** What surrounds a position. */
export interface Scope {
	readonly container: string;
	/** Directly in a class: definitions here are its members. */
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

export interface FoundName {
	readonly name: string;
	readonly kind: SymbolKind;
	/** Tokens: where the definition begins, and its name. */
	readonly start: number;
	readonly at: number;
	readonly modifiers: Modifiers;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const none: readonly string[] = [];
const asMember: Readonly<Partial<Record<SymbolKind, SymbolKind>>> = { function: 'method', constant: 'field' };

/** The definitions found so far, in source order. */
export class KeywordSymbols {
	readonly found: Mutable<CodeSymbol>[] = [];

	constructor(
		private readonly tokens: Tokens,
		private readonly file: string,
	) {}

	/** Adds a definition, of which the end is not known yet. */
	add(scope: Scope, { name, kind, start, at, modifiers }: FoundName): Mutable<CodeSymbol> {
		const { rows, docs } = this.tokens;
		const startLine = (rows[start] ?? 0) + 1;
		const doc = docs.get(start);
		const symbol: Mutable<CodeSymbol> = {
			name,
			kind: scope.inClass ? (asMember[kind] ?? kind) : kind,
			file: this.file,
			container: scope.container,
			nameLine: (rows[at] ?? 0) + 1,
			...{ startLine, endLine: startLine, headerEndLine: 0 },
			bases: none,
			modifiers: modifiers.recorded,
			...(doc && { doc }),
		};
		this.found.push(symbol);
		return symbol;
	}

	/** Ends the header before its body, whose first token is at a position. */
	header(symbol: Mutable<CodeSymbol>, body: number): void {
		const { rows, endRows } = this.tokens;
		const isFirst = rows[body] !== endRows[body - 1];
		symbol.headerEndLine = ((isFirst ? endRows[body - 1] : rows[body]) ?? 0) + 1;
	}

	/** Ends a definition before a token. */
	end(symbol: Mutable<CodeSymbol>, before: number): void {
		symbol.endLine = (this.tokens.endRows[before - 1] ?? 0) + 1;
		symbol.headerEndLine ||= symbol.endLine;
	}
}

function qualified({ container }: Scope, name: string): string {
	return container === '' ? name : `${container}.${name}`;
}

export function functionScope(around: Scope, name: string): Scope {
	return { container: qualified(around, name), inClass: false, inFunction: true };
}

export function classScope(around: Scope, name: string): Scope {
	return { container: qualified(around, name), inClass: true, inFunction: false };
}

/** What is in a constant of an enumeration. */
export function constantScope(around: Scope, name: string): Scope {
	return { container: qualified(around, name), inClass: false, inFunction: around.inFunction };
}

/** What is in an object without a name. */
export function anonymousScope({ container }: Scope): Scope {
	return { container, inClass: true, inFunction: false };
}

/** What is in a block that is no definition. */
export function localScope({ container }: Scope): Scope {
	return { container, inClass: false, inFunction: true };
}
