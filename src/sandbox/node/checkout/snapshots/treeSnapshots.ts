import { chmod, lutimes, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isWithin } from '../../../../system/node/files/isWithin';
import { UserError } from '../../../../system/pure/errors/userError';
import { removeFolder } from '../removeFolder';
import { FolderTrees, parentOf } from './folderTrees';
import type { SnapshotStore, StoredEntry } from './snapshotStore';
import { type DiskEntry, isLocked, lockAgain, scanTree } from './treeScan';

/** A stored state of one tree. Plain JSON data. */
export interface TreeSnapshot {
	/** Id of the git tree. */
	readonly tree: string;
	/** Its folder at that time: its own links lead there. */
	readonly dir: string;
	/** Data that a git tree does not contain: permission bits and time of change (microseconds) by path. */
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
	private readonly folders: FolderTrees;
	/** Ids of the targets of links. */
	private readonly targets = new Map<string, string>();

	constructor(
		private readonly dir: string,
		private readonly store: SnapshotStore,
	) {
		this.folders = new FolderTrees(store);
	}

	async take(): Promise<TreeSnapshot> {
		const entries = await scanTree(this.dir);
		const ids = await this.idsOf(entries, true).finally(() => lockAgain(this.dir, entries));
		const tree = await this.folders.add(entries, new Map([...ids, ...(await this.linkIds(entries))]));
		const details = [...entries].map(([path, { mode, modifiedUs }]) => [path, [mode, modifiedUs] as const] as const);
		return { tree, dir: this.dir, details: Object.fromEntries(details) };
	}

	/**
	 * Restores the tree: content, permission bits, times of files and links, empty folders. Everything else is removed,
	 * except pipes, sockets and devices.
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
			await removeFolder(this.place(path));
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

	/** Returns the ids of all files; changed files are read, and stored if `isStored`. */
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

	/** The ids of all links, whose targets are stored. */
	private async linkIds(entries: ReadonlyMap<string, DiskEntry>): Promise<ReadonlyMap<string, string>> {
		const links = [...entries].filter(([, { kind }]) => kind === 'link');
		const fresh = [...new Set(links.map(([, { target }]) => target))].filter(target => !this.targets.has(target));
		const ids = fresh.length === 0 ? [] : await this.store.addTexts(fresh);
		fresh.forEach((target, at) => {
			this.targets.set(target, ids[at] ?? '');
		});
		return new Map(links.map(([path, { target }]) => [path, this.targets.get(target) ?? '']));
	}

	/** Returns the targets of links: links into the tree, which may have been elsewhere, lead into this one. */
	private async linkTargets(wanted: readonly StoredEntry[], from: string): Promise<ReadonlyMap<string, string>> {
		const links = wanted.filter(({ kind }) => kind === 'link');
		const targets = new Map<string, string>();
		await this.store.read(links, async (content, at) => {
			const target = content.toString('utf8');
			targets.set(links[at]?.path ?? '', isWithin(target, from) ? join(this.dir, relative(from, target)) : target);
		});
		return targets;
	}

	/** Removes entries that differ in kind from the wanted state, or do not exist in it. */
	private async removeOthers(
		wanted: ReadonlyMap<string, StoredEntry>,
		entries: ReadonlyMap<string, DiskEntry>,
	): Promise<void> {
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

	/**
	 * Sets the details of folders last, as without permission their content cannot be changed. `entries`: the unchanged
	 * ones.
	 */
	private async setDetails(
		wanted: readonly StoredEntry[],
		entries: ReadonlyMap<string, DiskEntry>,
		details: TreeSnapshot['details'],
	): Promise<void> {
		for (const { path, kind } of [...wanted].reverse()) {
			const [mode, modifiedUs] = details[path] ?? unknownDetails(path);
			const now = entries.get(path);
			if (kind !== 'link' && (now?.mode !== mode || isLocked({ kind, mode }))) {
				await chmod(this.place(path), mode);
			}
			if (kind !== 'folder' && now?.modifiedUs !== modifiedUs) {
				const set = kind === 'link' ? lutimes : utimes;
				// A little more, as the system cuts off fractions of a microsecond.
				const seconds = (modifiedUs + 0.25) / 1e6;
				await set(this.place(path), seconds, seconds);
			}
		}
	}
}

function unknownDetails(path: string): never {
	throw new UserError(`The stored state of ${path} is damaged: this state cannot be restored.`);
}
