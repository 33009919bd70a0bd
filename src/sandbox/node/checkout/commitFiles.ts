import { join } from 'node:path';
import { askGit, entriesOf, type GitOptions } from '../../../history/node/git/git';
import { UserError } from '../../../system/pure/errors/userError';

/** A file or link of a commit. */
export interface CommitEntry {
	readonly kind: 'file' | 'link';
	/** As a file system has it: 0o644 or 0o755. */
	readonly mode: number;
	/** Id of the git object with its content, or the target of the link. */
	readonly blob: string;
}

/** The files of a commit by path, and the paths of its submodules. */
export interface CommitTree {
	readonly entries: ReadonlyMap<string, CommitEntry>;
	readonly submodules: readonly string[];
}

/** Reads and writes files of commits, with the settings of a repository of Faultline's own only. */
export class CommitFiles {
	/** `base`: absolute path of the folder with the repository `.git`; `source`: of the tree whose objects it reads. */
	constructor(
		private readonly base: string,
		private readonly source: string,
	) {}

	/** Throws `UserError` if there is no such commit. */
	async list(commit: string, signal?: AbortSignal): Promise<CommitTree> {
		const answer = await this.ask(['ls-tree', '-r', '-z', '--full-tree', commit], { ...(signal && { signal }) });
		const entries = new Map<string, CommitEntry>();
		const submodules: string[] = [];
		for (const entry of entriesOf(answer)) {
			const [, mode = '', blob = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(entry) ?? [];
			if (mode === submoduleMode) {
				submodules.push(path);
			} else {
				const isLink = mode === linkMode;
				entries.set(path, {
					kind: isLink ? 'link' : 'file',
					mode: isLink ? 0 : Number.parseInt(mode, 8) & 0o777,
					blob,
				});
			}
		}
		return { entries, submodules };
	}

	/** Makes the index that of the commit, and writes some of its files into a folder, with no filter of the user. */
	async write(commit: string, dir: string, paths: readonly string[], signal?: AbortSignal): Promise<void> {
		const options = { ...(signal && { signal }) };
		await this.ask(['read-tree', '--reset', commit], options);
		const input = Buffer.from(paths.map(path => `${path}\0`).join(''));
		const work = [`--work-tree=${dir}`, ...['checkout-index', '--force', '--quiet', '-z', '--stdin']];
		await this.ask(work, { ...options, input });
	}

	private async ask(args: readonly string[], options: GitOptions): Promise<Buffer> {
		const { stdout, stderr, exitCode } = await askGit(
			this.base,
			[`--git-dir=${join(this.base, '.git')}`, ...plain, ...args],
			{ ...options, tree: this.source, env: plainEnvironment },
		);
		options.signal?.throwIfAborted();
		if (exitCode !== 0) {
			throw new UserError(`Its files cannot be read from the repository: ${stderr || 'no reason given'}`);
		}
		return stdout;
	}
}

const submoduleMode = '160000';
const linkMode = '120000';

const plain = ['core.attributesFile=/dev/null', 'core.autocrlf=false'].flatMap(each => ['-c', each]);
const plainEnvironment = {
	...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' },
	GIT_NO_REPLACE_OBJECTS: '1',
};
