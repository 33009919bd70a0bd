import type { GivenArguments } from './boundCall';
import { isRecord, jsonIn } from './jsonText';

/**
 * Arguments of a call as JSON gives them: an object, a list in the order of the parameters, one value alone, or any of
 * these as JSON text, once more as text, or damaged.
 */
export function givenArguments(value: unknown, depth = 0): GivenArguments {
	if (value === undefined || value === null || value === '') {
		return { positional: [], named: {} };
	}
	if (isRecord(value)) {
		return { positional: [], named: value };
	}
	if (Array.isArray(value)) {
		return { positional: value, named: {} };
	}
	const inner = typeof value === 'string' && depth < 3 ? unwrapped(value) : undefined;
	return inner === undefined ? { positional: [value], named: {} } : givenArguments(inner, depth + 1);
}

/** What JSON text holds; undefined for text that was meant as such. */
function unwrapped(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return /^\s*(?:[{[]|```)/.test(text) ? jsonIn(text, isRecord) : undefined;
	}
}
