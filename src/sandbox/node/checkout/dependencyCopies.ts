import { constants, type Dirent, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink, utimes } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path';
import { isWithin } from '../../../system/node/files/isWithin';
import { UserError } from '../../../system/pure/errors/userError';
import { inParallel } from '../../../system/pure/waiting/inParallel';
import { stampOf } from './baseEntry';
import type { CopyPlaces } from './copyFiles';
import dependencies from './dependencies.json';
import { removeFolder } from './removeFolder';

interface Budget {
	readonly files: number;
	readonly bytes: number;
}

const gigabyte = 1024 ** 3;
/** For all installed packages and environments of a tree. */
const installedBudget: Budget = { files: 500_000, bytes: 4 * gigabyte };
/** For the target of one link. */
const linkedBudget: Budget = { files: 20_000, bytes: gigabyte / 4 };

/**
 * Copies of installed packages and environments in a scratch copy, for commands without a sandbox: through a link they
 * would change the user's own. The copies share the disk space if the file system can. Links that lead out of the tree
 * become copies of their targets, except links to programs.
 */
export class DependencyCopies {
	/** The copied files and folders, by path in the tree. */
	private readonly sources = new Map<string, string>();
	private readonly stamps = new Map<string, string>();
	private left = installedBudget;

	constructor(private readonly places: CopyPlaces) {}

	/** Copies a folder of the tree. Throws `UserError` if there is too much to copy. */
	async add(path: string): Promise<void> {
		const from = await realpath(join(this.places.source, path));
		const size = await sizeOf(from, this.left);
		if (size === undefined) {
			const limit = `${installedBudget.bytes / gigabyte} GB`;
			throw new UserError(
				`${path} is too large for a scratch copy: without a sandbox, installed packages are copied, up to ${limit}. The README describes how to get a sandbox.`,
			);
		}
		this.left = { files: this.left.files - size.files, bytes: this.left.bytes - size.bytes };
		await this.copy(path, from);
	}

	/** Replaces a link of the copy that leads out of it; one with too large a target, or none, is removed. */
	async replaceIfOut(path: string): Promise<boolean> {
		const { source, dir } = this.places;
		const link = join(dir, path);
		if (isWithin(await targetOf(link), dir)) {
			return false;
		}
		const target = await realpath(join(source, path)).catch(() => undefined);
		const found = target === undefined ? undefined : await lstat(target);
		if (target !== undefined && found !== undefined && isProgram(target, found)) {
			return false;
		}
		await removeFolder(link);
		if (target !== undefined && (await sizeOf(target, linkedBudget)) !== undefined) {
			await this.copy(path, target);
		}
		return true;
	}

	/** Whether a path is a copy, or in one. */
	has(path: string): boolean {
		return [...this.sources.keys()].some(top => path === top || path.startsWith(`${top}/`));
	}

	/** Reverts all changes. */
	async restore(): Promise<void> {
		const tops = [...this.sources.keys()];
		const now = new Map<string, string>();
		for (const top of tops) {
			await this.stamp(top, now);
		}
		for (const path of [...now.keys()].filter(each => now.get(each) !== this.stamps.get(each))) {
			await removeFolder(join(this.places.dir, path));
		}
		const copied: string[] = [];
		for (const path of [...this.stamps.keys()].filter(each => now.get(each) !== this.stamps.get(each))) {
			// A folder is copied with its content.
			if (!copied.some(folder => path.startsWith(`${folder}/`))) {
				const top = tops.find(each => path === each || path.startsWith(`${each}/`)) ?? path;
				await this.copyWhole(join(this.sources.get(top) ?? '', posix.relative(top, path)), path, path === top);
				copied.push(path);
			}
		}
	}

	private async copy(path: string, from: string): Promise<void> {
		this.sources.set(path, from);
		await mkdir(dirname(join(this.places.dir, path)), { recursive: true });
		await this.copyWhole(from, path, true);
	}

	/** With links that lead nowhere else, and stamps. */
	private async copyWhole(from: string, path: string, isTop: boolean): Promise<void> {
		await this.copyTree(from, path, isTop);
		const found = new Map<string, string>();
		await this.stamp(path, found);
		for (const [inner, stamp] of found) {
			if (stamp.startsWith(linkStamp)) {
				await this.redirect(inner, stamp.slice(linkStamp.length));
			}
		}
		await this.stamp(path, this.stamps);
	}

	/** Times are kept: interpreters compare them with the times of compiled files. No pipe or socket is copied. */
	private async copyTree(from: string, path: string, isTop = false): Promise<void> {
		const to = join(this.places.dir, path);
		const found = await lstat(from).catch(() => undefined);
		if (found?.isDirectory()) {
			await mkdir(to, { recursive: true });
			const names = (await entriesIn(from)).map(({ name }) => name);
			const copied = names.filter(name => !isTop || !dependencies.leftOut.includes(name));
			await inParallel(copied, name => this.copyTree(join(from, name), posix.join(path, name)));
		} else if (found?.isSymbolicLink()) {
			await symlink(await readlink(from), to);
		} else if (found?.isFile()) {
			await copyFile(from, to, constants.COPYFILE_FICLONE);
			await utimes(to, found.atime, found.mtime);
		}
	}

	/** An absolute link into the tree is redirected into the copy. */
	private async redirect(path: string, target: string): Promise<void> {
		const { source, dir } = this.places;
		if (isAbsolute(target) && isWithin(target, source)) {
			await removeFolder(join(dir, path));
			await symlink(join(dir, relative(source, target)), join(dir, path));
		} else {
			await this.replaceIfOut(path);
		}
	}

	/** Adds the stamps of a file, or of a folder with all its content. */
	private async stamp(path: string, stamps: Map<string, string>): Promise<void> {
		const file = join(this.places.dir, path);
		const found = await lstat(file).catch(() => undefined);
		if (found?.isDirectory()) {
			stamps.set(path, 'folder');
			await inParallel(await entriesIn(file), ({ name }) => this.stamp(posix.join(path, name), stamps));
		} else if (found !== undefined) {
			stamps.set(path, await stampOf(file));
		}
	}
}

const linkStamp = '-> ';

function isProgram(path: string, found: Stats): boolean {
	return found.isFile() && (found.mode & 0o111) !== 0 && /^s?bin$/.test(basename(dirname(path)));
}

/** Returns the target of a link, even if nothing exists there. */
async function targetOf(link: string): Promise<string> {
	return realpath(link).catch(async () => resolve(dirname(link), await readlink(link)));
}

/** Undefined if it is more than the budget. */
async function sizeOf(top: string, budget: Budget): Promise<Budget | undefined> {
	let [files, bytes] = [0, 0];
	for (let level = [top]; level.length > 0; ) {
		const next: string[] = [];
		await inParallel(level, async path => {
			const found = await lstat(path).catch(() => undefined);
			files += 1;
			bytes += found?.isFile() ? found.size : 0;
			if (found?.isDirectory() && files <= budget.files) {
				next.push(...(await entriesIn(path)).map(({ name }) => join(path, name)));
			}
		});
		if (files > budget.files || bytes > budget.bytes) {
			return undefined;
		}
		level = next;
	}
	return { files, bytes };
}

function entriesIn(folder: string): Promise<Dirent[]> {
	return readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
}
