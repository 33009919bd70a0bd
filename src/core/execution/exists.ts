import { type Files, FileUnreadableError } from '../ports';

/** A file behind a link, as installed packages are, exists as well. */
export async function exists(files: Files, path: string): Promise<boolean> {
	try {
		await files.readText(path);
		return true;
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return error.reason !== 'missing';
		}
		throw error;
	}
}
