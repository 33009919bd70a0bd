import { mkdtemp, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { makeBareRepository } from '../../../../history/node/git/bareRepository';
import { askGit, type GitOptions, runGit } from '../../../../history/node/git/git';
import { removeFolder } from '../removeFolder';

export interface SnapshotStoreOptions {
	/** A private folder, made if it does not exist. */
	readonly folder: string;
	/** Absolute paths of folders with git objects. They are only read. */
	readonly borrowed: readonly string[];
	/** Commits in them, whose files are not stored again; other objects may be gone with the next `git gc`. */
	readonly commits: readonly string[];
	/** `sha1` or `sha256`, as in the borrowed objects. */
	readonly objectFormat: string;
}

/** A file or link of a stored tree, or one of its folders. */
export interface StoredEntry {
	readonly path: string;
	readonly kind: 'file' | 'link' | 'folder';
	readonly id: string;
	readonly sizeBytes: number;
}

/** A folder's content, for a new tree. */
export interface TreeEntry {
	readonly name: string;
	readonly kind: StoredEntry['kind'];
	readonly isExecutable?: boolean;
	readonly id: string;
}

const modes = { file: '100644', executable: '100755', link: '120000', folder: '040000' } as const;

/**
 * Git objects in a bare repository of Faultline's own. Only commands that neither read nor write files of a working
 * tree are used: no filter, line end conversion or attribute changes a byte, and no ignore rule leaves a file out.
 */
export class SnapshotStore {
	private readonly folder: string;
	private readonly objects: string;
	private readonly commits: readonly string[];
	/**
	 * Lets git find the borrowed objects; given only to commands that write nothing, since git touches objects it finds.
	 */
	private readonly reading: GitOptions;
	private committed: Promise<ReadonlySet<string>> | undefined;

	private constructor({ folder, borrowed, commits }: SnapshotStoreOptions) {
		this.folder = folder;
		this.commits = commits;
		this.objects = join(folder, 'objects');
		const known = borrowed.map(path =>
			path.includes(delimiter) || path.startsWith('"') ? JSON.stringify(path) : path,
		);
		this.reading = known.length === 0 ? {} : { env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: known.join(delimiter) } };
	}

	/** Makes the store, or opens one that another process made. */
	static async open(options: SnapshotStoreOptions): Promise<SnapshotStore> {
		await makeBareRepository(options.folder, options.objectFormat);
		return new SnapshotStore(options);
	}

	/** The ids of files by absolute path, stored or not. */
	async idsOf(files: readonly string[]): Promise<string[]> {
		return this.hash(files, []);
	}

	/** Stores files by absolute path; their ids in the same order. */
	async addFiles(files: readonly string[]): Promise<string[]> {
		const ids = await this.idsOf(files);
		const missing = await this.notKept(ids);
		const unstored = ids.flatMap((id, at) => (missing.has(id) ? [at] : []));
		const written = await this.hash(
			unstored.map(at => files[at] ?? ''),
			['-w'],
		);
		// A program may have changed a file meanwhile: the stored content counts.
		unstored.forEach((at, index) => {
			ids[at] = written[index] ?? '';
		});
		return ids;
	}

	async addTexts(texts: readonly string[]): Promise<string[]> {
		const folder = await mkdtemp(join(this.folder, 'texts-'));
		try {
			const files = texts.map((_, at) => join(folder, String(at)));
			for (const [at, text] of texts.entries()) {
				await writeFile(files[at] ?? '', text);
			}
			return await this.hash(files, ['-w']);
		} finally {
			await removeFolder(folder);
		}
	}

	/** Stores folders, whose content must be stored before; their ids in the same order. */
	async addTrees(trees: readonly (readonly TreeEntry[])[]): Promise<string[]> {
		const input = trees.map(entries => `${entries.map(entryLine).join('')}\0`).join('');
		return this.ask(['mktree', '-z', '--batch', '--missing'], Buffer.from(input), {});
	}

	/** Lists all entries of a stored tree, each folder before its content. Throws if it is not stored. */
	async list(tree: string): Promise<StoredEntry[]> {
		const args = ['ls-tree', '-r', '-t', '-z', '-l', '--full-tree', tree];
		const text = (await this.git(args, this.reading)).toString('utf8');
		return text.split('\0').filter(Boolean).map(storedEntry);
	}

	/** Calls `take` with the content of stored files, one after the other; `sizeBytes` limits the amount read at once. */
	async read(
		entries: readonly Pick<StoredEntry, 'id' | 'sizeBytes'>[],
		take: (content: Buffer, at: number) => Promise<void>,
	): Promise<void> {
		for (let first = 0; first < entries.length; ) {
			let [next, bytes] = [first, 0];
			do {
				bytes += entries[next++]?.sizeBytes ?? 0;
			} while (next < entries.length && bytes + (entries[next]?.sizeBytes ?? 0) <= readBytes);
			const ids = entries.slice(first, next).map(({ id }) => id);
			let answer = await this.git(['cat-file', '--batch'], { ...this.reading, input: linesOf(ids) });
			for (let at = first; at < next; at++) {
				const headEnd = answer.indexOf('\n');
				const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(answer.subarray(0, headEnd).toString('latin1'))?.[1]);
				if (!Number.isSafeInteger(size)) {
					throw new Error(`${entries[at]?.id} is not in ${this.folder}`);
				}
				await take(answer.subarray(headEnd + 1, headEnd + 1 + size), at);
				answer = answer.subarray(headEnd + 1 + size + 1);
			}
			first = next;
		}
	}

	private async hash(files: readonly string[], options: readonly string[]): Promise<string[]> {
		const args = ['hash-object', ...options, '--no-filters', '--stdin-paths'];
		const ids: string[] = [];
		for (let at = 0; at < files.length; at += filesAtOnce) {
			ids.push(...(await this.ask(args, linesOf(files.slice(at, at + filesAtOnce).map(quoted)), {})));
		}
		return ids;
	}

	/** Those that are neither here nor in a commit. */
	private async notKept(ids: readonly string[]): Promise<ReadonlySet<string>> {
		const missing = await this.missing([...new Set(ids)], {});
		this.committed ??= this.inCommits();
		const committed = await this.committed;
		const borrowed = [...missing].filter(id => committed.has(id));
		const lost = await this.missing(borrowed, this.reading);
		return new Set([...missing].filter(id => !committed.has(id) || lost.has(id)));
	}

	/** The ids of all files in the commits. */
	private async inCommits(): Promise<ReadonlySet<string>> {
		const found = new Set<string>();
		for (const commit of this.commits) {
			// With the folders of a commit left out, as in a partial clone, its files are stored here.
			const args = ['ls-tree', '-r', '-z', '--full-tree', commit];
			const { stdout } = await askGit(this.folder, ['--git-dir=.', ...args], this.withObjects(this.reading));
			for (const [, id = ''] of stdout.toString('latin1').matchAll(/(?:^|\0)\d+ blob ([0-9a-f]+)\t/g)) {
				found.add(id);
			}
		}
		return found;
	}

	private async missing(ids: readonly string[], options: GitOptions): Promise<ReadonlySet<string>> {
		const lines = ids.length === 0 ? [] : await this.ask(['cat-file', '--batch-check'], linesOf(ids), options);
		return new Set(lines.flatMap(line => (line.endsWith(' missing') ? [line.slice(0, line.indexOf(' '))] : [])));
	}

	/** The lines of an answer. */
	private async ask(args: readonly string[], input: Buffer, options: GitOptions): Promise<string[]> {
		const answer = await this.git(args, { ...options, input });
		return answer.toString('latin1').split('\n').filter(Boolean);
	}

	private git(args: readonly string[], options: GitOptions): Promise<Buffer> {
		return runGit(this.folder, ['--git-dir=.', ...args], this.withObjects(options));
	}

	private withObjects({ env, ...options }: GitOptions): GitOptions {
		return { ...options, env: { GIT_OBJECT_DIRECTORY: this.objects, ...env } };
	}
}

/** How many files git reads in one command, which has a deadline. */
const filesAtOnce = 1000;
/** How much content is read at once. */
const readBytes = 64 * 1024 * 1024;

function entryLine({ name, kind, isExecutable = false, id }: TreeEntry): string {
	const mode = kind === 'file' && isExecutable ? modes.executable : modes[kind];
	return `${mode} ${kind === 'folder' ? 'tree' : 'blob'} ${id}\t${storedName(name)}\0`;
}

/** Throws for a file whose content is lost: git shows it without a size. */
function storedEntry(line: string): StoredEntry {
	const [, mode = '', id = '', size = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]+)$/.exec(line) ?? [];
	if (path === '') {
		throw new Error(`its content is incomplete: ${line.trim()}`);
	}
	const kind = mode === modes.folder ? 'folder' : mode === modes.link ? 'link' : 'file';
	return { path: path.split('/').map(ownName).join('/'), kind, id, sizeBytes: Number(size) || 0 };
}

/** Git accepts no name in a tree that means, on some system, its own folder. */
function storedName(name: string): string {
	return /^\.?git(?:~\d+)?=*$/i.test(name) ? `${name}=` : name;
}

function ownName(stored: string): string {
	return /^\.?git(?:~\d+)?=+$/i.test(stored) ? stored.slice(0, -1) : stored;
}

/** Git reads a line that begins with a quotation mark as a string of C. */
function quoted(path: string): string {
	return /[\r\n]/.test(path)
		? `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`
		: path;
}

function linesOf(lines: readonly string[]): Buffer {
	return Buffer.from(lines.map(line => `${line}\n`).join(''));
}
