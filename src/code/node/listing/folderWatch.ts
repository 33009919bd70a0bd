import { type FSWatcher, statfsSync, statSync, watch } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ListingBasis } from './folderListing';
import fileSystems from './localFileSystems.json';
import { ruleState } from './savedListings';

/** The system has a limit for all programs of a user, and others need some. */
const mostFolders = 8_000;
const local: ReadonlySet<number> = new Set(Object.values(fileSystems).map(Number));

/**
 * Whether anything has changed in the folders of a listing, without reading them. Linux reports each change of a local
 * file system before the program that made it continues; other systems report late, and network file systems not all: there
 * it is never quiet.
 */
export class FolderWatch implements Disposable {
	private readonly watched = new Map<string, FSWatcher>();
	private rules: ReadonlyMap<string, string> = new Map();
	private roots: ReadonlyMap<string, string> = new Map();
	private hasChanged = true;
	private isUsable = process.platform === 'linux';

	/** `dirs`: the folders that are listed. */
	constructor(private readonly dirs: readonly string[]) {}

	/** Whether nothing has changed since `begin`. */
	async isQuiet(): Promise<boolean> {
		// What is reported meanwhile is received in the turn between these.
		await setImmediate();
		await setImmediate();
		return (
			this.isUsable &&
			!this.hasChanged &&
			this.dirs.every(dir => rootState(dir) === this.roots.get(dir)) &&
			[...this.rules].every(([file, state]) => ruleState(file) === state)
		);
	}

	/** Before the folders are listed. */
	begin(): void {
		this.hasChanged = false;
		this.rules = new Map([...this.rules.keys()].map(file => [file, ruleState(file)]));
		this.roots = new Map(this.dirs.map(dir => [dir, rootState(dir)]));
	}

	/** What was found by other means. */
	change(): void {
		this.hasChanged = true;
	}

	/** After they were listed. Changes in folders that are new here may have been missed: they must be listed again. */
	follow(basis: ListingBasis | undefined): void {
		const folders = new Set(basis?.folders);
		if (basis === undefined || folders.size > mostFolders || !this.dirs.every(isLocal)) {
			this.giveUp();
		}
		if (!this.isUsable) {
			return;
		}
		for (const [folder, watcher] of this.watched) {
			if (!folders.has(folder)) {
				watcher.close();
				this.watched.delete(folder);
			}
		}
		const rules = basis?.rules.filter(file => !this.rules.has(file)) ?? [];
		const added = [...folders].filter(folder => !this.watched.has(folder));
		this.hasChanged ||= rules.length + added.length > 0;
		this.rules = new Map([...this.rules, ...rules.map(file => [file, ''] as const)]);
		for (const folder of added) {
			this.watch(folder);
		}
	}

	[Symbol.dispose](): void {
		this.giveUp();
	}

	private watch(folder: string): void {
		try {
			const watcher = watch(folder, { persistent: false }, () => {
				this.hasChanged = true;
			});
			watcher.on('error', () => this.giveUp());
			this.watched.set(folder, watcher);
			if (!this.dirs.some(dir => statSync(dir).dev === statSync(folder).dev)) {
				this.giveUp();
			}
		} catch (error) {
			// It is gone, which the next listing finds; else there are too many.
			(error as NodeJS.ErrnoException).code === 'ENOENT' || this.giveUp();
		}
	}

	private giveUp(): void {
		this.isUsable = false;
		for (const watcher of this.watched.values()) {
			watcher.close();
		}
		this.watched.clear();
	}
}

function rootState(dir: string): string {
	const state = statSync(dir, { throwIfNoEntry: false });
	return `${state?.dev} ${state?.ino}`;
}

function isLocal(dir: string): boolean {
	try {
		return local.has(statfsSync(dir).type);
	} catch {
		return false;
	}
}
