import type { CodeSymbol } from '../../model/symbol';
import { scanDeclarations } from '../scan/declarationScan';
import { declarationTables } from '../scan/declarationTables';
import { scanIndentation } from '../scan/indentationScan';
import { indentationTables } from '../scan/indentationTables';
import { braceSkeleton } from './braceSkeleton';
import { braceTables } from './braceTables';
import type { DefinedName } from './directives';
import type { SkeletonData } from './skeletonData';

/** What the symbols of a text are read from. */
export interface Skeleton {
	/** Each row of it is the same row in the text; columns are not. Without code: nothing is defined in it. */
	readonly text: string;
	/** Names in rows that it does not contain. */
	readonly defined: readonly DefinedName[];
}

/** Reduces a text to its skeleton. Undefined for a text that has to be read whole. */
export type Reduce = (text: string) => Skeleton | undefined;

/** Prepares the tables of a language once for all its texts. Undefined for one whose texts are only scanned. */
export function skeletonOf(data: SkeletonData): Reduce | undefined {
	if (data.family !== 'braces') {
		return undefined;
	}
	const tables = braceTables(data);
	return text => braceSkeleton(text, tables);
}

/** Reads the definitions of a text without a parser. Undefined for a text that has to be parsed. */
export type Scan = (text: string, file: string) => readonly CodeSymbol[] | undefined;

/** The same for languages whose texts need no parser. Undefined for the others. */
export function scannerOf(data: SkeletonData): Scan | undefined {
	if (data.family === 'declarations') {
		const tables = declarationTables(data);
		return (text, file) => scanDeclarations(text, file, tables);
	}
	if (data.family === 'indentation') {
		const tables = indentationTables(data);
		return (text, file) => scanIndentation(text, file, tables);
	}
	return undefined;
}

/** What is wrong with the `skeleton` of a `language.json`, as one sentence that names the field. */
export function skeletonProblem(data: unknown): string | undefined {
	if (data === undefined) {
		return undefined;
	}
	const fields = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
	const family = Object.entries(families).find(([name]) => name === fields.family)?.[1];
	if (family === undefined) {
		return '"skeleton" needs a "family" that there is';
	}
	const wrong =
		family.texts.find(field => typeof fields[field] !== 'string' || fields[field] === '') ??
		family.lists.find(
			field => !Array.isArray(fields[field]) || !fields[field].every(word => typeof word === 'string'),
		) ??
		family.objects.find(field => typeof fields[field] !== 'object' || fields[field] === null);
	return wrong === undefined ? undefined : `"skeleton"."${wrong}" is missing, or has another type`;
}

const families = {
	indentation: {
		texts: ['comment', 'quotes', 'stringPrefixes', 'decorator', 'lambda'],
		lists: ['classes', 'functions', 'functionPrefixes', 'clauses', 'types'],
		objects: [],
	},
	braces: { texts: ['quotes'], lists: ['controls'], objects: ['scopes'] },
	declarations: { texts: ['quotes'], lists: [], objects: ['words', 'directives'] },
};
