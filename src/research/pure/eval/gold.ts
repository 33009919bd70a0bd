import type { LanguageTable } from '../../../code/pure/definitions/languageTable';

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
	return id.slice(0, id.lastIndexOf(':'));
}

/** The qualified name of `path:Class.method`. */
export function nameOfId(id: string): string {
	return id.slice(id.lastIndexOf(':') + 1);
}

/** The fixed function that a function is or is in; undefined for any other. */
export function fixedAround(id: string, { functions }: Pick<Gold, 'functions'>): string | undefined {
	return functions.find(each => id === each || id.startsWith(`${each}.`));
}

/** As LocAgent counts it: a constructor is its class. */
export function constructorAsClass(id: string, languages: LanguageTable): string {
	const dot = id.lastIndexOf('.');
	const file = fileOfId(id);
	if (dot < file.length) {
		return id;
	}
	const owner = id.slice(0, dot);
	const className = nameOfId(owner).split('.').at(-1);
	const constructorName = languages.of(file)?.receivers?.initializer ?? className;
	return id.slice(dot + 1) === constructorName ? owner : id;
}
