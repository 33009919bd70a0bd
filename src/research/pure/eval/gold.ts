import type { LanguageTable } from '../../../code/pure/definitions/languageTable';
import { callbackText, lastName } from '../../../runs/pure/model/symbol';

/** The code that the developers fixed for an issue, before the fix. */
export interface Gold {
	readonly files: readonly string[];
	/** `path:Class` or `path:function`. */
	readonly modules: readonly string[];
	/** `path:Class.method` or `path:function`. */
	readonly functions: readonly string[];
	/** `path:Class` of the classes that are changed outside of their methods, or get new ones. */
	readonly classes: readonly string[];
	/** Functions that the fix adds: they cannot be found. */
	readonly added: readonly string[];
	/** Whether the issue counts when functions are compared. */
	readonly countsFunctions: boolean;
}

/** The form of rankings and of gold that is compared. */
export type View = 'plain' | 'locagent';

/** The file of `path:Class.method`. */
export function fileOfId(id: string): string {
	return id.slice(0, colonOf(id));
}

/** The qualified name of `path:Class.method`. */
export function nameOfId(id: string): string {
	return id.slice(colonOf(id) + 1);
}

/** The text of a callback may contain more. */
function colonOf(id: string): number {
	const called = callbackText(id);
	return id.lastIndexOf(':', called < 0 ? undefined : called);
}

/** The fixed function that a function is or is in; undefined for any other. */
export function fixedAround(id: string, { functions }: Pick<Gold, 'functions'>): string | undefined {
	return functions.find(each => id === each || id.startsWith(`${each}.`));
}

/** As LocAgent counts it: a constructor is its class. */
export function constructorAsClass(id: string, languages: LanguageTable): string {
	const file = fileOfId(id);
	const dot = id.lastIndexOf('.');
	if (dot < file.length || callbackText(id) >= 0) {
		return id;
	}
	const owner = id.slice(0, dot);
	const className = lastName(nameOfId(owner));
	const constructorName = languages.of(file)?.receivers?.initializer ?? className;
	return id.slice(dot + 1) === constructorName ? owner : id;
}
