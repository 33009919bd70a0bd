import type { BigIntStats } from 'node:fs';
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
 * Changes whenever the file does: the change time is written by the system and cannot be set back. '' if there is no
 * file.
 */
export async function stampOf(file: string): Promise<string> {
	try {
		const found = await lstat(file, { bigint: true });
		return found.isSymbolicLink() ? `-> ${await readlink(file)}` : fileStamp(found);
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return '';
		}
		throw error;
	}
}

/** The stamp of a file. */
export function fileStamp({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats): string {
	return [size, mtimeNs, ctimeNs, ino, mode].join();
}
