import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { markBorrowed } from '../../src/history/node/git/borrowedObjects';
import type { BenchInstance } from './benchData';

/**
 * A scratch working tree of one repository under the system's temporary folder, moved from commit to commit.
 * The repository itself is only read: the tree has its own index file and no HEAD, so several trees of one
 * repository may be used at the same time. For who looks into it, it is a repository with the commit checked out.
 */
export class RepositoryTree {
	/** Absolute path of the working tree. */
	readonly folder: string;
	private readonly gitDir: string;
	private readonly scratch: string;
	/** What is written goes into the scratch folder. */
	private readonly objects: Readonly<Record<string, string>>;

	/**
	 * `reposFolder` holds one git directory or clone per project, named `<owner>__<name>`; `project` is `owner/name`.
	 * Throws when there is none.
	 */
	constructor(reposFolder: string, project: string) {
		this.gitDir = gitDirOf(reposFolder, project);
		this.scratch = mkdtempSync(join(tmpdir(), 'faultline-tree-'));
		this.folder = mkdtempSync(join(this.scratch, 'work-'));
		const objects = mkdtempSync(join(this.scratch, 'objects-'));
		const alternate = resolve(this.gitDir, 'objects');
		this.objects = { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate };
		const own = join(this.folder, '.git');
		mkdirSync(join(own, 'objects', 'info'), { recursive: true });
		mkdirSync(join(own, 'refs'));
		writeFileSync(join(own, 'objects', 'info', 'alternates'), `${alternate}\n`);
		markBorrowed(own);
	}

	/**
	 * Makes the folder hold exactly the files of a commit: edits and files left by the last use are gone. Returns the paths
	 * that are left out, as the repository lists them without their contents.
	 */
	checkOut(commit: string): readonly string[] {
		const absent = this.absentFrom(commit);
		this.git(['read-tree', '--reset', '-u', absent.length === 0 ? commit : this.treeWithout(commit, absent)]);
		this.git(['clean', '-ffdxq']);
		const id = this.git(['rev-parse', '--verify', `${commit}^{commit}`]).trim();
		writeFileSync(join(this.folder, '.git', 'HEAD'), `${id}\n`);
		return absent;
	}

	private absentFrom(commit: string): string[] {
		const entries = this.git(['ls-tree', '-r', '-z', '--format=%(objecttype) %(objectname) %(path)', commit])
			.split('\0')
			.flatMap(entry => {
				const [type, id = '', ...path] = entry.split(' ');
				return type === 'blob' ? [{ id, path: path.join(' ') }] : [];
			});
		const known = this.git(['cat-file', '--batch-check'], entries.map(({ id }) => `${id}\n`).join('')).split('\n');
		return entries.flatMap(({ path }, at) => (known[at]?.endsWith(' missing') === true ? path : []));
	}

	/** The tree of a commit without some files, among objects of its own. */
	private treeWithout(commit: string, paths: readonly string[]): string {
		const index = join(this.scratch, 'without');
		this.git(['read-tree', '--reset', commit], '', index);
		this.git(['update-index', '--force-remove', '-z', '--stdin'], paths.map(path => `${path}\0`).join(''), index);
		return this.git(['write-tree'], '', index).trim();
	}

	/** Applies a unified diff to the files; throws when a hunk does not apply. */
	apply(diff: string): void {
		if (diff.trim() !== '') {
			this.git(['apply', '--whitespace=nowarn', '-'], diff);
		}
	}

	dispose(): void {
		rmSync(this.scratch, { recursive: true, force: true });
	}

	private git(args: readonly string[], input = '', index = join(this.scratch, 'index')): string {
		const result = spawnSync('git', [`--git-dir=${this.gitDir}`, `--work-tree=${this.folder}`, ...args], {
			cwd: this.folder,
			env: { ...process.env, GIT_INDEX_FILE: index, GIT_OPTIONAL_LOCKS: '0', ...this.objects },
			input,
			encoding: 'utf8',
			maxBuffer: 64 * 1024 * 1024,
		});
		if (result.status !== 0) {
			throw new Error(`git ${args.join(' ')} in ${this.gitDir}: ${result.error?.message ?? result.stderr.trim()}`);
		}
		return result.stdout;
	}
}

/** Those whose commits the repositories in the folder contain; prints how many are left out. */
export function withCommits<Item extends Pick<BenchInstance, 'repo' | 'base_commit'>>(
	reposFolder: string,
	items: readonly Item[],
): Item[] {
	const held = items.filter(({ repo, base_commit: commit }) => hasCommit(reposFolder, repo, commit));
	if (held.length < items.length) {
		console.error(`${items.length - held.length} left out: ${reposFolder} does not hold their commits`);
	}
	return held;
}

/** Whether the project's repository is in the folder and holds the commit. */
function hasCommit(reposFolder: string, project: string, commit: string): boolean {
	const gitDir = gitDirIn(repositoryFolder(reposFolder, project));
	return gitDir !== undefined && spawnSync('git', [`--git-dir=${gitDir}`, 'cat-file', '-e', commit]).status === 0;
}

function repositoryFolder(reposFolder: string, project: string): string {
	return join(reposFolder, project.replace('/', '__'));
}

function gitDirIn(folder: string): string | undefined {
	return [join(folder, '.git'), folder].find(candidate => existsSync(join(candidate, 'HEAD')));
}

/** The git directory of a project (`owner/name`); throws when there is none. */
export function gitDirOf(reposFolder: string, project: string): string {
	const folder = repositoryFolder(reposFolder, project);
	const found = gitDirIn(folder);
	if (found === undefined) {
		throw new Error(`${folder} is no git repository: clone the project there, with its whole history`);
	}
	return found;
}
