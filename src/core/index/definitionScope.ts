import { isCallable, isClassLike, type SymbolKind } from '../model/symbol';

/** What surrounds the node being looked at. */
export interface DefinitionScope {
	readonly container: string;
	/** Directly in a class: what stands here are its members. */
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

/** What is a function or a constant elsewhere is a method or a field in a class. */
export function kindInContext(kind: SymbolKind | undefined, isMember: boolean): SymbolKind | undefined {
	if (isMember && (kind === 'function' || kind === 'constant')) {
		return kind === 'function' ? 'method' : 'field';
	}
	return kind;
}

/** What surrounds the nodes inside a definition. Without a kind it is a container that is no symbol itself. */
export function scopeInside(container: string, kind: SymbolKind | undefined, around: DefinitionScope): DefinitionScope {
	if (kind === undefined) {
		return { container, inClass: true, inFunction: false };
	}
	const inClass = isClassLike({ kind }) && kind !== 'module';
	const inFunction = isCallable({ kind }) || (around.inFunction && !isClassLike({ kind }));
	return { container, inClass, inFunction };
}
