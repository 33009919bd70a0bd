import { type Dirent, existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, posix, relative } from 'node:path';
import picomatch from 'picomatch';
import { isWithin } from '../../../system/node/files/isWithin';
import installation from '../confinement/sandbox.json';
import { type BaseEntry, stampOf } from './baseEntry';
import { type CopyPlaces, copyFiles, makeLink } from './copyFiles';
import dependencies from './dependencies.json';
import type { DependencyCopies } from './dependencyCopies';
import type { ListedFile } from './listTree';
import { type HiddenPlace, hasHiddenFiles, hiddenPlaces, NamedDependencies } from './namedDependencies';

/** The ignored files that a copy got. */
export interface Companions {
	readonly entries: Map<string, BaseEntry>;
	/** The targets of its links, as absolute paths. */
	readonly linked: ReadonlySet<string>;
	/** Links whose targets a sandbox does not show, as `vendor -> /home/a/other`. */
	readonly leftOut: readonly string[];
	/** The places in them that are not shown. */
	readonly hidden: readonly HiddenPlace[];
}

/**
 * Makes ignored files that running the project needs available in a copy: installed packages and environments as links
 * to the workspace's or as copies, build outputs beside the sources as copies. Links to packages of the project itself
 * among the installed ones lead to the copy; loaders among the packages, which find the project's code relative to
 * their own location, are copied. `paths` are the files of the copy. With `copies`, nothing is linked.
 */
export async function linkDependencies(
	places: CopyPlaces,
	paths: ReadonlySet<string>,
	copies?: DependencyCopies,
): Promise<Companions> {
	const folders = foldersOf(paths);
	const links = new DependencyLinks(places, new NamedDependencies(places.source, paths));
	const copied: ListedFile[] = [];
	for (const folder of folders) {
		for (const entry of await readFolder(join(places.source, folder))) {
			const path = posix.join(folder, entry.name);
			if (paths.has(path) || folders.has(path)) {
				continue;
			}
			if (isDependency(entry, join(places.source, path))) {
				copied.push(...(copies === undefined ? await links.add(path) : []));
				await copies?.add(path);
			} else if (entry.isSymbolicLink() || (entry.isFile() && isBuilt(entry.name))) {
				copied.push({ path });
			}
		}
	}
	const entries = await copyFiles(places, copied, { isCompanion: true });
	const { targets: linked, leftOut, hidden } = links;
	return { entries: new Map([...links.entries, ...entries]), linked, leftOut, hidden };
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

/** Names of folders with installed packages. */
const installed: readonly string[] = [...dependencies.linked, ...dependencies.linkedEntryByEntry];
const isBuilt = picomatch(dependencies.copied);

/** A folder of the tree may have been deleted since. */
function readFolder(folder: string): Promise<Dirent[]> {
	return readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
}

function isDependency(entry: Dirent, folder: string): boolean {
	return (
		!entry.isFile() &&
		(installed.includes(entry.name) || dependencies.markers.some(marker => existsSync(join(folder, marker))))
	);
}

/** Links to the installed packages and environments of the workspace. */
class DependencyLinks {
	readonly entries = new Map<string, BaseEntry>();
	readonly targets = new Set<string>();
	readonly leftOut: string[] = [];
	readonly hidden: HiddenPlace[] = [];

	constructor(
		private readonly places: CopyPlaces,
		private readonly named: NamedDependencies,
	) {}

	/** Returns the files to copy. */
	async add(path: string): Promise<ListedFile[]> {
		const { source } = this.places;
		const folder = join(source, path);
		const real = realIfThere(folder);
		if (isWithin(real, source) && real !== source) {
			this.targets.add(folder).add(real);
			this.hidden.push(...hiddenPlaces(folder), ...hiddenPlaces(real));
		} else {
			for (const part of this.showOutside(path, real)) {
				this.targets.add(join(folder, part)).add(join(real, part));
			}
		}
		if (dependencies.linkedEntryByEntry.includes(posix.basename(path))) {
			await this.linkEntries(path);
			return [];
		}
		if (dependencies.loaders.some(loader => existsSync(join(folder, loader)))) {
			return this.linkPackages(path);
		}
		await this.link(path);
		return [];
	}

	/** Packages are in folders named after their vendors; files beside either are loaders, and returned. */
	private async linkPackages(path: string, isMaker = false): Promise<ListedFile[]> {
		await mkdir(join(this.places.dir, path), { recursive: true });
		const loaders: ListedFile[] = [];
		for (const entry of await readFolder(join(this.places.source, path))) {
			const inner = posix.join(path, entry.name);
			if (entry.isFile()) {
				loaders.push({ path: inner });
			} else if (entry.isDirectory() && !isMaker) {
				loaders.push(...(await this.linkPackages(inner, true)));
			} else {
				await this.link(inner);
			}
		}
		return loaders;
	}

	private async linkEntries(path: string): Promise<void> {
		await mkdir(join(this.places.dir, path), { recursive: true });
		for (const entry of await readFolder(join(this.places.source, path))) {
			const inner = posix.join(path, entry.name);
			if (entry.isDirectory() && entry.name.startsWith('@')) {
				await this.linkEntries(inner);
			} else if (!dependencies.leftOut.includes(entry.name)) {
				await this.link(inner);
			}
		}
	}

	/**
	 * Returns the parts of a link's target folder elsewhere that may be shown: '' for all of it. Of an environment the
	 * parts of an installation; of others all, if the project names them and they have no hidden files.
	 */
	private showOutside(path: string, real: string): readonly string[] {
		const { source } = this.places;
		if (!existsSync(real) || isOfUser(real, source)) {
			return [];
		}
		const isEnvironment = dependencies.markers.some(marker => existsSync(join(real, marker)));
		// A project may have its environment in its own folder.
		if (isEnvironment && hiddenPlaces(real).length === 0) {
			return installation.installationParts;
		}
		const [vendor = '', last = path] = path.split('/').slice(-2);
		const name = vendor.startsWith('@') ? `${vendor}/${last}` : posix.basename(path);
		if (this.named.has(name, real) && !hasHiddenFiles(real)) {
			return [''];
		}
		this.leftOut.push(`${path} -> ${real}`);
		return [];
	}

	private async link(path: string): Promise<void> {
		const { source, dir } = this.places;
		const own = join(source, path);
		const real = realIfThere(own);
		const isOwn = isOwnPackage(real, source);
		const target = isOwn ? join(dir, relative(source, real)) : own;
		if (!isOwn && !isWithin(real, source)) {
			for (const part of this.showOutside(path, real)) {
				this.targets.add(join(real, part));
			}
		}
		await makeLink(target, join(dir, path), true);
		const stamp = await stampOf(join(dir, path));
		this.entries.set(path, { kind: 'link', target, mode: 0, isCompanion: true, stamp });
	}
}

function realIfThere(path: string): string {
	return existsSync(path) ? realpathSync.native(path) : path;
}

/** Not the folder of the user, nor one that contains the workspace. */
function isOfUser(real: string, source: string): boolean {
	return isWithin(source, real) || isWithin(realIfThere(homedir()), real);
}

/** Part of the project, not one of its installed packages. */
function isOwnPackage(real: string, source: string): boolean {
	const parts = isWithin(real, source) ? relative(source, real).split(/[/\\]/) : installed;
	return !parts.some(part => installed.includes(part));
}
