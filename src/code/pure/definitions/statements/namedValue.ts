import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { Scope } from '../symbolSink';
import type { Front } from './definitions';

/** The definition a value makes, depending on its kind. */
export interface NamedValue {
	/** The start of the definition and of its name. */
	readonly start: number;
	readonly nameAt: number;
	readonly front: Front;
	readonly modifiers?: readonly string[];
	readonly name: string;
	readonly scope: Scope;
	readonly asFunction?: SymbolKind | undefined;
	readonly asClass?: SymbolKind | undefined;
	/** A call by a plain name gives its name to the function that is its first argument. */
	readonly asWrapped?: boolean;
	/** An object gives its name to its content. */
	readonly asObject?: boolean;
	/** Reads any other value. */
	readonly otherwise: () => void;
}

/** Reads values that have a name. */
export interface NamedValueReader {
	/** Reads a value from the next token on. */
	read(named: NamedValue): void;
	/** Reads the value of a constant or field. */
	constant(kind: SymbolKind, named: Omit<NamedValue, 'otherwise'>): void;
}
