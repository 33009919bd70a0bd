import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../../../system/node/files/regularFile';
import dependencies from './dependencies.json';

/**
 * Which folders outside of a workspace its own manifests and lock files name: by path, or as a package by its name.
 * Only those are shown to a program in a sandbox: a link among ignored files may lead to any folder of the user.
 */
export class NamedDependencies {
	private readonly paths = new Set<string>();
	private readonly texts: string[] = [];

	/** `source`: the tree. `files`: its files, by path. */
	constructor(source: string, files: Iterable<string>) {
		for (const path of files) {
			if (dependencies.manifests.includes(path.slice(path.lastIndexOf('/') + 1))) {
				this.read(join(source, path));
			}
		}
	}

	/** `name`: of the link, such as `left-pad` or `@acme/tools`. `real`: its target. */
	has(name: string, real: string): boolean {
		return this.paths.has(real) || (packageName(real) === name && this.texts.some(text => isNamed(text, name)));
	}

	private read(manifest: string): void {
		const text = textIn(manifest);
		this.texts.push(text);
		for (const [, path = ''] of text.matchAll(namedPath)) {
			const named = resolve(dirname(manifest), path);
			this.paths.add(existsSync(named) ? realpathSync.native(named) : named);
		}
	}
}

/** A path as manifests name a folder: `"file:../a"`, `path = "../a"`, `=> ../a`, `-e /home/a`. */
const namedPath = /(?<![\w./])(?:(?:file|link|portal):)?((?:\.{1,2}\/|\/)[^\s"'`,;)\]}#]{1,1000})/g;

function isNamed(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
		if (!/[\w.-]/.test(text[at - 1] ?? '') && !/[\w.-]/.test(text[at + name.length] ?? '')) {
			return true;
		}
	}
	return false;
}

/** The name in the manifest of a package; undefined if it has none. */
function packageName(folder: string): unknown {
	for (const manifest of dependencies.packages) {
		try {
			return (JSON.parse(textIn(join(folder, manifest))) as { readonly name?: unknown }).name;
		} catch {
			// It has another kind of manifest, or none.
		}
	}
	return undefined;
}

/**
 * Whether a folder contains hidden files other than the usual settings of tools, such as `.git` and `.env`, at any
 * depth outside its own packages; also true if it is too large to know.
 */
export function hasHiddenFiles(top: string): boolean {
	let nLeft = mostEntries;
	for (const waiting = [top]; waiting.length > 0; ) {
		const folder = waiting.pop() ?? top;
		for (const entry of entriesIn(folder)) {
			nLeft--;
			if (nLeft < 0 || (entry.name.startsWith('.') && !isHarmless(entry.name))) {
				return true;
			}
			const isInstalled = [...dependencies.linked, ...dependencies.linkedEntryByEntry].includes(entry.name);
			if (entry.isDirectory() && !isInstalled) {
				waiting.push(join(folder, entry.name));
			}
		}
	}
	return false;
}

/** A file or folder that is there, but without its content. */
export interface HiddenPlace {
	readonly path: string;
	readonly isFolder: boolean;
}

/** Repositories and secrets in a folder of installed packages, or in one of the packages. */
export function hiddenPlaces(top: string): HiddenPlace[] {
	const own = entriesIn(top);
	const inner = own.filter(entry => entry.isDirectory()).map(({ name }) => join(top, name));
	return [top, ...inner].flatMap(folder =>
		(folder === top ? own : entriesIn(folder))
			.filter(({ name }) => /^\.(?:git|env(?:\..*)?)$/.test(name))
			.map(entry => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() })),
	);
}

function entriesIn(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

const mostEntries = 50_000;

function isHarmless(name: string): boolean {
	return dependencies.harmless.some(
		each => name === each || (each.endsWith('*') && name.startsWith(each.slice(0, -1))),
	);
}

function textIn(file: string): string {
	try {
		return readRegularFile(file).toString('utf8').slice(0, mostCharacters);
	} catch {
		// It is gone, or a pipe.
		return '';
	}
}

const mostCharacters = 5_000_000;
