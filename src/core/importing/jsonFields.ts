import { errorText } from '../util/errorText';
import { UserError } from '../util/userError';

export type Fields = Readonly<Record<string, unknown>>;

/** The value of a file's text. Throws `UserError` for a text that is not JSON. `file`: its name, for messages. */
export function parseJson(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new UserError(`${file} is not JSON: ${errorText(error)}. Choose the file as the tool wrote it.`);
	}
}

/** The fields of an object; none for any other value. */
export function fieldsOf(value: unknown): Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** '' for what is no text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Undefined for what is no list. */
export function listOf(value: unknown): readonly unknown[] | undefined {
	return Array.isArray(value) ? value : undefined;
}

/** The text of a message, which may be a list of parts. */
export function messageText(content: unknown): string {
	const parts = listOf(content) ?? [content];
	return parts.map(part => textOf(fieldsOf(part).text) || textOf(part)).join('\n');
}
