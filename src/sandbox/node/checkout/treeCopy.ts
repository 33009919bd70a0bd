import { lstatSync } from 'node:fs';
import { chmod, copyFile, cp, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { markBorrowed } from '../../../history/node/git/borrowedObjects';
import { runGit } from '../../../history/node/git/git';
import { isWithin } from '../../../system/node/files/isWithin';
import { UserError } from '../../../system/pure/errors/userError';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import { type BaseEntry, stampOf } from './baseEntry';
import { type BorrowedObjects, borrowRepository, objectsOf } from './borrowRepository';
import { type CommitEntry, CommitFiles } from './commitFiles';
import { type CopyOptions, type CopyPlaces, copyFiles, makeFolders, makeLink } from './copyFiles';
import { DependencyCopies } from './dependencyCopies';
import { type Companions, foldersOf, linkDependencies } from './linkDependencies';
import { listFolder, listTree, listUntracked } from './listTree';
import { removeFolder } from './removeFolder';
import type { SourceTree } from './sourceTree';

/** The change of a file since the copy was made; a side is absent if there is no file. */
export interface TreeChange {
	readonly path: string;
	readonly before?: Buffer;
	readonly after?: Buffer;
}

export interface TreeCopyOptions extends CopyOptions {
	/** Links may only be made for commands that cannot write through them. */
	readonly dependencies: 'linked' | 'copied';
}

interface TreeCopyParts {
	readonly entries: Map<string, BaseEntry>;
	/** Undefined if dependencies are links. */
	readonly copies: DependencyCopies | undefined;
	readonly outside: readonly string[];
	readonly unseen: Unseen;
	readonly objects: BorrowedObjects | undefined;
}

/** The parts that programs in a sandbox do not see. */
export type Unseen = Pick<Companions, 'leftOut' | 'hidden'>;

/** A copy of one tree, with the data to detect changes in it and to revert them. */
export class TreeCopy {
	readonly source: SourceTree;
	/** Absolute path of the copy. */
	readonly dir: string;
	private readonly base: string;
	private entries: Map<string, BaseEntry>;
	private readonly copies: DependencyCopies | undefined;
	/** The places read outside of the copy, as absolute paths. */
	readonly outside: readonly string[];
	readonly unseen: Unseen;
	/** Undefined if the tree is no repository. */
	readonly objects: BorrowedObjects | undefined;

	private constructor(source: SourceTree, { dir, base }: CopyPlaces, parts: TreeCopyParts) {
		const { entries, copies, outside, unseen, objects } = parts;
		this.source = source;
		this.dir = dir;
		this.base = base;
		this.entries = entries;
		this.copies = copies;
		this.outside = outside;
		this.unseen = unseen;
		this.objects = objects;
	}

	/** `folder` is for this copy only; the content of `storage` is never copied. */
	static async make(source: SourceTree, folder: string, storage: string, options: TreeCopyOptions): Promise<TreeCopy> {
		// Some tools use the name of the folder they run in.
		const dir = join(folder, basename(source.dir) || 'tree');
		const places: CopyPlaces = { source: source.dir, dir, base: `${folder}-base` };
		await mkdir(dir, { recursive: true });
		await mkdir(places.base, { recursive: true });
		const listed = (await listTree(source)).filter(({ path }) => !isWithin(join(source.dir, path), storage));
		const files = await copyFiles(places, listed, options);
		const copies = options.dependencies === 'copied' ? new DependencyCopies(places) : undefined;
		const companions = await linkDependencies(places, new Set(files.keys()), copies);
		const entries = new Map([...files, ...companions.entries]);
		if (copies !== undefined) {
			await replaceLinksOut(entries, copies);
		}
		const objects = source.isRepository ? await objectsOf(source.dir) : undefined;
		const outside = [...companions.linked, ...(objects?.folders ?? [])];
		const copy = new TreeCopy(source, places, { entries, copies, outside, unseen: companions, objects });
		await makeFolders(dir, rootContents(source));
		if (source.isRepository) {
			await borrowRepository(source.dir, places.base);
			await copy.placeRepository();
		}
		return copy;
	}

	/** The changes except ignored files, unordered. */
	async changes(): Promise<TreeChange[]> {
		const changes: TreeChange[] = [];
		const leavesCopy = this.linkedFolders();
		for (const [path, entry] of await this.changed()) {
			const after = leavesCopy(path) ? {} : await this.after(path);
			const change = { ...(await this.before(path, entry)), ...after, path };
			if (!entry.isCompanion && !isSame(change)) {
				changes.push(change);
			}
		}
		for (const path of await this.untracked()) {
			if (!this.entries.has(path) && !this.copies?.has(path)) {
				changes.push({ path, ...(await this.after(path)) });
			}
		}
		return changes;
	}

	/** The content of a file when the copy was made; undefined if it did not exist. */
	async readBase(path: string): Promise<Buffer | undefined> {
		const entry = this.entries.get(path);
		return entry === undefined ? undefined : (await this.before(path, entry)).before;
	}

	async reset(): Promise<void> {
		await this.removeNew();
		const changed = await this.changed();
		await makeFolders(
			this.dir,
			changed.map(([path]) => path),
		);
		await inParallel(changed, async ([path, entry]) => {
			await this.restore(path, entry);
			this.entries.set(path, { ...entry, stamp: await stampOf(join(this.dir, path)) });
		});
		await this.copies?.restore();
		if (this.source.isRepository) {
			await this.placeRepository();
		}
	}

	/**
	 * Makes it a copy of a commit: `reset` then restores that. Dependencies and files of submodules stay those of the
	 * workspace, and other files that the commit does not have are removed. Returns the paths of all files that are others
	 * than before. Throws `UserError` if the commit cannot be read.
	 */
	async moveTo(commit: string, signal?: AbortSignal): Promise<readonly string[]> {
		if (!this.source.isRepository) {
			throw new UserError(`${this.source.dir} is in no git repository.`);
		}
		await this.reset();
		const files = new CommitFiles(this.base, this.source.dir);
		const { entries, submodules } = await files.list(commit, signal);
		const isInSubmodule = (path: string) => submodules.some(each => path.startsWith(`${each}/`));
		const kept = [...this.entries].filter(([path, { isCompanion }]) => isCompanion || isInSubmodule(path));
		const isKept = this.keptPaths(kept);
		const wanted = [...entries].filter(([path]) => !isKept(path));
		const fresh = wanted.filter(([path, entry]) => !isSameEntry(this.entries.get(path), entry)).map(([path]) => path);
		const [written, before] = [new Set(fresh), this.entries];
		this.entries = new Map([
			...kept,
			...wanted.map(([path, entry]): [string, BaseEntry] => [
				path,
				(written.has(path) ? undefined : before.get(path)) ?? { ...entry, isCompanion: false, stamp: '' },
			]),
		]);
		await this.removeNew();
		await files.write(commit, this.dir, fresh, signal);
		await inParallel(fresh, path => this.readStamp(path));
		await writeFile(join(this.base, '.git', 'HEAD'), `${commit}\n`);
		await this.placeRepository();
		return [...fresh, ...[...before.keys()].filter(path => !this.entries.has(path))];
	}

	/** Returns a check whether a path belongs to a dependency or is below one. */
	private keptPaths(kept: readonly (readonly [string, BaseEntry])[]): (path: string) => boolean {
		const paths = new Set(kept.map(([path]) => path));
		const isKept = (path: string): boolean =>
			path !== '.' && (paths.has(path) || this.copies?.has(path) === true || isKept(posix.dirname(path)));
		return isKept;
	}

	/** Of a file that was just written. A link out of the copy is removed, unless programs cannot write through it. */
	private async readStamp(path: string): Promise<void> {
		const entry = this.entries.get(path);
		const file = join(this.dir, path);
		if (entry === undefined) {
			return;
		}
		if (entry.kind === 'file') {
			this.entries.set(path, { ...entry, stamp: await stampOf(file) });
			return;
		}
		const stamp = await stampOf(file);
		const target = stamp.slice('-> '.length);
		if (this.copies !== undefined && !isWithin(resolve(dirname(file), target), this.dir)) {
			await removeFolder(file);
			this.entries.delete(path);
		} else {
			this.entries.set(path, { ...entry, target, stamp });
		}
	}

	private async placeRepository(): Promise<void> {
		await removeFolder(join(this.dir, '.git'));
		await cp(join(this.base, '.git'), join(this.dir, '.git'), { recursive: true });
		markBorrowed(join(this.dir, '.git'));
	}

	private async changed(): Promise<[string, BaseEntry][]> {
		const changed: [string, BaseEntry][] = [];
		const leavesCopy = this.linkedFolders();
		await inParallel(this.entries, async ([path, entry]) => {
			if (leavesCopy(path) || (await stampOf(join(this.dir, path))) !== entry.stamp) {
				changed.push([path, entry]);
			}
		});
		return changed;
	}

	/** Returns a check whether a folder of a path is a link now: files behind it do not belong to the copy. */
	private linkedFolders(): (path: string) => boolean {
		const known = new Map<string, boolean>([['.', false]]);
		const isLinked = (folder: string): boolean => {
			const linked = known.get(folder) ?? (isLinked(posix.dirname(folder)) || isLink(join(this.dir, folder)));
			known.set(folder, linked);
			return linked;
		};
		return path => isLinked(posix.dirname(path));
	}

	private async before(path: string, { kind, target = '', blob }: BaseEntry): Promise<{ readonly before: Buffer }> {
		if (kind === 'link') {
			return { before: linkContent(target) };
		}
		const kept = blob === undefined ? readFile(join(this.base, path)) : this.readBlob(blob);
		return { before: await kept };
	}

	private readBlob(blob: string): Promise<Buffer> {
		return runGit(this.base, ['cat-file', 'blob', blob], { tree: this.source.dir });
	}

	private async after(path: string): Promise<{ readonly after?: Buffer }> {
		const file = join(this.dir, path);
		const found = await lstat(file).catch(() => undefined);
		if (found?.isSymbolicLink()) {
			return { after: linkContent((await stampOf(file)).slice('-> '.length)) };
		}
		return found?.isFile() ? { after: await readFile(file) } : {};
	}

	/** Git uses the original repository data: a command that ran here may have changed the copy's repository. */
	private async untracked(): Promise<string[]> {
		return this.source.isRepository
			? listUntracked(this.dir, [`--git-dir=${join(this.base, '.git')}`, '--work-tree=.'], { tree: this.source.dir })
			: listFolder(this.dir).map(({ path }) => path);
	}

	private async restore(path: string, { kind, target = '', mode, blob }: BaseEntry): Promise<void> {
		const file = join(this.dir, path);
		await removeFolder(file);
		if (kind === 'link') {
			await makeLink(target, file, true);
		} else if (blob === undefined) {
			await copyFile(join(this.base, path), file);
		} else {
			await writeFile(file, await this.readBlob(blob));
			await chmod(file, mode);
		}
	}

	/** Removes entries that were not in the original copy, whole folders at once. */
	private async removeNew(): Promise<void> {
		const known = foldersOf([...this.entries.keys(), ...rootContents(this.source)]);
		const waiting = [''];
		for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
			for (const entry of await readdir(join(this.dir, folder), { withFileTypes: true })) {
				const path = posix.join(folder, entry.name);
				if (this.copies?.has(path)) {
					continue;
				}
				if (entry.isDirectory() && known.has(path)) {
					waiting.push(path);
				} else if (entry.isDirectory() ? path !== '.git' : !this.entries.has(path)) {
					await removeFolder(join(this.dir, path));
				}
			}
		}
	}
}

function isSameEntry(known: BaseEntry | undefined, { kind, blob, mode }: CommitEntry): boolean {
	const isExecutable = (each: number) => (each & 0o100) !== 0;
	return known?.kind === kind && known.blob === blob && isExecutable(known.mode) === isExecutable(mode);
}

async function replaceLinksOut(entries: Map<string, BaseEntry>, copies: DependencyCopies): Promise<void> {
	for (const [path, { kind }] of [...entries]) {
		if (kind === 'link' && (await copies.replaceIfOut(path))) {
			entries.delete(path);
		}
	}
}

/** A name in every workspace folder: these folders exist even if they are empty. */
function rootContents({ roots }: SourceTree): string[] {
	return roots.map(({ path }) => `${path}/anything`);
}

function isLink(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Bytes that no text file has, so that a link is never diffed or patched as one. */
function linkContent(target: string): Buffer {
	return Buffer.from(`\0-> ${target}`);
}

function isSame({ before, after }: TreeChange): boolean {
	return before !== undefined && after !== undefined && before.equals(after);
}
