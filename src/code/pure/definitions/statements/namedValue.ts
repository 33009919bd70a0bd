import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { Scope } from '../symbolSink';
import type { Front } from './definitions';

/** What a value defines, by what it is. */
export interface NamedValue {
	/** Where the definition and its name begin. */
	readonly start: number;
	readonly nameAt: number;
	readonly front: Front;
	readonly modifiers?: readonly string[];
	readonly name: string;
	readonly scope: Scope;
	readonly asFunction?: SymbolKind | undefined;
	readonly asClass?: SymbolKind | undefined;
	/** An object gives its name to what is in it. */
	readonly asObject?: boolean;
	/** Reads any other value. */
	readonly otherwise: () => void;
}

/** Reads values that have a name. */
export interface NamedValueReader {
	/** Reads a value from the next token on. */
	read(named: NamedValue): void;
	/** Reads what a constant or field has as its value. */
	constant(kind: SymbolKind, named: Omit<NamedValue, 'otherwise'>): void;
}
