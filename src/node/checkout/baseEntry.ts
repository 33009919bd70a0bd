import { lstat, readlink } from 'node:fs/promises';

/** A file or link of a copy, as it was when the copy was made. */
export interface BaseEntry {
	readonly kind: 'file' | 'link';
	/** What a link leads to. */
	readonly target?: string;
	readonly mode: number;
	/** Id of git's object with the content; without one the content is kept beside the copy. */
	readonly blob?: string;
	/** It is there for what runs, not for people: ignored in the workspace. */
	readonly isCompanion: boolean;
	/** See `stampOf`. */
	readonly stamp: string;
}

/**
 * Changes whenever the file does: the time of the last change, which the system writes, cannot be set back. '' where
 * there is no file.
 */
export async function stampOf(file: string): Promise<string> {
	try {
		const found = await lstat(file, { bigint: true });
		const { size, mtimeNs, ctimeNs, ino, mode } = found;
		return found.isSymbolicLink() ? `-> ${await readlink(file)}` : [size, mtimeNs, ctimeNs, ino, mode].join();
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return '';
		}
		throw error;
	}
}
