import { readFileSync } from 'node:fs';
import { errorText } from '../system/pure/errors/errorText';
import { UserError } from '../system/pure/errors/userError';

/** The text of a program that shows a bug. Throws `UserError` if the file cannot be read. */
export function readProgram(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw new UserError(`The program cannot be read: ${errorText(error)}`);
	}
}
