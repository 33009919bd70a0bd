import { chmod, lutimes, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { UserError } from '../../../core/util/userError';
import { isWithin } from '../../isWithin';
import { removeFolder } from '../removeFolder';
import type { SnapshotStore, StoredEntry, TreeEntry } from './snapshotStore';
import { type DiskEntry, scanTree } from './treeScan';

/** A stored state of one tree. Plain JSON data. */
export interface TreeSnapshot {
	/** Id of the git tree. */
	readonly tree: string;
	/** Where it was: its own links lead there. */
	readonly dir: string;
	/** What a git tree does not contain: permission bits and time of change (microseconds) by path. */
	readonly details: Readonly<Record<string, readonly [mode: number, modifiedUs: number]>>;
}

interface KnownFile {
	readonly stamp: string;
	readonly id: string;
	readonly isStored: boolean;
}

/** Stores and restores the states of one tree on disk. */
export class TreeSnapshots {
	/** Files that have not changed since they were read, by path. */
	private known = new Map<string, KnownFile>();
	/** The last tree of each folder, by path. */
	private folders = new Map<string, { readonly content: string; readonly id: string }>();
	/** Ids of the targets of links. */
	private readonly targets = new Map<string, string>();

	constructor(
		private readonly dir: string,
		private readonly store: SnapshotStore,
	) {}

	async take(): Promise<TreeSnapshot> {
		const entries = await scanTree(this.dir);
		const ids = await this.idsOf(entries, true);
		const tree = await this.addFolders(entries, ids);
		const details = [...entries].map(([path, { mode, modifiedUs }]) => [path, [mode, modifiedUs] as const] as const);
		return { tree, dir: this.dir, details: Object.fromEntries(details) };
	}

	/**
	 * Makes the tree what it was: content, permission bits, times of files and links, empty folders. Whatever else is there
	 * is removed, except pipes, sockets and devices.
	 */
	async restore({ tree, dir, details }: TreeSnapshot): Promise<void> {
		const wanted = new Map((await this.store.list(tree)).map(entry => [entry.path, entry]));
		const links = await this.linkTargets([...wanted.values()], dir);
		const entries = await scanTree(this.dir);
		const ids = await this.idsOf(entries, false);
		const isSame = ({ path, kind, id }: StoredEntry, now: DiskEntry | undefined) =>
			now?.kind === kind &&
			(kind === 'folder' || (kind === 'link' ? links.get(path) === now.target : ids.get(path) === id));
		const changed = [...wanted.values()].filter(entry => !isSame(entry, entries.get(entry.path)));
		await this.removeOthers(wanted, entries);
		for (const { path } of changed.filter(({ kind }) => kind === 'folder')) {
			await mkdir(this.place(path));
		}
		const files = changed.filter(({ kind }) => kind === 'file');
		await this.store.read(files, async (content, at) => {
			const file = this.place(files[at]?.path ?? '');
			// A link, or another name of the file, must not change.
			await removeFolder(file);
			await writeFile(file, content);
		});
		for (const { path } of changed.filter(({ kind }) => kind === 'link')) {
			await removeFolder(this.place(path));
			await symlink(links.get(path) ?? '', this.place(path));
		}
		for (const { path } of changed) {
			entries.delete(path);
		}
		await this.setDetails([...wanted.values()], entries, details);
	}

	private place(path: string): string {
		return join(this.dir, path);
	}

	/** The ids of all files and links; of those that changed, computed, and where `isStored` stored. */
	private async idsOf(entries: ReadonlyMap<string, DiskEntry>, isStored: boolean): Promise<Map<string, string>> {
		const known = new Map<string, KnownFile>();
		const unknown: string[] = [];
		for (const [path, { kind, stamp }] of entries) {
			const file = this.known.get(path);
			if (
				kind === 'file' &&
				file !== undefined &&
				stamp !== '' &&
				file.stamp === stamp &&
				(file.isStored || !isStored)
			) {
				known.set(path, file);
			} else if (kind === 'file') {
				unknown.push(path);
			}
		}
		const files = unknown.map(path => this.place(path));
		const ids = await (isStored ? this.store.addFiles(files) : this.store.idsOf(files));
		unknown.forEach((path, at) => {
			known.set(path, { stamp: entries.get(path)?.stamp ?? '', id: ids[at] ?? '', isStored });
		});
		this.known = known;
		return new Map([...known].map(([path, { id }]) => [path, id]));
	}

	/** Stores the folders, the innermost ones first. Returns the id of the whole tree. */
	private async addFolders(
		entries: ReadonlyMap<string, DiskEntry>,
		files: ReadonlyMap<string, string>,
	): Promise<string> {
		const links = await this.linkIds(entries);
		const contents = new Map<string, string[]>([['', []]]);
		for (const [path, { kind }] of entries) {
			contents.get(parentOf(path))?.push(path);
			if (kind === 'folder') {
				contents.set(path, []);
			}
		}
		const depthOf = (folder: string) => (folder === '' ? 0 : folder.split('/').length);
		const added = new Map<string, { readonly content: string; readonly id: string }>();
		const entryOf = (path: string): TreeEntry => {
			const { kind = 'file', mode = 0 } = entries.get(path) ?? {};
			const id = { file: files, link: links, folder: undefined }[kind]?.get(path) ?? added.get(path)?.id ?? '';
			return { name: posix.basename(path), kind, isExecutable: (mode & 0o100) !== 0, id };
		};
		const deepest = Math.max(...[...contents.keys()].map(depthOf));
		for (let depth = deepest; depth >= 0; depth--) {
			const level = [...contents].filter(([folder]) => depthOf(folder) === depth);
			const trees = level.map(([folder, paths]) => ({ folder, entries: paths.map(entryOf) }));
			const withContent = trees.map(each => ({ ...each, content: JSON.stringify(each.entries) }));
			const isNew = (each: { folder: string; content: string }) =>
				this.folders.get(each.folder)?.content !== each.content;
			const fresh = withContent.filter(isNew);
			const ids = fresh.length === 0 ? [] : await this.store.addTrees(fresh.map(each => each.entries));
			for (const each of withContent) {
				const id = ids[fresh.indexOf(each)] ?? this.folders.get(each.folder)?.id ?? '';
				added.set(each.folder, { content: each.content, id });
			}
		}
		this.folders = added;
		return added.get('')?.id ?? '';
	}

	private async linkIds(entries: ReadonlyMap<string, DiskEntry>): Promise<ReadonlyMap<string, string>> {
		const links = [...entries].filter(([, { kind }]) => kind === 'link');
		const fresh = [...new Set(links.map(([, { target }]) => target))].filter(target => !this.targets.has(target));
		const ids = fresh.length === 0 ? [] : await this.store.addTexts(fresh);
		fresh.forEach((target, at) => {
			this.targets.set(target, ids[at] ?? '');
		});
		return new Map(links.map(([path, { target }]) => [path, this.targets.get(target) ?? '']));
	}

	/** Where links are to lead: those into the tree, which may have been elsewhere, into this one. */
	private async linkTargets(wanted: readonly StoredEntry[], from: string): Promise<ReadonlyMap<string, string>> {
		const links = wanted.filter(({ kind }) => kind === 'link');
		const targets = new Map<string, string>();
		await this.store.read(links, async (content, at) => {
			const target = content.toString('utf8');
			targets.set(links[at]?.path ?? '', isWithin(target, from) ? join(this.dir, relative(from, target)) : target);
		});
		return targets;
	}

	/** Removes what is something else, or nothing, in the wanted state. */
	private async removeOthers(
		wanted: ReadonlyMap<string, StoredEntry>,
		entries: ReadonlyMap<string, DiskEntry>,
	): Promise<void> {
		for (const [path, { kind, mode }] of entries) {
			if (isLocked(kind, mode)) {
				await chmod(this.place(path), mode | 0o700);
			}
		}
		const removed = new Set<string>();
		for (const [path, { kind }] of entries) {
			if (removed.has(parentOf(path))) {
				removed.add(path);
			} else if (wanted.get(path)?.kind !== kind) {
				await removeFolder(this.place(path));
				removed.add(path);
			}
		}
	}

	/** Of folders last, as without permission their content cannot be changed. `entries`: what did not change. */
	private async setDetails(
		wanted: readonly StoredEntry[],
		entries: ReadonlyMap<string, DiskEntry>,
		details: TreeSnapshot['details'],
	): Promise<void> {
		for (const { path, kind } of [...wanted].reverse()) {
			const [mode, modifiedUs] = details[path] ?? unknownDetails(path);
			const now = entries.get(path);
			if (kind !== 'link' && (now?.mode !== mode || isLocked(kind, mode))) {
				await chmod(this.place(path), mode);
			}
			if (kind !== 'folder' && now?.modifiedUs !== modifiedUs) {
				const set = kind === 'link' ? lutimes : utimes;
				// A little more, as the system cuts off what is less than a microsecond.
				const seconds = (modifiedUs + 0.25) / 1e6;
				await set(this.place(path), seconds, seconds);
			}
		}
	}
}

/** Whether nobody can change the content of a folder. */
function isLocked(kind: DiskEntry['kind'], mode: number): boolean {
	return kind === 'folder' && (mode & 0o700) !== 0o700;
}

function parentOf(path: string): string {
	const parent = posix.dirname(path);
	return parent === '.' ? '' : parent;
}

function unknownDetails(path: string): never {
	throw new UserError(`The stored state of ${path} is damaged: this state cannot be restored.`);
}
