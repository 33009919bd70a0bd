import { lstat, readlink } from 'node:fs/promises';

/** A file or link of a copy, at the time the copy was made. */
export interface BaseEntry {
	readonly kind: 'file' | 'link';
	/** Target of a link. */
	readonly target?: string;
	readonly mode: number;
	/** Id of the git object with the content; without one, the content is stored beside the copy. */
	readonly blob?: string;
	/** Needed to run the project but ignored by git in the workspace. */
	readonly isCompanion: boolean;
	/** See `stampOf`. */
	readonly stamp: string;
}

/**
 * Changes whenever the file does: the change time is written by the system and cannot be set back. '' where there is no
 * file.
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
