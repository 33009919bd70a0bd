import { isRecord } from '../../../system/pure/fields';
/** The value of a placeholder `{name}`: a text, or in a debug configuration a list or an object. */
export type PlaceholderValues = Readonly<Record<string, unknown>>;

const placeholders = /\{([A-Za-z]+|:)\}/g;

/** The names of the placeholders in a text. */
export function placeholdersOf(text: string): readonly string[] {
	return [...text.matchAll(placeholders)].map(([, name = '']) => name);
}

/** Fills in the texts; unknown placeholders stay. */
export function fillText(text: string, values: PlaceholderValues): string {
	return text.replace(placeholders, (placeholder, name: string) => {
		const value = values[name];
		return typeof value === 'string' ? value : placeholder;
	});
}

/**
 * The same for all texts of plain JSON data, keys as well. A text that is nothing but a placeholder becomes its value,
 * in a list each of its values if it is a list.
 */
function fillData(data: unknown, values: PlaceholderValues): unknown {
	if (typeof data === 'string') {
		const name = /^\{([a-z]+)\}$/.exec(data)?.[1] ?? '';
		return values[name] ?? fillText(data, values);
	}
	if (Array.isArray(data)) {
		return data.flatMap(each => {
			const filled = fillData(each, values);
			return typeof each === 'string' && Array.isArray(filled) ? filled : [filled];
		});
	}
	return isRecord(data) ? fillObject(data, values) : data;
}

export function fillObject(
	data: Readonly<Record<string, unknown>>,
	values: PlaceholderValues,
): Record<string, unknown> {
	const entries = Object.entries(data);
	return Object.fromEntries(entries.map(([key, each]) => [fillText(key, values), fillData(each, values)]));
}
