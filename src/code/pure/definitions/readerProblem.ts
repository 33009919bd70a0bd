import { fieldsOf } from '../../../system/pure/fields';

/**
 * Describes a mistake in the `reader` of a `language.json`, as one sentence that names the field; undefined for a
 * correct one. A part of one is joined with another language's.
 */
export function readerProblem(data: unknown, isPart = false): string | undefined {
	if (data === undefined || (data === null && isPart)) {
		return undefined;
	}
	const { family } = fieldsOf(data);
	const needed = Object.entries(families).find(([name]) => name === family)?.[1];
	return needed === undefined ? '"reader" needs a "family" that there is' : problem('reader', data, needed, isPart);
}

/** The same of `directives`. */
export function directivesProblem(data: unknown): string | undefined {
	const needed = { texts: ['sign'], lists: ['begins', 'continues', 'ends'], objects: [] };
	return data === undefined ? undefined : problem('directives', data, needed, false);
}

/** The same of `callbacks`. */
export function callbacksProblem(data: unknown): string | undefined {
	const needed = { texts: ['arguments'], lists: ['callees', 'texts', 'functions'], objects: ['calls'] };
	return data === undefined ? undefined : problem('callbacks', data, needed, false);
}

interface Needed {
	readonly texts: readonly string[];
	readonly lists: readonly string[];
	readonly objects: readonly string[];
}

function problem(name: string, data: unknown, { texts, lists, objects }: Needed, isPart: boolean): string | undefined {
	const fields = fieldsOf(data);
	const isThere = (field: string): boolean => !isPart || fields[field] !== undefined;
	const wrong =
		texts.find(field => isThere(field) && (typeof fields[field] !== 'string' || fields[field] === '')) ??
		lists.find(field => isThere(field) && !isListOfTexts(fields[field])) ??
		objects.find(field => isThere(field) && (typeof fields[field] !== 'object' || fields[field] === null));
	return wrong === undefined ? undefined : `"${name}"."${wrong}" is missing, or has another type`;
}

function isListOfTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every(word => typeof word === 'string');
}

const families: Readonly<Record<string, Needed>> = {
	indentation: {
		texts: ['comment', 'quotes', 'stringPrefixes', 'decorator', 'lambda'],
		lists: ['classes', 'functions', 'functionPrefixes', 'clauses', 'types'],
		objects: [],
	},
	statements: {
		texts: ['quotes', 'templates', 'exported', 'default', 'prototype', 'loads'],
		lists: ['recorded', 'transparent', 'exports'],
		objects: ['words'],
	},
	commands: {
		texts: ['comment', 'rawQuote', 'quote', 'values'],
		lists: ['loops', 'cases', 'prefixes', 'functions', 'declarations'],
		objects: ['blocks', 'conditions'],
	},
	keywords: { texts: ['companion'], lists: ['recorded'], objects: ['words'] },
	braces: { texts: ['members'], lists: ['recorded'], objects: ['lexis', 'words'] },
	declarations: { texts: ['quotes'], lists: [], objects: ['words'] },
};
