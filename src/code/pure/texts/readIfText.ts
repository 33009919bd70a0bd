import { type Files, FileUnreadableError } from '../../../system/pure/files';

/** The text of a file; '' for one that can no longer be read. */
export async function readIfText(files: Files, path: string): Promise<string> {
	try {
		return await files.readText(path);
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return '';
		}
		throw error;
	}
}
