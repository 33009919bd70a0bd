import { posix } from 'node:path';
import type { SnapshotStore, TreeEntry } from './snapshotStore';
import type { DiskEntry } from './treeScan';

interface FolderTree {
	readonly entries: readonly TreeEntry[];
	/** The entries as text, to see whether they changed. */
	readonly content: string;
	readonly id: string;
}

/** The git trees of a folder and all in it. Unchanged folders are not stored again. */
export class FolderTrees {
	private last: ReadonlyMap<string, FolderTree> = new Map();

	constructor(private readonly store: SnapshotStore) {}

	/** Stores the folders, the innermost ones first. `ids`: the ids of files and links. Returns the id of the whole. */
	async add(entries: ReadonlyMap<string, DiskEntry>, ids: ReadonlyMap<string, string>): Promise<string> {
		const added = new Map<string, FolderTree>();
		for (const level of levelsOf(entries).reverse()) {
			const fresh: Omit<FolderTree, 'id'>[] = [];
			const paths: string[] = [];
			for (const [folder, names] of level) {
				const inside = names.map(path => treeEntry(path, entries.get(path), ids.get(path) ?? added.get(path)?.id));
				const content = JSON.stringify(inside);
				const known = this.last.get(folder);
				if (known?.content === content) {
					added.set(folder, known);
				} else {
					fresh.push({ entries: inside, content });
					paths.push(folder);
				}
			}
			const freshIds = fresh.length === 0 ? [] : await this.store.addTrees(fresh.map(each => each.entries));
			for (const [at, each] of fresh.entries()) {
				added.set(paths[at] ?? '', { ...each, id: freshIds[at] ?? '' });
			}
		}
		this.last = added;
		return added.get('')?.id ?? '';
	}
}

/** The paths in each folder, by depth. */
function levelsOf(entries: ReadonlyMap<string, DiskEntry>): Map<string, string[]>[] {
	const levels = [new Map<string, string[]>([['', []]])];
	for (const [path, { kind }] of entries) {
		const depth = path.split('/').length;
		levels[depth - 1]?.get(parentOf(path))?.push(path);
		if (kind === 'folder') {
			levels[depth] ??= new Map();
			levels[depth].set(path, []);
		}
	}
	return levels;
}

function treeEntry(path: string, { kind = 'file', mode = 0 }: Partial<DiskEntry> = {}, id = ''): TreeEntry {
	return { name: posix.basename(path), kind, isExecutable: (mode & 0o100) !== 0, id };
}

/** Returns '' for an entry at the top. */
export function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
