import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { requireGit, textOf } from '../../history/node/git/repository';
import type { FileChange } from './acceptedFiles';

/** The storage for the objects of a tree: in the repository, or in a folder that is deleted afterwards. */
export interface PrivateTree {
	/** Id of the tree. */
	readonly tree: string;
	/** The environment that leads git to its objects. */
	readonly env: Readonly<Record<string, string>>;
}

export interface TreeOptions {
	readonly root: string;
	/** A commit or a tree; undefined: nothing. */
	readonly base: string | undefined;
	readonly changes: readonly Pick<FileChange, 'path' | 'mode' | 'after'>[];
	/** The objects stay in the repository. */
	readonly isKept: boolean;
}

/**
 * The content of a commit with these changes, made with an index of its own: the user's index and files are neither read
 * nor changed. Without `isKept`, the repository gets no object either, and the result can be used by `use` only.
 */
export async function withTree<T>(
	{ root, base, changes, isKept }: TreeOptions,
	use: (made: PrivateTree) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'faultline-'));
	try {
		const env = isKept ? {} : await objectsIn(folder, root);
		const own = { env: { ...env, GIT_INDEX_FILE: join(folder, 'index') } };
		await requireGit(root, base === undefined ? ['read-tree', '--empty'] : ['read-tree', base], own);
		const ids = await written(changes, { root, folder, env });
		const entries = changes.map(({ path, mode }, at) => {
			const id = ids[at];
			return id === undefined ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${id}\t${path}\0`;
		});
		const input = Buffer.from(entries.join(''));
		await requireGit(root, ['update-index', '-z', '--index-info'], { ...own, input });
		return await use({ tree: textOf(await requireGit(root, ['write-tree'], own)), env });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Writes the contents of changed files, with one call of git; returns their ids, undefined for deleted files. */
async function written(
	changes: TreeOptions['changes'],
	{ root, folder, env }: Pick<TreeOptions, 'root'> & Pick<PrivateTree, 'env'> & { readonly folder: string },
): Promise<(string | undefined)[]> {
	const files: string[] = [];
	for (const { after } of changes) {
		if (after !== undefined) {
			files.push(join(folder, `file-${files.length}`));
			await writeFile(files.at(-1) ?? '', after, { mode: 0o600 });
		}
	}
	const input = Buffer.from(files.map(file => `${file}\n`).join(''));
	const writing = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
	const ids = files.length === 0 ? [] : textOf(await requireGit(root, writing, { env, input })).split('\n');
	return changes.map(({ after }) => (after === undefined ? undefined : ids.shift()));
}

async function objectsIn(folder: string, root: string): Promise<Readonly<Record<string, string>>> {
	const objects = textOf(await requireGit(root, ['rev-parse', '--path-format=absolute', '--git-path', 'objects']));
	// Quoted as in C, if the path contains the separator of several paths.
	const known = objects.includes(delimiter) || objects.startsWith('"') ? JSON.stringify(objects) : objects;
	return { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: known };
}
