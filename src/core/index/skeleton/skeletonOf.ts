import { indentationSkeleton, indentationTables } from './indentationSkeleton';
import type { SkeletonData } from './skeletonData';

/**
 * Reduces a text to what its symbols are read from. Each row of it is the same row in the text; columns are not. '' for a
 * text without definitions, undefined for one that has to be read whole.
 */
export type Skeleton = (text: string) => string | undefined;

/** Prepares the tables of a language once for all its texts. */
export function skeletonOf(data: SkeletonData): Skeleton {
	const tables = indentationTables(data);
	return text => indentationSkeleton(text, tables);
}

/** What is wrong with the `skeleton` of a `language.json`, as one sentence that names the field. */
export function skeletonProblem(data: unknown): string | undefined {
	if (data === undefined) {
		return undefined;
	}
	const fields = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
	if (fields.family !== 'indentation') {
		return '"skeleton" needs a "family" that there is';
	}
	const wrong =
		texts.find(field => typeof fields[field] !== 'string' || fields[field] === '') ??
		lists.find(field => !Array.isArray(fields[field]) || !fields[field].every(word => typeof word === 'string'));
	return wrong === undefined ? undefined : `"skeleton"."${wrong}" is missing, or has another type`;
}

const texts = ['comment', 'quotes', 'stringPrefixes', 'decorator', 'lambda', 'filler'];
const lists = ['classes', 'functions', 'functionPrefixes', 'clauses', 'types'];
