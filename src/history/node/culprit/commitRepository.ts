import type { BlamedLine, Commit } from '../../../runs/pure/model/commit';
import { CommitReader } from '../../pure/commitReader';
import type { GraphCommit } from '../../pure/culprit/commitGraph';
import { type CommitSource, mostCommits, type RangeOptions } from '../../pure/culprit/commitSource';
import { NoHistoryError } from '../../pure/history';
import { logFormat } from '../../pure/logReader';
import { askGit, type GitOptions } from '../git/git';
import { textOf } from '../git/repository';
import { PrivateRepository, plainLog } from '../privateRepository';
import { readBlame } from '../readBlame';
import { type SourceRepository, sourceRepository } from '../sourceRepository';

/** Of the changes of a range; the rest of larger ones is left out. */
const mostBytes = 64 * 1024 * 1024;

/** Reads commits through a repository of Faultline's own, which finds the user's objects. */
export class CommitRepository implements CommitSource {
	private constructor(
		private readonly source: SourceRepository,
		private readonly repository: PrivateRepository,
	) {}

	/**
	 * `folder`: of the workspace; `own`: absolute path of a folder for Faultline's own repository. Throws `NoHistoryError`
	 * if there is no history.
	 */
	static async open(folder: string, own: string): Promise<CommitRepository> {
		const source = await sourceRepository(folder);
		return new CommitRepository(source, await PrivateRepository.open(own, source));
	}

	get head(): string {
		return this.source.head;
	}

	async resolve(revision: string): Promise<string | undefined> {
		const name = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
		const { stdout, exitCode } = await askGit(this.source.folder, name);
		return exitCode === 0 ? textOf(stdout) : undefined;
	}

	async range(
		bad: string,
		good: readonly string[],
		{ isFirstParent, signal }: RangeOptions,
	): Promise<readonly GraphCommit[]> {
		const listed = await this.ask(
			[...listing(isFirstParent), '--parents', `--max-count=${mostCommits}`, bad, ...good.map(id => `^${id}`)],
			{ signal },
		);
		return linesOf(listed).map(line => {
			const [id = '', ...parents] = line.split(' ');
			return { id, parents: isFirstParent ? parents.slice(0, 1) : parents };
		});
	}

	async touching(
		bad: string,
		paths: readonly string[],
		{ isFirstParent, signal }: RangeOptions,
	): Promise<readonly string[]> {
		const own = paths.map(path => `${this.source.prefix}${path}`);
		const within = own.length === 0 ? [] : ['--', ...own];
		return linesOf(
			await this.ask([...listing(isFirstParent), `--max-count=${mostCommits}`, bad, ...within], { signal }),
		);
	}

	async tagged(bad: string, signal: AbortSignal): Promise<readonly string[]> {
		const format = '--format=%(objectname)%00%(*objectname)';
		const { stdout, exitCode } = await askGit(
			this.source.folder,
			['for-each-ref', `--merged=${bad}`, '--sort=-creatordate', format, 'refs/tags'],
			{ signal },
		);
		signal.throwIfAborted();
		return exitCode === 0
			? linesOf(stdout).map(line => {
					const [object = '', commit = ''] = line.split('\0');
					return commit === '' ? object : commit;
				})
			: [];
	}

	async changes(ids: readonly string[], { isFirstParent, signal }: RangeOptions): Promise<readonly Commit[]> {
		if (ids.length === 0) {
			return [];
		}
		const input = Buffer.from(ids.map(id => `${id}\n`).join(''));
		const merges = isFirstParent ? ['--diff-merges=first-parent'] : [];
		const reader = new CommitReader(mostBytes);
		const args = [
			'log',
			'--no-walk=unsorted',
			'--stdin',
			'-U0',
			...plainLog,
			...logFormat,
			...merges,
			...this.within(),
		];
		const { exitCode } = await this.repository.stream(args, { input, signal }, chunk => reader.add(chunk));
		signal.throwIfAborted();
		return reader.end({ isWhole: exitCode === 0 });
	}

	async blame(path: string, bad: string, good: readonly string[], signal: AbortSignal): Promise<readonly BlamedLine[]> {
		const revisions = [bad, ...good.map(id => `^${id}`)];
		const { stdout, exitCode } = await this.repository.ask(
			['blame', '--porcelain', '-w', '-M', '-C', ...revisions, '--', `${this.source.prefix}${path}`],
			{ signal },
		);
		signal.throwIfAborted();
		// A file that is not committed has no lines of commits.
		return exitCode === 0 ? readBlame(stdout, this.source.prefix) : [];
	}

	async diff(id: string, signal: AbortSignal): Promise<string> {
		const args = ['show', '--format=', '--diff-merges=first-parent', ...plainLog, ...this.within(), id];
		return (await this.ask(args, { signal })).toString('utf8');
	}

	private within(): readonly string[] {
		return this.source.prefix === '' ? [] : [`--relative=${this.source.prefix}`];
	}

	private async ask(args: readonly string[], options: GitOptions): Promise<Buffer> {
		const { stdout, stderr, exitCode } = await this.repository.ask(args, options);
		options.signal?.throwIfAborted();
		if (exitCode !== 0) {
			throw new NoHistoryError(`git could not read the commits: ${stderr}`);
		}
		return stdout;
	}
}

function listing(isFirstParent: boolean): readonly string[] {
	return ['rev-list', '--topo-order', ...(isFirstParent ? ['--first-parent'] : [])];
}

function linesOf(answer: Buffer): string[] {
	return answer.toString('utf8').split('\n').filter(Boolean);
}
