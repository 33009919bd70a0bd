import { errorText } from '../../../../system/pure/errors/errorText';
import { UserError } from '../../../../system/pure/errors/userError';
import type { TreeCopy } from '../treeCopy';
import { SnapshotStore, type TreeEntry } from './snapshotStore';
import { type TreeSnapshot, TreeSnapshots } from './treeSnapshots';

/** The content of a snapshot in addition to its trees. */
interface SnapshotFile {
	readonly version: 1;
	readonly trees: readonly TreeSnapshot[];
	readonly data: string;
}

const fileName = 'snapshot.json';

/**
 * Stores the states of a scratch checkout in a folder of git objects, which another process can read too. The id of a
 * state is the id of a git tree with the files (`1`, `2` for several trees) and a file with everything else.
 */
export class CheckoutSnapshots {
	private opened: Promise<{ readonly store: SnapshotStore; readonly trees: readonly TreeSnapshots[] }> | undefined;

	constructor(
		private readonly folder: string,
		private readonly copies: readonly TreeCopy[],
	) {}

	async take(data: string): Promise<string> {
		try {
			return await this.takeWhole(data);
		} catch (error) {
			throw new UserError(`The state of the scratch copy could not be saved: ${errorText(error)}`);
		}
	}

	async restore(id: string): Promise<string> {
		const { store, trees } = await this.open();
		const stored = await this.read(store, id).catch((error: unknown) => {
			throw new UserError(`The state ${id} of the scratch copy is not there, or damaged: ${errorText(error)}`);
		});
		try {
			for (const [at, tree] of trees.entries()) {
				const snapshot = stored.trees[at];
				await (snapshot === undefined ? undefined : severalTimes(() => tree.restore(snapshot)));
			}
		} catch (error) {
			throw new UserError(`The state ${id} of the scratch copy could not be restored: ${errorText(error)}`);
		}
		return stored.data;
	}

	private async takeWhole(data: string): Promise<string> {
		const { store, trees } = await this.open();
		const snapshots: TreeSnapshot[] = [];
		for (const tree of trees) {
			snapshots.push(await severalTimes(() => tree.take()));
		}
		const file: SnapshotFile = { version: 1, trees: snapshots, data };
		const [fileId = ''] = await store.addTexts([JSON.stringify(file)]);
		const content: TreeEntry[] = snapshots.map(({ tree }, at) => ({ name: String(at + 1), kind: 'folder', id: tree }));
		const [id = ''] = await store.addTrees([[...content, { name: fileName, kind: 'file', id: fileId }]]);
		return id;
	}

	private async read(store: SnapshotStore, id: string): Promise<SnapshotFile> {
		if (!/^[0-9a-f]{40,64}$/.test(id)) {
			throw new Error('this is not the id of a state');
		}
		const [entry] = (await store.list(id)).filter(({ path }) => path === fileName);
		const texts: string[] = [];
		await store.read(entry === undefined ? [] : [entry], async content => {
			texts.push(content.toString('utf8'));
		});
		const file = JSON.parse(texts.join('')) as Partial<SnapshotFile>;
		if (file.version !== 1 || file.trees?.length !== this.copies.length || typeof file.data !== 'string') {
			throw new Error('it belongs to another workspace, or another version of Faultline');
		}
		return file as SnapshotFile;
	}

	private open() {
		this.opened ??= openStore(this.folder, this.copies);
		return this.opened;
	}
}

async function openStore(folder: string, copies: readonly TreeCopy[]) {
	const all = copies.flatMap(({ objects }) => objects ?? []);
	const objectFormat = all[0]?.format ?? 'sha1';
	const readable = all.filter(({ format }) => format === objectFormat);
	const borrowed = readable.flatMap(({ folders }) => folders);
	const commits = readable.flatMap(({ commit }) => (commit === '' ? [] : commit));
	const store = await SnapshotStore.open({ folder, borrowed, commits, objectFormat });
	return { store, trees: copies.map(({ dir }) => new TreeSnapshots(dir, store)) };
}

/** A background program that could not be paused may remove a file that was just found. */
async function severalTimes<T>(act: () => Promise<T>): Promise<T> {
	for (let left = tries; ; left--) {
		try {
			return await act();
		} catch (error) {
			if (left <= 1) {
				throw error;
			}
		}
	}
}

const tries = 3;
