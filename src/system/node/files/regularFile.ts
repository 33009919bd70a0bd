import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { errorText } from '../../pure/errors/errorText';
import { UserError } from '../../pure/errors/userError';
import { FileUnreadableError } from '../../pure/files';

/**
 * Opens a file for reading without waiting: a named pipe without a writer would block the whole process, so files are
 * opened non-blocking, and the open file is checked, not the one that had the name a moment ago. `path` is for the
 * message. Throws `FileUnreadableError` for a pipe, socket or device, and the system's error for a missing file or a
 * folder.
 */
export function withRegularFile<T>(file: string, path: string, read: (descriptor: number, stats: Stats) => T): T {
	// Windows has no such flag, and no pipes among files.
	const descriptor = openSpecial(file, path);
	try {
		const stats = fstatSync(descriptor);
		if (!stats.isFile() && !stats.isDirectory()) {
			throw notRegular(path);
		}
		return read(descriptor, stats);
	} finally {
		closeSync(descriptor);
	}
}

/** Opens a regular file for reading; the caller closes it. Throws as `withRegularFile` does, and for a folder. */
export function openRegularFile(file: string): number {
	const descriptor = openSpecial(file, file);
	if (!fstatSync(descriptor).isFile()) {
		closeSync(descriptor);
		throw notRegular(file);
	}
	return descriptor;
}

/** The bytes of a regular file; throws as `withRegularFile` does. */
export function readRegularFile(file: string, path = file): Buffer {
	return withRegularFile(file, path, descriptor => readFileSync(descriptor));
}

/** The bytes of a file that the user chose, of up to `limitMb`. Throws `UserError`. */
export function readChosenFile(file: string, limitMb: number): Buffer {
	try {
		return withRegularFile(file, file, (descriptor, { size }) => {
			const megabytes = Math.ceil(size / (1024 * 1024));
			if (megabytes > limitMb) {
				throw new UserError(`${file} has ${megabytes} MB; at most ${limitMb} MB are read. Choose a smaller file.`);
			}
			return readFileSync(descriptor);
		});
	} catch (error) {
		throw error instanceof UserError
			? error
			: new UserError(`${file} cannot be read: ${errorText(error)}`, { cause: error });
	}
}

/**
 * Throws the error if it says nothing about the file: this process, or the system, has too many open files. A file that
 * is not read for that reason must not count as missing.
 */
export function requireDescriptors(error: unknown): void {
	if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) {
		throw error;
	}
}

function openSpecial(file: string, path: string): number {
	try {
		return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		throw ['ENXIO', 'ENODEV', 'EOPNOTSUPP'].includes(code) ? notRegular(path) : error;
	}
}

function notRegular(path: string): FileUnreadableError {
	return new FileUnreadableError(path, 'special');
}
