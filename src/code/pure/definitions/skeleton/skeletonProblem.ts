import { fieldsOf } from '../../../../system/pure/fields';
/**
 * What is wrong with the `skeleton` of a `language.json`, as one sentence that names the field. A part of one is joined
 * with that of another language.
 */
export function skeletonProblem(data: unknown, isPart = false): string | undefined {
	if (data === undefined) {
		return undefined;
	}
	const fields = fieldsOf(data);
	const family = Object.entries(families).find(([name]) => name === fields.family)?.[1];
	if (family === undefined) {
		return '"skeleton" needs a "family" that there is';
	}
	const isThere = (field: string): boolean => !isPart || fields[field] !== undefined;
	const wrong =
		family.texts.find(field => isThere(field) && (typeof fields[field] !== 'string' || fields[field] === '')) ??
		family.lists.find(field => isThere(field) && !isListOfTexts(fields[field])) ??
		family.objects.find(field => isThere(field) && (typeof fields[field] !== 'object' || fields[field] === null));
	return wrong === undefined ? undefined : `"skeleton"."${wrong}" is missing, or has another type`;
}

function isListOfTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every(word => typeof word === 'string');
}

const families = {
	indentation: {
		texts: ['comment', 'quotes', 'stringPrefixes', 'decorator', 'lambda'],
		lists: ['classes', 'functions', 'functionPrefixes', 'clauses', 'types'],
		objects: [],
	},
	braces: { texts: ['quotes'], lists: ['scopes', 'controls', 'local'], objects: ['directives'] },
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
	declarations: { texts: ['quotes'], lists: [], objects: ['words', 'directives'] },
};
