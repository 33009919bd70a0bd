/** Of a value from outside: parsed JSON, a setting, an error, a message. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has fields; a list has none. */
export function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value; none where it is a list, or no object. */
export function fieldsOf(value: unknown): Fields {
	return isRecord(value) ? value : {};
}
