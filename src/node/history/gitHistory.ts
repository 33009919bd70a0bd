import { join } from 'node:path';
import { CommitReader } from '../../core/history/commitReader';
import type { CommitIndex } from '../../core/history/index/commitIndex';
import { logFormat } from '../../core/history/logReader';
import type { BlamedLine, Commit, CommitFile } from '../../core/model/commit';
import type { LineRange } from '../../core/model/symbol';
import type { CommitOptions, History, HistoryWait, LineHistoryOptions, Log } from '../../core/ports';
import { NoHistoryError } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { HistoryFolder } from './historyFolder';
import { PrivateRepository, plainLog } from './privateRepository';
import { readBlame } from './readBlame';
import { type SourceRepository, sourceRepository } from './sourceRepository';

/** What is read of the commits that are shown: the rest of larger ones is left out. */
const shownBytes = 32 * 1024 * 1024;
const usualMs = 60_000;

export interface GitHistoryOptions {
	/** Absolute path of the folder whose history it is. */
	readonly folder: string;
	/** Absolute path of the folder in which the index is saved. */
	readonly saved: string;
	readonly log: Log;
	/** Extends the index in another process; here unless given. */
	readonly extend?: ((wait: HistoryWait) => Promise<void>) | undefined;
}

/** The history of a folder in a git repository. */
export class GitHistory implements History {
	private opened: Promise<Opened> | undefined;
	private known: { readonly head: string; readonly shallow: string; readonly index: CommitIndex } | undefined;
	private readonly saved: HistoryFolder;
	private isReported = false;

	constructor(private readonly options: GitHistoryOptions) {
		this.saved = new HistoryFolder(options.saved, options.log);
	}

	async index(wait: HistoryWait = {}): Promise<CommitIndex> {
		const { source, repository } = await this.refresh();
		const { known } = this;
		const isComplete = known !== undefined && known.index.state.nIndexed === known.index.state.nCommits;
		if (isComplete && known.head === source.head && known.shallow === source.shallow) {
			return known.index;
		}
		const index = await this.extended(source, repository, wait);
		this.known = { head: source.head, shallow: source.shallow, index };
		return index;
	}

	private async extended(
		source: SourceRepository,
		repository: PrivateRepository,
		wait: HistoryWait,
	): Promise<CommitIndex> {
		const { extend } = this.options;
		if (extend === undefined || wait.waitMs === 0) {
			return this.saved.open(source, repository, wait);
		}
		const saved = await this.saved.open(source, repository, { ...wait, waitMs: 0 });
		if (saved.state.nIndexed === saved.state.nCommits) {
			return saved;
		}
		await extend(wait);
		return this.saved.open(source, repository, { ...wait, waitMs: 0 });
	}

	async commits(ids: readonly string[], options: CommitOptions = {}): Promise<readonly Commit[]> {
		const { nContext = 3, timeoutMs = usualMs, signal } = options;
		const asked = ids.filter(id => /^[\da-f]{40,64}$/.test(id));
		if (asked.length === 0) {
			return [];
		}
		const input = Buffer.from(asked.map(id => `${id}\n`).join(''));
		const args = ['log', '--no-walk=unsorted', '--stdin', `-U${nContext}`, ...plainLog, ...logFormat];
		return this.read(args, { input, timeoutMs, signal });
	}

	async committedText(path: string, signal?: AbortSignal): Promise<string | undefined> {
		const { source, repository } = await this.refresh();
		const name = `${source.head}:${source.prefix}${path}`;
		const { stdout, exitCode } = await repository.ask(['cat-file', 'blob', name], { ...(signal && { signal }) });
		signal?.throwIfAborted();
		return exitCode === 0 ? stdout.toString('utf8') : undefined;
	}

	async blame(path: string, { startLine, endLine }: LineRange, signal?: AbortSignal): Promise<readonly BlamedLine[]> {
		const { source, repository } = await this.open();
		const args = ['blame', '--porcelain', '-w', '-M', `-L${startLine},${endLine}`, source.head, '--'];
		const { stdout, stderr, exitCode } = await repository.ask([...args, `${source.prefix}${path}`], {
			...{ timeoutMs: usualMs },
			...(signal && { signal }),
		});
		signal?.throwIfAborted();
		if (exitCode !== 0) {
			throw new NoHistoryError(`git blame failed: ${stderr}`);
		}
		return readBlame(stdout, source.prefix);
	}

	async commitsOfLines(path: string, { startLine, endLine }: LineRange, options: LineHistoryOptions) {
		const { source } = await this.open();
		const lines = `-L${startLine},${endLine}:${source.prefix}${path}`;
		const { nCommits, timeoutMs = usualMs, signal } = options;
		// It does not print them with `--raw`.
		const plain = [...plainLog, logFormat[0]];
		const commits = await this.read(['log', lines, `--max-count=${nCommits}`, ...plain, source.head], {
			timeoutMs,
			signal,
		});
		return commits.map(commit => ({ ...commit, files: commit.files.map(file => within(file, source.prefix)) }));
	}

	private async read(
		args: readonly string[],
		options: { readonly input?: Buffer; readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
	): Promise<readonly Commit[]> {
		const { source, repository } = await this.open();
		const { signal, ...rest } = options;
		const within = source.prefix === '' || options.input === undefined ? [] : [`--relative=${source.prefix}`];
		const reader = new CommitReader(shownBytes);
		const { exitCode, stderr } = await repository.stream(
			[...args, ...within],
			{ ...rest, ...(signal && { signal }) },
			chunk => reader.add(chunk),
		);
		signal?.throwIfAborted();
		const commits = reader.end({ isWhole: exitCode === 0 });
		if (exitCode !== 0 && exitCode !== undefined && commits.length === 0) {
			throw new NoHistoryError(`git could not read the commits: ${stderr}`);
		}
		return commits;
	}

	/** As it was when it was looked at last, so that what follows is about the same commit. */
	private open(): Promise<Opened> {
		return this.opened ?? this.refresh();
	}

	/** Looks at the user's repository: its newest commit may be another one. */
	private async refresh(): Promise<Opened> {
		const earlier = await this.opened?.catch(() => undefined);
		const source = await this.reported(() => sourceRepository(this.options.folder, earlier?.source));
		const isSame = earlier?.source.objects === source.objects && earlier.source.shallow === source.shallow;
		const repository = isSame
			? Promise.resolve(earlier.repository)
			: PrivateRepository.open(join(this.options.saved, 'git'), source);
		this.opened = repository.then(opened => ({ source, repository: opened }));
		return this.opened;
	}

	private async reported<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			if (!this.isReported) {
				this.isReported = true;
				this.options.log.info(`There is no history to search: ${errorText(error)}`);
			}
			throw error;
		}
	}
}

/** With the paths of the workspace; git does not shorten those of lines. */
function within({ path, oldPath, ...rest }: CommitFile, prefix: string): CommitFile {
	const own = (each: string) => (each.startsWith(prefix) ? each.slice(prefix.length) : '');
	return { ...rest, path: own(path), ...(oldPath !== undefined && { oldPath: own(oldPath) }) };
}

interface Opened {
	readonly source: SourceRepository;
	readonly repository: PrivateRepository;
}
