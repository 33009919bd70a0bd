import { resolve } from 'node:path';
import { readChosenFile } from '../system/node/files/regularFile';
import { UserError } from '../system/pure/errors/userError';
import { decodeText } from '../system/pure/text/decodeText';

const limitMb = 64;

/** The text of a file that the user named. `kind`: its content, such as `a proof record`. Throws `UserError`. */
export function readChosenText(file: string, kind: string): string {
	const text = decodeText(readChosenFile(resolve(file), limitMb));
	if (text === undefined) {
		throw new UserError(`${file} is not ${kind}: it is not text.`);
	}
	return text;
}
