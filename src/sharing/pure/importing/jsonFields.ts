import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';

/** The value of a file's text. Throws `UserError` for a text that is not JSON. `file`: its name, for messages. */
export function parseJson(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new UserError(`${file} is not JSON: ${errorText(error)}. Choose the file as the tool wrote it.`);
	}
}

/** '' for a value that is not a text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** Undefined for a value that is not a list. */
export function listOf(value: unknown): readonly unknown[] | undefined {
	return Array.isArray(value) ? value : undefined;
}

/** The text of a message, which may be a list of parts. */
export function messageText(content: unknown): string {
	const parts = listOf(content) ?? [content];
	return parts.map(part => textOf(fieldsOf(part).text) || textOf(part)).join('\n');
}
