import { realpathSync } from 'node:fs';
import { dirname, join, posix, win32 } from 'node:path';
import { UserError } from '../../core/util/userError';
import { isWithin } from './sourceTree';
import type { TreeCopy } from './treeCopy';

/** One file of a checkout. */
export interface CheckoutPlace {
	readonly tree: TreeCopy;
	/** In the tree. */
	readonly treePath: string;
	/** Absolute. */
	readonly file: string;
}

/** From workspace paths to files of a checkout and back. */
export class CheckoutPaths {
	constructor(private readonly trees: readonly TreeCopy[]) {}

	/** Throws `UserError` for a path that leads out of the checkout, by its parts or through a link, or into a repository. */
	placeOf(path: string): CheckoutPlace {
		const normal = posix.normalize(path);
		const parts = normal.split('/');
		const leadsOut = parts.includes('..') || posix.isAbsolute(path) || win32.isAbsolute(path);
		if (leadsOut || /[\0\\]/.test(path) || parts.some(part => part.toLowerCase() === '.git') || normal === '.') {
			throw new UserError(`${path} is no path of a file in the workspace.`);
		}
		const place = this.rootPlace(normal);
		if (place === undefined) {
			throw new UserError(`${path} lies in no folder of the workspace.`);
		}
		if (!isWithin(realFolder(dirname(place.file)), realpathSync.native(place.tree.dir))) {
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

/** Of a folder that is not there yet: that of the nearest one above it. */
function realFolder(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) {
			throw error;
		}
		return realFolder(dirname(folder));
	}
}
