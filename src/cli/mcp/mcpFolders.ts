import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Place } from '../../runs/pure/model/symbol';
import { isWithin } from '../../system/node/files/isWithin';
import { realPath } from '../../system/node/files/realPath';
import { namedRoots, type RootFolder } from '../../system/node/files/rootFolder';

/** The folders that a server works on: those the user gave it, or the part of them its client works on. */
export class McpFolders {
	private folders: readonly string[];

	/** `given`: absolute. */
	constructor(private readonly given: readonly string[]) {
		this.folders = given;
	}

	/** Absolute. */
	get list(): readonly string[] {
		return this.folders;
	}

	get roots(): readonly RootFolder[] {
		return this.folders.map(dir => ({ name: basename(dir), dir }));
	}

	/**
	 * Takes over the roots of a client, as file URIs: those within the given folders, and the given folders within one of
	 * them. No root leads out of the user's folders; without any that counts, all given folders do.
	 */
	useRoots(uris: readonly string[]): void {
		const roots = uris.flatMap(pathsOf);
		const inside = roots.filter(root => this.given.some(folder => isWithin(root, realPath(folder))));
		const around = this.given.filter(folder => roots.some(root => isWithin(realPath(folder), root)));
		const wanted = [...new Set([...around, ...inside.filter(root => !around.map(realPath).includes(root))])];
		this.folders = wanted.length === 0 ? this.given : wanted;
	}

	/** `file:///work/project/orders/book.py#L10-L24`. */
	uriOf({ file, startLine, endLine }: Place): string {
		const root = namedRoots(this.roots).find(({ name }) => name === '' || file.startsWith(`${name}/`));
		const path = root === undefined || root.name === '' ? file : file.slice(root.name.length + 1);
		return `${pathToFileURL(join(root?.dir ?? '', path)).href}#L${startLine}-L${endLine}`;
	}
}

/** Empty if it is no folder of this machine. */
function pathsOf(uri: string): readonly string[] {
	try {
		return [realPath(fileURLToPath(uri))];
	} catch {
		return [];
	}
}
