import { readFileSync } from 'node:fs';
import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Checkout, Files } from '../../core/ports';
import { changesText } from './changesText';
import { CheckoutPaths } from './checkoutPaths';
import { patchFiles } from './patchFiles';
import { removeFolder } from './removeFolder';
import type { TreeCopy } from './treeCopy';

export interface ScratchCheckoutParts {
	readonly folder: string;
	readonly files: Files;
	readonly trees: readonly TreeCopy[];
	readonly dispose: () => Promise<void>;
}

/** A copy of the workspace on disk. */
export class ScratchCheckout implements Checkout {
	readonly folder: string;
	readonly files: Files;
	private readonly trees: readonly TreeCopy[];
	private readonly paths: CheckoutPaths;
	private readonly remaining: () => Promise<void>;

	constructor({ folder, files, trees, dispose }: ScratchCheckoutParts) {
		this.folder = folder;
		this.files = files;
		this.trees = trees;
		this.paths = new CheckoutPaths(trees);
		this.remaining = dispose;
	}

	async write(path: string, content: string | Uint8Array): Promise<void> {
		const { file } = this.paths.placeOf(path);
		// Writing to a link would change what it leads to.
		if (
			await lstat(file).then(
				found => found.isSymbolicLink(),
				() => false,
			)
		) {
			await removeFolder(file);
		}
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
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

	dispose(): Promise<void> {
		return this.remaining();
	}
}

function readIfThere(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
			return undefined;
		}
		throw error;
	}
}
