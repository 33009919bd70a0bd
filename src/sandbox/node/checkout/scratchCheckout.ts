import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep, win32 } from 'node:path';
import picomatch from 'picomatch';
import { applyDiff } from '../../../runs/pure/diff/applyDiff';
import type { FileDiff } from '../../../runs/pure/diff/fileDiff';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import { printDiff } from '../../../runs/pure/diff/printDiff';
import type { ExecutedTree } from '../../../runs/pure/model/executedTree';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import { isWithin } from '../../../system/node/files/isWithin';
import { realPath } from '../../../system/node/files/realPath';
import { readRegularFile } from '../../../system/node/files/regularFile';
import { UserError } from '../../../system/pure/errors/userError';
import type { Files } from '../../../system/pure/files';
import { compareText } from '../../../system/pure/text/compareText';
import { encodeLike, losslessText } from '../../../system/pure/text/encodeLike';
import type { CommitCheckout } from '../../pure/execution/commitCheckouts';
import type { Reach } from '../../pure/execution/runner';
import { executedTree } from './executedTree';
import { removeFolder } from './removeFolder';
import { CheckoutSnapshots } from './snapshots/checkoutSnapshots';
import type { TreeChange, TreeCopy } from './treeCopy';

export interface ScratchCheckoutOptions {
	readonly folder: string;
	readonly files: Files;
	readonly trees: readonly TreeCopy[];
	/** Absolute path of a folder for the caches of compilers; it need not exist. */
	readonly caches: string;
	/** Absolute path of a folder for the snapshots; it need not exist. */
	readonly snapshots: string;
	readonly dispose: () => Promise<void>;
}

/** A copy of the workspace on disk. */
export class ScratchCheckout implements CommitCheckout {
	readonly folder: string;
	readonly files: Files;
	readonly reach: Reach;
	private readonly trees: readonly TreeCopy[];
	private readonly paths: CheckoutPaths;
	private readonly snapshots: CheckoutSnapshots;
	private readonly remaining: () => Promise<void>;

	constructor({ folder, files, trees, caches, snapshots, dispose }: ScratchCheckoutOptions) {
		this.folder = folder;
		this.files = files;
		const dirs = trees.map(({ dir }) => dir);
		// With several folders, the one that links them is in none of the trees.
		const isInTree = dirs.some(dir => isWithin(folder, dir));
		const writable = isInTree ? dirs : [...dirs, folder];
		const [hidden, leftOut] = [
			trees.flatMap(({ unseen }) => unseen.hidden),
			trees.flatMap(({ unseen }) => unseen.leftOut),
		];
		this.reach = { writable, readable: trees.flatMap(({ outside }) => outside), caches, hidden, leftOut };
		this.trees = trees;
		this.paths = new CheckoutPaths(trees);
		this.snapshots = new CheckoutSnapshots(snapshots, trees);
		this.remaining = dispose;
	}

	contents(): Promise<ExecutedTree> {
		return executedTree(this.files, this.trees, path => this.paths.placeOf(path).file);
	}

	async write(path: string, content: string | Uint8Array): Promise<void> {
		const { file } = this.paths.placeOf(path);
		// Writing to a link would change its target, and to a pipe wait for its reader.
		if (
			await lstat(file).then(
				found => !found.isFile() && !found.isDirectory(),
				() => false,
			)
		) {
			await removeFolder(file);
		}
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
	}

	async find(glob: string): Promise<readonly string[]> {
		const isWanted = picomatch(glob);
		const found: string[] = [];
		for (const tree of this.trees) {
			const entries = await readdir(tree.dir, { recursive: true, withFileTypes: true });
			for (const entry of entries.filter(each => each.isFile())) {
				const path = relative(tree.dir, join(entry.parentPath, entry.name)).split(sep).join('/');
				const inWorkspace = this.paths.workspacePath(tree, path);
				found.push(...(inWorkspace !== undefined && isWanted(inWorkspace) ? [inWorkspace] : []));
			}
		}
		return found.sort(compareText);
	}

	async remove(path: string): Promise<void> {
		await removeFolder(this.paths.placeOf(path).file);
	}

	async apply(diff: string): Promise<void> {
		const patched = patchFiles(diff, path => readIfThere(this.paths.placeOf(path).file));
		for (const path of patched.keys()) {
			this.paths.placeOf(path);
		}
		for (const [path, content] of patched) {
			await (content === undefined ? this.remove(path) : this.write(path, content));
		}
	}

	async diff(): Promise<string> {
		const changes = [];
		for (const tree of this.trees) {
			for (const change of await tree.changes()) {
				const path = this.paths.workspacePath(tree, change.path);
				changes.push(...(path === undefined ? [] : [{ ...change, path }]));
			}
		}
		return changesText(changes);
	}

	async reset(): Promise<void> {
		for (const tree of this.trees) {
			await tree.reset();
		}
	}

	async moveTo(commit: string, signal?: AbortSignal): Promise<readonly string[]> {
		const [tree, ...others] = this.trees;
		if (tree === undefined || others.length > 0) {
			throw new UserError(
				'The folders of the workspace are in several repositories, whose commits are not one history.',
			);
		}
		const changed = await tree.moveTo(commit, signal);
		return changed.map(path => this.paths.workspacePath(tree, path) ?? `../${path}`);
	}

	snapshot(text: string): Promise<string> {
		return this.snapshots.take(text);
	}

	restore(snapshot: string): Promise<string> {
		return this.snapshots.restore(snapshot);
	}

	dispose(): Promise<void> {
		return this.remaining();
	}
}

function readIfThere(file: string): Buffer | undefined {
	try {
		return readRegularFile(file);
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return undefined;
		}
		throw error;
	}
}

/**
 * A unified diff of changes by workspace path; for files that are not text, or no longer in their encoding, it only
 * states that they differ.
 */
function changesText(changes: readonly TreeChange[]): string {
	const files = [...changes].sort((a, b) => compareText(a.path, b.path));
	return files.map(change => textOf(change)).join('');
}

function textOf({ path, before, after }: TreeChange): string {
	const [old, fresh] = [before && losslessText(before), after && losslessText(after, before)];
	if ((before && old === undefined) || (after && fresh === undefined)) {
		return binaryText(path, before !== undefined, after !== undefined);
	}
	const change: PatchedFile = {
		path,
		...(old !== undefined && { before: old }),
		...(fresh !== undefined && { after: fresh }),
	};
	return printDiff([change]);
}

/** As git writes it without `--binary`. */
function binaryText(path: string, wasThere: boolean, isThere: boolean): string {
	const header = [
		`diff --git a/${path} b/${path}`,
		...(wasThere ? [] : ['new file mode 100644']),
		...(isThere ? [] : ['deleted file mode 100644']),
	];
	const [from, to] = [wasThere ? `a/${path}` : '/dev/null', isThere ? `b/${path}` : '/dev/null'];
	return `${header.join('\n')}\nBinary files ${from} and ${to} differ\n`;
}

/** One file of a checkout. */
interface CheckoutPlace {
	readonly tree: TreeCopy;
	/** In the tree. */
	readonly treePath: string;
	/** Absolute. */
	readonly file: string;
}

/** Maps workspace paths to files of a checkout and back. */
class CheckoutPaths {
	constructor(private readonly trees: readonly TreeCopy[]) {}

	/**
	 * Throws `UserError` for a path that leads out of the checkout, by its parts or through a link, or into a repository.
	 */
	placeOf(path: string): CheckoutPlace {
		const normal = posix.normalize(path);
		const parts = normal.split('/');
		const leadsOut = parts.includes('..') || posix.isAbsolute(path) || win32.isAbsolute(path);
		if (leadsOut || /[\0\\]/.test(path) || parts.some(part => part.toLowerCase() === '.git') || normal === '.') {
			throw new UserError(`${path} is not a path of a file in the workspace.`);
		}
		const place = this.rootPlace(normal);
		if (place === undefined) {
			throw new UserError(`${path} is not in any folder of the workspace.`);
		}
		if (!isWithin(realPath(dirname(place.file)), realPath(place.tree.dir))) {
			throw new UserError(`${path} leads out of the scratch copy through a link: change the file it leads to instead.`);
		}
		return place;
	}

	/** The workspace path of a file of a tree; undefined for one outside of the workspace folders. */
	workspacePath(tree: TreeCopy, treePath: string): string | undefined {
		const root = [...tree.source.roots]
			.sort((a, b) => b.path.length - a.path.length)
			.find(({ path }) => path === '' || treePath.startsWith(`${path}/`));
		const inRoot = root?.path === '' ? treePath : treePath.slice((root?.path.length ?? 0) + 1);
		return root === undefined ? undefined : posix.join(root.name, inRoot);
	}

	private rootPlace(path: string): CheckoutPlace | undefined {
		for (const tree of this.trees) {
			const root = tree.source.roots.find(({ name }) => name === '' || path.startsWith(`${name}/`));
			if (root !== undefined) {
				const treePath = posix.join(root.path, root.name === '' ? path : path.slice(root.name.length + 1));
				return { tree, treePath, file: join(tree.dir, treePath) };
			}
		}
		return undefined;
	}
}

/** The new content of files by path; undefined: the file is deleted. */
type PatchedFiles = ReadonlyMap<string, Uint8Array | undefined>;

/**
 * Applies a unified diff to files, in the encoding of each. `read` returns a file's bytes, undefined if there is none.
 * Throws `UserError` if any part of it does not match exactly.
 */
function patchFiles(diff: string, read: (path: string) => Uint8Array | undefined): PatchedFiles {
	const files = parseDiff(diff);
	if (files.length === 0 && diff.trim() !== '') {
		throw new UserError('This text contains no diff: a diff has lines that start with --- and +++, and hunks.');
	}
	const patched = new Map<string, Uint8Array | undefined>();
	const current = (path: string) => (patched.has(path) ? patched.get(path) : read(path));
	for (const file of files) {
		patchOne(file, current, patched);
	}
	return patched;
}

function patchOne(
	file: FileDiff,
	current: (path: string) => Uint8Array | undefined,
	patched: Map<string, Uint8Array | undefined>,
): void {
	const { oldPath, newPath, hunks } = file;
	const path = newPath ?? oldPath ?? '';
	const before = oldPath === undefined ? undefined : current(oldPath);
	if (oldPath !== undefined && before === undefined) {
		throw new UserError(`The diff does not apply: there is no file ${oldPath}.`);
	}
	if (newPath !== undefined && newPath !== oldPath && current(newPath) !== undefined) {
		throw new UserError(`The diff does not apply: ${newPath} already exists.`);
	}
	if (newPath !== undefined && newPath === oldPath && hunks.length === 0) {
		throw new UserError(`The diff does not state what happens to ${path}.`);
	}
	const after = bytesAfter(file, path, before);
	if (oldPath !== undefined && file.named !== 'copied') {
		patched.set(oldPath, undefined);
	}
	if (newPath !== undefined) {
		patched.set(newPath, after);
	}
}

function bytesAfter(diff: FileDiff, path: string, before: Uint8Array | undefined): Uint8Array {
	if (before !== undefined && diff.hunks.length === 0) {
		return before;
	}
	const text = before === undefined ? undefined : losslessText(before);
	if (before !== undefined && text === undefined) {
		throw new UserError(`The diff does not apply: ${path} is not a text file.`);
	}
	const after = applyDiff(text, diff);
	const isWrong = after === undefined || (diff.newPath === undefined && after !== '');
	const bytes = isWrong ? undefined : encodeLike(after, before);
	if (bytes === undefined) {
		throw new UserError(
			isWrong
				? `The diff does not apply: ${path} contains other lines.`
				: `The diff does not apply: the encoding of ${path} lacks some of its characters.`,
		);
	}
	return bytes;
}
