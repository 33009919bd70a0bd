import * as vscode from 'vscode';
import { decodeText } from '../../core/util/decodeText';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';

/** More than this is no issue, and is not read to find that out. */
const limitBytes = 64 * 1024 * 1024;

/** The text of a file a person chose. Throws `UserError` for what cannot be read as text. */
export async function readIssueFile(uri: vscode.Uri): Promise<string> {
	const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
	const bytes = await readBytes(uri, name);
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${name} is a binary file. Choose a text file that holds the issue.`);
	}
	return text;
}

async function readBytes(uri: vscode.Uri, name: string): Promise<Uint8Array> {
	try {
		const { size } = await vscode.workspace.fs.stat(uri);
		if (size > limitBytes) {
			throw new UserError(`${name} has ${Math.round(size / 1024 / 1024)} MB. Choose a file that holds just the issue.`);
		}
		return await vscode.workspace.fs.readFile(uri);
	} catch (error) {
		throw error instanceof UserError ? error : new UserError(`${name} cannot be read: ${errorText(error)}`);
	}
}
