import { writeAtomically } from '../system/node/files/writeAtomically';
import { errorText } from '../system/pure/errors/errorText';
import { UserError } from '../system/pure/errors/userError';

/** Writes a file that the user named; only the user can read it. `file`: absolute. Throws `UserError`. */
export async function writeChosen(file: string, lines: readonly string[]): Promise<void> {
	try {
		await writeAtomically(file, lines);
	} catch (error) {
		throw new UserError(`${file} cannot be written: ${errorText(error)}`, { cause: error });
	}
}
