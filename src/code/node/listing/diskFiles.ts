import { readSync } from 'node:fs';
import { isAbsolute, join, posix, relative, sep, win32 } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { isWithin } from '../../../system/node/files/isWithin';
import { realPath } from '../../../system/node/files/realPath';
import { requireDescriptors, withRegularFile } from '../../../system/node/files/regularFile';
import { namedRoots, type RootFolder } from '../../../system/node/files/rootFolder';
import { UserError } from '../../../system/pure/errors/userError';
import { type FileEntry, type Files, FileUnreadableError } from '../../../system/pure/files';
import { compareText } from '../../../system/pure/text/compareText';
import { counted } from '../../../system/pure/text/counted';
import { decodeText, looksBinary } from '../../../system/pure/text/decodeText';
import { FolderListing, type ListingBasis } from './folderListing';
import type { FileProblem } from './folderWalk';
import type { SavedListings } from './savedListings';

/** The largest generated headers, which hold little but macros, have 24 MB. */
const sizeLimitBytes = 32 * 1024 * 1024;
/** The number of bytes read to detect a binary file before the rest is read. */
const sniffBytes = 8 * 1024;

/** The memory of the index for a file, measured over 100,000 files of ordinary code. */
const bytesPerFile = 3 * 1024;

export interface DiskFilesOptions {
	/** Globs relative to each root, as in the setting `files.exclude`. */
	readonly excludes?: readonly string[];
	/** The memory available for the index of the listed files; absent: JavaScript's limit in this process. */
	readonly memoryBytes?: number;
	/** The first listing counts for all searches: for a process that makes only one. */
	readonly isForOneSearch?: boolean;
	/** Kept listings, so that the next one takes less time. */
	readonly listings?: SavedListings;
}

/** A search of a workspace with more files takes a listing of the last `recentMs`. */
const manyFiles = 5_000;
const recentMs = 3_000;

function heapLimitBytes(): number {
	return getHeapStatistics().heap_size_limit;
}

/** The files of one or several folders on disk. With several, paths start with the folder's name. */
export class DiskFiles implements Files {
	private readonly roots: readonly RootFolder[];
	private readonly excludes: readonly string[];
	/** Known for one slice. Only if the workspace itself is: in it, a link may take the place of a folder at any time. */
	private readonly realRoots = new Map<string, string>();
	private readonly yieldSlice = yieldEvery(sliceMs, () => this.realRoots.clear());
	private readonly mostFiles: number;
	private found: readonly FileProblem[] = [];
	private readonly isForOneSearch: boolean;
	private readonly listings: SavedListings | undefined;
	private lastBasis: ListingBasis | undefined;
	private last: { readonly entries: readonly FileEntry[]; readonly at: number } | undefined;

	constructor(roots: readonly RootFolder[], options: DiskFilesOptions = {}) {
		const { excludes = [], memoryBytes = heapLimitBytes(), isForOneSearch = false } = options;
		this.roots = namedRoots(roots);
		this.excludes = excludes;
		this.isForOneSearch = isForOneSearch;
		this.listings = options.listings;
		this.mostFiles = Math.floor(memoryBytes / bytesPerFile);
	}

	/** The files and folders that the last `list` could not read. */
	get problems(): readonly FileProblem[] {
		return this.found;
	}

	/** What the last `list` found. */
	get listed(): readonly FileEntry[] {
		return this.last?.entries ?? [];
	}

	/** What that depends on; undefined if it is not known. */
	get basis(): ListingBasis | undefined {
		return this.lastBasis;
	}

	/**
	 * Returns the same array as before if nothing has changed, so that data of searches about it stays valid. A folder
	 * that cannot be read is left out and reported in `problems`. Throws `UserError` as soon as there are too many files
	 * for the memory.
	 */
	async list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		const files: FileEntry[] = [];
		const problems: FileProblem[] = [];
		const bases: (ListingBasis | undefined)[] = [];
		// Each folder is listed in the order of its paths, which begin with its name.
		const roots = this.roots.toSorted((a, b) => compareText(`${a.name}/`, `${b.name}/`));
		for (const { name, dir } of roots) {
			const listing = new FolderListing(dir, this.excludes, this.listings);
			for (const step of listing.steps()) {
				for (const file of step.files) {
					files.push(name === '' ? file : { ...file, path: `${name}/${file.path}` });
				}
				this.requireMemory(files.length);
				for (const problem of step.problems) {
					problems.push(name === '' ? problem : { ...problem, path: posix.join(name, problem.path) });
				}
				await this.yieldSlice(signal);
			}
			await listing.save();
			bases.push(listing.dependsOn);
		}
		this.lastBasis = together(bases);
		this.found = problems.sort((a, b) => compareText(a.path, b.path));
		const entries = this.last !== undefined && areSame(this.last.entries, files) ? this.last.entries : files;
		this.last = { entries, at: performance.now() };
		return entries;
	}

	async recent(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		const { last } = this;
		const isRecent = last !== undefined && last.entries.length > manyFiles && performance.now() - last.at < recentMs;
		return last !== undefined && (isRecent || this.isForOneSearch) ? last.entries : this.list(signal);
	}

	/** Running out of memory would end the whole process, with the editor's other extensions. */
	private requireMemory(nFiles: number): void {
		if (nFiles > this.mostFiles) {
			throw new UserError(
				`The workspace has more than ${counted(this.mostFiles, 'file')}: too many for the memory. Open a folder of it, or exclude folders.`,
			);
		}
	}

	async readText(path: string): Promise<string> {
		await this.yieldSlice();
		const text = decodeText(readBytes(path, this.locate(path).file));
		if (text === undefined) {
			throw new FileUnreadableError(path, 'binary');
		}
		return text;
	}

	pathBehindLinks(path: string): string {
		const { name, inside } = this.locate(path);
		return posix.join(name, inside.split(sep).join('/'));
	}

	get folders(): readonly string[] {
		return this.roots.flatMap(({ name }) => (name === '' ? [] : [name]));
	}

	workspacePath(file: string): string | undefined {
		const inside = this.roots.flatMap(({ name, dir }) => {
			const rest = isAbsolute(file) && isWithin(file, dir) ? relative(dir, file) : '';
			return name === '' || rest === '' ? [] : [`${name}/${rest.replaceAll(sep, '/')}`];
		});
		// A folder within another has the shorter path.
		return inside.sort((a, b) => a.split('/').length - b.split('/').length)[0];
	}

	/**
	 * Returns the real path on disk of a workspace path, and its folder with the path in it; throws `FileUnreadableError`
	 * if it leads out of the workspace.
	 */
	private locate(path: string): { readonly file: string; readonly name: string; readonly inside: string } {
		const normal = posix.normalize(path);
		if (normal.split('/').includes('..') || posix.isAbsolute(path) || win32.isAbsolute(path) || path.includes('\0')) {
			throw new FileUnreadableError(path, 'outside');
		}
		const root = this.roots.find(({ name }) => name === '' || normal.startsWith(`${name}/`));
		if (root === undefined) {
			throw new FileUnreadableError(path, 'missing');
		}
		const wanted = join(root.dir, normal.slice(root.name === '' ? 0 : root.name.length + 1));
		const [real, realRoot] = readable(path, () => [realPath(wanted), this.realRoot(root.dir)] as const);
		if (!isWithin(real, realRoot)) {
			throw new FileUnreadableError(path, 'outside');
		}
		return { file: real, name: root.name, inside: relative(realRoot, real) };
	}

	private realRoot(dir: string): string {
		let real = this.realRoots.get(dir);
		if (real === undefined) {
			real = realPath(dir);
			this.realRoots.set(dir, real);
		}
		return real;
	}
}

function together(bases: readonly (ListingBasis | undefined)[]): ListingBasis | undefined {
	const known = bases.filter(basis => basis !== undefined);
	return known.length < bases.length
		? undefined
		: {
				folders: known.flatMap(({ folders }) => folders),
				rules: known.flatMap(({ rules }) => rules),
				entries: known.some(({ entries }) => entries === '') ? '' : known.map(({ entries }) => entries).join(),
			};
}

function areSame(known: readonly FileEntry[], found: readonly FileEntry[]): boolean {
	return (
		known.length === found.length &&
		known.every(({ path, sizeBytes, modifiedMs }, at) => {
			const other = found[at];
			return other?.path === path && other.sizeBytes === sizeBytes && other.modifiedMs === modifiedMs;
		})
	);
}

function readBytes(path: string, file: string): Uint8Array {
	return readable(path, () => {
		return withRegularFile(file, path, (descriptor, { size }) => readOpen(path, descriptor, size));
	});
}

function readOpen(path: string, descriptor: number, size: number): Uint8Array {
	if (size > sizeLimitBytes) {
		throw new FileUnreadableError(path, 'oversized', `${Math.ceil(size / 1024 / 1024)} MB`);
	}
	const bytes = Buffer.allocUnsafe(size);
	let nRead = fill(descriptor, bytes, 0, Math.min(size, sniffBytes));
	if (looksBinary(bytes.subarray(0, nRead))) {
		throw new FileUnreadableError(path, 'binary');
	}
	nRead = fill(descriptor, bytes, nRead, size);
	return bytes.subarray(0, nRead);
}

/** Reads until `end` or the end of the file, which may have become shorter meanwhile. */
function fill(descriptor: number, bytes: Buffer, start: number, end: number): number {
	let at = start;
	while (at < end) {
		const nRead = readSync(descriptor, bytes, at, end - at, at);
		if (nRead === 0) {
			break;
		}
		at += nRead;
	}
	return at;
}

function readable<T>(path: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		requireDescriptors(error);
		if (error instanceof FileUnreadableError) {
			throw error;
		}
		const code = (error as NodeJS.ErrnoException).code ?? '';
		const isMissing = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code);
		throw new FileUnreadableError(path, isMissing ? 'missing' : 'forbidden', isMissing ? '' : code);
	}
}

const sliceMs = 10;

/**
 * Lets a long series of small synchronous steps, which are several times faster than asynchronous ones, share the
 * thread: after each slice of `intervalMs`, other tasks can run, and an aborted signal takes effect. `onSlice` is
 * called at the start of each.
 */
function yieldEvery(intervalMs: number, onSlice: () => void): (signal?: AbortSignal) => Promise<void> {
	let sliceStart = performance.now();
	return async signal => {
		if (performance.now() - sliceStart > intervalMs) {
			await setImmediate();
			sliceStart = performance.now();
			onSlice();
		}
		signal?.throwIfAborted();
	};
}
