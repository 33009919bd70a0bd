import { type Dirent, existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import picomatch from 'picomatch';
import { type BaseEntry, stampOf } from './baseEntry';
import { type CopyPlaces, copyFiles, makeLink } from './copyFiles';
import dependencies from './dependencies.json';
import type { ListedFile } from './listTree';
import { isWithin } from './sourceTree';

/**
 * Makes ignored files that running the project needs available in a copy: installed packages and environments as links
 * to the workspace's, build outputs beside the sources as copies. Where packages of the project itself are linked among
 * the installed ones, the links lead to the copy; loaders among the packages, which find the project's code relative to
 * their own location, are copied. `paths` are the files of the copy.
 */
export async function linkDependencies(
	places: CopyPlaces,
	paths: ReadonlySet<string>,
): Promise<Map<string, BaseEntry>> {
	const folders = foldersOf(paths);
	const companions = new Map<string, BaseEntry>();
	const copied: ListedFile[] = [];
	for (const folder of folders) {
		for (const entry of await readFolder(join(places.source, folder))) {
			const path = posix.join(folder, entry.name);
			if (paths.has(path) || folders.has(path)) {
				continue;
			}
			if (isDependency(entry, join(places.source, path))) {
				copied.push(...(await linkFolder(places, path, companions)));
			} else if (entry.isSymbolicLink() || (entry.isFile() && isBuilt(entry.name))) {
				copied.push({ path });
			}
		}
	}
	return new Map([...companions, ...(await copyFiles(places, copied, { isCompanion: true }))]);
}

/** All folders that contain one of the files, including ''. */
export function foldersOf(paths: Iterable<string>): Set<string> {
	const folders = new Set(['']);
	for (const path of paths) {
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			folders.add(path.slice(0, end));
		}
	}
	return folders;
}

const isBuilt = picomatch(dependencies.copied);

/** A folder of the tree may have been deleted since. */
function readFolder(folder: string): Promise<Dirent[]> {
	return readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
}

function isDependency(entry: Dirent, folder: string): boolean {
	const isNamed = [...dependencies.linked, ...dependencies.linkedEntryByEntry].includes(entry.name);
	return !entry.isFile() && (isNamed || dependencies.markers.some(marker => existsSync(join(folder, marker))));
}

/** Returns the files to copy. */
async function linkFolder(places: CopyPlaces, path: string, links: Map<string, BaseEntry>): Promise<ListedFile[]> {
	if (dependencies.linkedEntryByEntry.includes(posix.basename(path))) {
		await linkEntries(places, path, links);
		return [];
	}
	if (dependencies.loaders.some(loader => existsSync(join(places.source, path, loader)))) {
		return linkPackages(places, path, links);
	}
	links.set(path, await link(places, path));
	return [];
}

/** Packages are in folders named after their vendors; files beside either are loaders, and returned. */
async function linkPackages(
	places: CopyPlaces,
	path: string,
	links: Map<string, BaseEntry>,
	isMaker = false,
): Promise<ListedFile[]> {
	await mkdir(join(places.dir, path), { recursive: true });
	const loaders: ListedFile[] = [];
	for (const entry of await readFolder(join(places.source, path))) {
		const inner = posix.join(path, entry.name);
		if (entry.isFile()) {
			loaders.push({ path: inner });
		} else if (entry.isDirectory() && !isMaker) {
			loaders.push(...(await linkPackages(places, inner, links, true)));
		} else {
			links.set(inner, await link(places, inner));
		}
	}
	return loaders;
}

async function linkEntries(places: CopyPlaces, path: string, links: Map<string, BaseEntry>): Promise<void> {
	await mkdir(join(places.dir, path), { recursive: true });
	for (const entry of await readFolder(join(places.source, path))) {
		const inner = posix.join(path, entry.name);
		if (entry.isDirectory() && entry.name.startsWith('@')) {
			await linkEntries(places, inner, links);
		} else if (!dependencies.leftOut.includes(entry.name)) {
			links.set(inner, await link(places, inner));
		}
	}
}

async function link({ source, dir }: CopyPlaces, path: string): Promise<BaseEntry> {
	const own = join(source, path);
	const real = existsSync(own) ? realpathSync.native(own) : own;
	const target = isOwnPackage(real, source) ? join(dir, relative(source, real)) : own;
	await makeLink(target, join(dir, path), true);
	return { kind: 'link', target, mode: 0, isCompanion: true, stamp: await stampOf(join(dir, path)) };
}

/** Part of the project, not one of its installed packages. */
function isOwnPackage(real: string, source: string): boolean {
	const installed = [...dependencies.linked, ...dependencies.linkedEntryByEntry];
	const parts = isWithin(real, source) ? relative(source, real).split(/[/\\]/) : installed;
	return !parts.some(part => installed.includes(part));
}
