import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { isWithin } from '../../../system/node/files/isWithin';
import { encodeLike } from '../../../system/pure/text/encodeLike';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import { type BaseEntry, stampOf } from './baseEntry';
import type { ListedFile } from './listTree';

export interface CopyPlaces {
	/** The tree to copy; only read. */
	readonly source: string;
	/** The copy. */
	readonly dir: string;
	/** For the content of files that git does not already store. */
	readonly base: string;
}

export interface CopyOptions {
	/** Content of unsaved editors, by absolute path. */
	readonly unsaved?: ReadonlyMap<string, string>;
	readonly signal?: AbortSignal;
	readonly isCompanion?: boolean;
}

/**
 * Copies files byte for byte, without git's line end conversion, and links as links. Files that no longer exist are
 * skipped, and so is everything that is neither. Returns the copied entries by path.
 */
export async function copyFiles(
	places: CopyPlaces,
	files: readonly ListedFile[],
	options: CopyOptions,
): Promise<Map<string, BaseEntry>> {
	const copied = new Map<string, BaseEntry>();
	await makeFolders(
		places.dir,
		files.map(({ path }) => path),
	);
	await inParallel(files, async file => {
		options.signal?.throwIfAborted();
		const found = await lstat(join(places.source, file.path)).catch(() => undefined);
		if (found?.isFile()) {
			copied.set(file.path, await copyOne(places, file, found, options));
		} else if (found?.isSymbolicLink()) {
			copied.set(file.path, await copyLink(places, file.path, options.isCompanion ?? false));
		}
	});
	return copied;
}

/** Creates the parent folders of some files. */
export async function makeFolders(dir: string, paths: readonly string[]): Promise<void> {
	await inParallel(new Set(paths.map(path => dirname(join(dir, path)))), async folder => {
		await mkdir(folder, { recursive: true });
	});
}

/** A link into the tree is redirected into the copy. */
export async function makeLink(target: string, link: string, isFolder: boolean): Promise<void> {
	const kind = process.platform === 'win32' && isFolder ? 'junction' : isFolder ? 'dir' : 'file';
	await symlink(target, link, kind);
}

async function copyOne(
	places: CopyPlaces,
	{ path, blob }: ListedFile,
	{ mode, size }: Stats,
	{ unsaved, isCompanion = false }: CopyOptions,
): Promise<BaseEntry> {
	const [from, to] = [join(places.source, path), join(places.dir, path)];
	const text = unsaved?.get(from);
	if (text === undefined) {
		await copyFile(from, to, constants.COPYFILE_FICLONE);
	} else {
		await writeFile(to, encodeLike(text, await readFile(from)) ?? text);
	}
	const writable = mode | 0o200;
	await chmod(to, writable);
	const isKept = blob !== undefined && size <= hashedBytes && (await blobOf(to, blob.length)) === blob;
	if (!isKept) {
		await keepBase(to, join(places.base, path));
	}
	return { kind: 'file', mode: writable, isCompanion, ...(isKept && { blob }), stamp: await stampOf(to) };
}

/** Above this size a second copy is faster than reading. */
const hashedBytes = 256 * 1024 * 1024;

async function keepBase(file: string, base: string): Promise<void> {
	await mkdir(dirname(base), { recursive: true });
	await copyFile(file, base, constants.COPYFILE_FICLONE);
}

/** Returns the id git would assign to a file's raw bytes: SHA-1 or, if ids are longer, SHA-256. */
async function blobOf(file: string, idLength: number): Promise<string> {
	const bytes = await readFile(file);
	const hash = createHash(idLength === 40 ? 'sha1' : 'sha256');
	return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

async function copyLink({ source, dir }: CopyPlaces, path: string, isCompanion: boolean): Promise<BaseEntry> {
	const written = await readlink(join(source, path));
	const isOwn = isAbsolute(written) && isWithin(written, source);
	const target = isOwn ? join(dir, relative(source, written)) : written;
	await makeLink(target, join(dir, path), false);
	return { kind: 'link', target, mode: 0, isCompanion, stamp: await stampOf(join(dir, path)) };
}
