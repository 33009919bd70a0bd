import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import leftOut from '../../../system/node/files/leftOutFolders.json';
import { requireDescriptors } from '../../../system/node/files/regularFile';
import { errorText } from '../../../system/pure/errors/errorText';
import type { FileEntry } from '../../../system/pure/files';
import { compareText } from '../../../system/pure/text/compareText';
import { filesAround, IgnoreRules, ignoreFileName, repositoryAround } from '../ignoring/ignoreRules';
import { LeftOutEntries } from '../ignoring/leftOutEntries';
import { RepositoryFolder } from '../ignoring/trackedFiles';
import { effectiveExcludes } from './effectiveExcludes';

/** Something in the workspace that could not be read. Plain JSON data: it crosses from the worker. */
export interface FileProblem {
	/** Workspace path; '' for the workspace folder itself. */
	readonly path: string;
	readonly reason: string;
	/** Rules leave out all files of the workspace folder. `reason` names one, and the remedy, in whole sentences. */
	readonly leavesNothing?: true;
}

/** Files of one folder. Paths are relative to the walked root, with forward slashes. */
export interface WalkedFolder {
	readonly files: readonly FileEntry[];
	readonly problems: readonly FileProblem[];
}

/** Everything the result of a walk depends on, except the sizes and times of the files. */
export interface WalkRecord {
	/** The state of each folder that was read, before it was read. Paths are '' or `src/core/`. */
	readonly folders: Map<string, FolderState>;
	/** Absolute paths of the files with ignore rules, whether they exist or not. */
	readonly rules: Set<string>;
}

export interface FolderState {
	readonly modifiedMs: number;
	/** The file system it is on. */
	readonly device: number;
}

/**
 * Yields every file below `root` that is not ignored, sorted by path, in small steps. Left out: files named by
 * `.gitignore` files and the `excludes` globs, version control, installed packages, virtual environments and caches. A
 * file that git tracks is not ignored, whatever its rules. A name with a line break is left out and reported: it could
 * begin a line of its own in an answer for a model. Links are not followed: a target inside the workspace is visited
 * under its own path, and targets outside do not belong to it. `record` is complete at the end.
 */
export function* walkFolder(root: string, excludes: readonly string[], record?: WalkRecord): Generator<WalkedFolder> {
	yield* new FolderWalk(root, excludes, record).run();
}

interface Folder {
	/** '' or `src/core/`. */
	readonly path: string;
	readonly rules: IgnoreRules;
	readonly repository: RepositoryFolder | undefined;
	/** It is ignored itself: only tracked files count in it. */
	readonly isIgnored: boolean;
}

/** A part of the remaining walk. */
type Part = Folder | { readonly files: readonly string[] };

class FolderWalk {
	private readonly isExcluded: (path: string) => boolean;
	private readonly leftOut: LeftOutEntries;
	private readonly prefix: string;
	private problems: FileProblem[] = [];
	private readonly repositories: RepositoryFolder[] = [];

	constructor(
		private readonly root: string,
		excludes: readonly string[],
		private readonly record?: WalkRecord,
	) {
		const globs = effectiveExcludes(excludes).filter(glob => !isCostly(glob));
		this.isExcluded = globs.length === 0 ? () => false : picomatch(globs, { dot: true });
		this.leftOut = new LeftOutEntries(root, globs);
		this.prefix = root.endsWith(sep) ? root : root + sep;
		for (const glob of excludes.filter(isCostly)) {
			this.report('', `exclude pattern not used: ${glob} contains * too often`);
		}
	}

	*run(): Generator<WalkedFolder> {
		const waiting: Part[] = [this.top()];
		let isEmpty = true;
		for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
			if ('path' in part) {
				// The last one waiting is the next.
				waiting.push(...this.partsOf(part).reverse());
			}
			const files = 'files' in part ? this.entriesOf(part.files) : [];
			isEmpty &&= files.every(({ path }) => isHidden(path));
			yield { files, problems: this.newProblems() };
		}
		for (const { indexFile } of this.repositories) {
			indexFile !== undefined && this.record?.rules.add(indexFile);
		}
		const reason = isEmpty ? this.leftOut.explanation() : undefined;
		yield { files: [], problems: reason === undefined ? [] : [{ path: '', reason, leavesNothing: true }] };
	}

	private top(): Folder {
		const rules = this.readRules('', IgnoreRules.none, () => {
			for (const file of this.record === undefined ? [] : filesAround(this.root)) {
				this.record?.rules.add(file);
			}
			return IgnoreRules.around(this.root);
		});
		const top = repositoryAround(this.root);
		const inside = top === undefined ? [] : relative(top, this.root).split(sep).filter(Boolean);
		const repository = top === undefined ? undefined : this.repository(top, inside.map(name => `${name}/`).join(''));
		return { path: '', rules, repository, isIgnored: false };
	}

	private repository(top: string, inside: string): RepositoryFolder {
		const path = relative(this.root, top).split(sep).join('/');
		const shown = path.startsWith('..') ? '' : path;
		const repository = RepositoryFolder.at(top, inside, error => {
			requireDescriptors(error);
			this.report(shown, `the files that git tracks are not known: ${errorText(error)}`);
		});
		this.repositories.push(repository);
		return repository;
	}

	/** The files and folders in a folder, sorted. */
	private partsOf(folder: Folder): Part[] {
		try {
			return this.readFolder(folder);
		} catch (error) {
			requireDescriptors(error);
			this.report(folder.path.slice(0, -1), reasonOf(folder.path, error));
			return [];
		}
	}

	private readFolder(folder: Folder): Part[] {
		const { path } = folder;
		if (this.record !== undefined) {
			this.record.folders.set(path, folderState(this.prefix + path));
		}
		const content = readdirSync(this.prefix + path, { withFileTypes: true });
		if (path !== '' && content.some(entry => markers.has(entry.name))) {
			return [];
		}
		const inside = this.withOwnRules(folder, content);
		const sorted: { readonly key: string; readonly part: Part | string }[] = [];
		for (const entry of content) {
			const isFolder = entry.isDirectory();
			if (lineBreak.test(entry.name)) {
				this.report(path + entry.name.replaceAll(/\s/g, ' '), 'its name has a line break');
				continue;
			}
			if ((isFolder || entry.isFile()) && !isLeftOut(entry.name)) {
				const part = this.counts(inside, entry.name, isFolder);
				part !== undefined && sorted.push({ key: isFolder ? `${entry.name}/` : entry.name, part });
			}
		}
		sorted.sort((a, b) => compareText(a.key, b.key));
		return inRuns(sorted.map(({ part }) => part));
	}

	/** Returns a folder to visit, or the path of a file; undefined for an entry that does not count. */
	private counts(inside: Folder, name: string, isFolder: boolean): Part | string | undefined {
		const path = inside.path + name;
		if (this.isExcluded(path)) {
			this.leftOut.addExcluded(path);
			return undefined;
		}
		const { rules, repository } = inside;
		const rule = inside.isIgnored ? undefined : rules.ignoring(name, isFolder);
		const isIgnored = inside.isIgnored || rule !== undefined;
		if (isIgnored && !(isFolder ? repository?.tracksFolder(name) : repository?.tracksFile(name))) {
			rule !== undefined && this.leftOut.addIgnored(rule);
			return undefined;
		}
		return isFolder
			? { path: `${path}/`, rules: rules.into(name), repository: repository?.into(name), isIgnored }
			: path;
	}

	/** With the rules in the folder itself. A repository in a repository has files of its own. */
	private withOwnRules(folder: Folder, content: readonly Dirent[]): Folder {
		const { path } = folder;
		const hasRules = content.some(entry => entry.name === ignoreFileName && entry.isFile());
		const isRepository = path !== '' && content.some(entry => entry.name === '.git');
		const file = path + ignoreFileName;
		hasRules && this.record?.rules.add(this.prefix + file);
		const rules = hasRules
			? this.readRules(file, folder.rules, () => folder.rules.with(this.prefix + file))
			: folder.rules;
		const repository = isRepository ? this.repository(join(this.root, path), '') : folder.repository;
		return { ...folder, rules, repository };
	}

	/** Unreadable ignore rules ignore nothing, but are reported. */
	private readRules(path: string, otherwise: IgnoreRules, read: () => IgnoreRules): IgnoreRules {
		try {
			return read();
		} catch (error) {
			requireDescriptors(error);
			this.report(path, `ignore rules not read: ${errorText(error)}`);
			return otherwise;
		}
	}

	private entriesOf(paths: readonly string[]): FileEntry[] {
		const { files, problems } = fileEntries(this.prefix, paths);
		this.problems.push(...problems);
		return files;
	}

	private report(path: string, reason: string): void {
		this.problems.push({ path, reason });
	}

	private newProblems(): readonly FileProblem[] {
		const { problems } = this;
		this.problems = [];
		return problems;
	}
}

/** The sizes and times of files; `prefix` makes their paths absolute. */
export function fileEntries(
	prefix: string,
	paths: readonly string[],
): { readonly files: FileEntry[]; readonly problems: FileProblem[] } {
	const files: FileEntry[] = [];
	const problems: FileProblem[] = [];
	for (const path of paths) {
		try {
			const { size, mtimeMs } = lstatSync(prefix + path);
			files.push({ path, sizeBytes: size, modifiedMs: Math.trunc(mtimeMs) });
		} catch (error) {
			problems.push({ path, reason: reasonOf(path, error) });
		}
	}
	return { files, problems };
}

/** A name in another encoding was decoded with losses, so nothing has it. */
function reasonOf(path: string, error: unknown): string {
	const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
	return isGone && path.includes('\ufffd') ? 'its name is not UTF-8: rename it' : errorText(error);
}

/** Throws if the folder does not exist. */
export function folderState(folder: string): FolderState {
	const { mtimeMs, dev } = lstatSync(folder);
	return { modifiedMs: mtimeMs, device: dev };
}

/** Neighboring files make one part. */
function inRuns(sorted: readonly (Part | string)[]): Part[] {
	const parts: Part[] = [];
	let run: string[] = [];
	for (const part of sorted) {
		if (typeof part !== 'string') {
			parts.push(part);
			run = [];
			continue;
		}
		if (run.length === 0) {
			parts.push({ files: run });
		}
		run.push(part);
	}
	return parts;
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

function isHidden(path: string): boolean {
	return path.startsWith('.') || path.includes('/.');
}

/**
 * Matching takes time that grows with the length of a name to the power of the number of its stars. A folder may bring
 * such patterns in settings of its own.
 */
function isCostly(glob: string): boolean {
	const parts = glob.split('/');
	const nStars = (part: string) => part.split('*').length - 1;
	return parts.some(part => part !== '**' && nStars(part) > 3) || parts.filter(part => part === '**').length > 4;
}

const names: ReadonlySet<string> = new Set(leftOut.names);
function isLeftOut(name: string): boolean {
	return names.has(name) || leftOut.extensions.some(extension => name.endsWith(extension));
}

const markers: ReadonlySet<string> = new Set([...leftOut.markers, leftOut.ownMarker]);
