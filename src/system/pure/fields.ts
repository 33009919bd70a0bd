/** Of a value from outside: parsed JSON, a setting, an error, a message. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has fields; a list has none. */
export function isRecord(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the fields of a value; none if it is a list or not an object. */
export function fieldsOf(value: unknown): Fields {
	return isRecord(value) ? value : {};
}
