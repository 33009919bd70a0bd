import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withRegularFile } from '../../../system/node/files/regularFile';
import { gitFolder } from './gitFolder';
import { type GitIndex, readGitIndex } from './gitIndex';

/** A folder of a repository. Its index is read when it is first asked for. */
export class RepositoryFolder {
	private constructor(
		private readonly repository: LazyRepository,
		/** From the top of the repository: '' or `backend/`. */
		private readonly path: string,
	) {}

	/** `onProblem` is called if the index cannot be read; then nothing is tracked. */
	static at(top: string, path: string, onProblem: (error: unknown) => void): RepositoryFolder {
		return new RepositoryFolder(new LazyRepository(top, onProblem), path);
	}

	/** Absolute path of git's index; undefined if it was not asked for. */
	get indexFile(): string | undefined {
		return this.repository.indexFile;
	}

	into(name: string): RepositoryFolder {
		return new RepositoryFolder(this.repository, `${this.path}${name}/`);
	}

	/** Whether git tracks a file of this folder. */
	tracksFile(name: string): boolean {
		return this.repository.tracked().hasFile(this.path + name);
	}

	/** Whether a folder in this one contains a tracked file, or is a submodule. */
	tracksFolder(name: string): boolean {
		return this.repository.tracked().hasFolder(this.path + name);
	}
}

class LazyRepository {
	private files: TrackedFiles | undefined;

	constructor(
		private readonly top: string,
		private readonly onProblem: (error: unknown) => void,
	) {}

	get indexFile(): string | undefined {
		return this.files === undefined ? undefined : indexFileOf(this.top);
	}

	tracked(): TrackedFiles {
		this.files ??= this.read();
		return this.files;
	}

	private read(): TrackedFiles {
		try {
			return TrackedFiles.read(this.top);
		} catch (error) {
			this.onProblem(error);
			return TrackedFiles.none;
		}
	}
}

/** Files that git tracks. Paths are relative to the top of the repository, with forward slashes. */
class TrackedFiles {
	static readonly none = new TrackedFiles([]);
	private readonly files: ReadonlySet<string>;
	private readonly folders: ReadonlySet<string>;

	private constructor(paths: readonly string[]) {
		this.files = new Set(paths);
		this.folders = foldersOf(paths);
	}

	/**
	 * Reads the index of a repository itself: git would take tens of milliseconds to start, and would obey the settings of
	 * a repository that need not be trusted. Throws if the index cannot be read.
	 */
	static read(top: string): TrackedFiles {
		const file = indexFileOf(top);
		if (!existsSync(file)) {
			return TrackedFiles.none;
		}
		const { paths, shared } = readIndexFile(file);
		const added = paths.filter(path => path !== '');
		if (shared === undefined) {
			return new TrackedFiles(added);
		}
		const base = readIndexFile(join(dirname(file), `sharedindex.${shared.hash}`)).paths;
		return new TrackedFiles([...base.filter((_, at) => shared.removed[at] !== 1), ...added]);
	}

	hasFile(path: string): boolean {
		return this.files.has(path);
	}

	/** Whether a folder contains a tracked file, or is a submodule. */
	hasFolder(path: string): boolean {
		return this.folders.has(path) || this.files.has(path);
	}
}

function indexFileOf(top: string): string {
	return join(gitFolder(top).own, 'index');
}

const sizeLimitBytes = 512 * 1024 * 1024;

function readIndexFile(file: string): GitIndex {
	return withRegularFile(file, file, (descriptor, { size }) => {
		if (size > sizeLimitBytes) {
			throw new Error(`git's index is too large: ${Math.ceil(size / 1024 / 1024)} MB`);
		}
		return readGitIndex(readFileSync(descriptor));
	});
}

/** Most neighbors are in the same folder. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
	const folders = new Set<string>();
	let before = '';
	for (const path of paths) {
		let folder = parentOf(path);
		if (folder === before) {
			continue;
		}
		before = folder;
		for (; folder !== '' && !folders.has(folder); folder = parentOf(folder)) {
			folders.add(folder);
		}
	}
	return folders;
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
