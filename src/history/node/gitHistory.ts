import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BlamedLine, Commit, CommitFile } from '../../runs/pure/model/commit';
import type { LineRange } from '../../runs/pure/model/symbol';
import { errorText } from '../../system/pure/errors/errorText';
import type { Log } from '../../system/pure/log';
import { CommitReader } from '../pure/commitReader';
import type { CommitOptions, Deadline, History, HistoryExtent, LineHistoryOptions } from '../pure/history';
import { NoHistoryError } from '../pure/history';
import { CommitIndex } from '../pure/index/commitIndex';
import { logFormat } from '../pure/logReader';
import { type HistoryBuild, HistoryFolder } from './historyFolder';
import { newestCommits } from './newestCommits';
import { PrivateRepository, plainLog } from './privateRepository';
import { readBlame, readIgnoredCommits } from './readBlame';
import { type SourceRepository, sourceRepository } from './sourceRepository';

/** The bytes read of the commits that are shown: the rest of larger ones is left out. */
const shownBytes = 32 * 1024 * 1024;
const usualMs = 60_000;
/** How long a search waits while nothing is indexed, and if it is the only one, until all is. */
const [firstWaitMs, onlyWaitMs, pollMs] = [5_000, 45_000, 50];

export interface GitHistoryOptions {
	/** Absolute path of the folder whose history it is; undefined if there are several. */
	readonly folder: string | undefined;
	/** Absolute path of the folder in which the index is saved. */
	readonly saved: string;
	readonly log: Log;
	/** Makes the index in another process; here unless given. */
	readonly build?: ((signal: AbortSignal) => Promise<void>) | undefined;
	/** Nobody searches any more: the index made so far is saved, and no more of it is made. */
	readonly ended?: AbortSignal | undefined;
	/** How long a search waits while nothing is indexed, before it reads the newest commits itself; 5 s unless given. */
	readonly waitMs?: number | undefined;
	/** The process ends after one search, which therefore waits for more of the index. */
	readonly isForOneSearch?: boolean | undefined;
}

/** The history of a folder in a git repository. */
export class GitHistory implements History, Disposable {
	private opened: Promise<Opened> | undefined;
	private building: Building | undefined;
	/** The newest commits, while nothing is indexed. */
	private newest: { readonly head: string; readonly index: CommitIndex } | undefined;
	private readonly saved: HistoryFolder;
	private isReported = false;

	constructor(private readonly options: GitHistoryOptions) {
		this.saved = new HistoryFolder(options.saved, options.log);
	}

	/** Closes the index; work that makes one continues. */
	[Symbol.dispose](): void {
		this.saved[Symbol.dispose]();
	}

	deadline(limitMs: number): Deadline {
		const end = performance.now() + limitMs;
		return { leftMs: () => Math.max(0, Math.ceil(end - performance.now())) };
	}

	async extent(signal?: AbortSignal): Promise<HistoryExtent> {
		const { source } = await this.refresh();
		signal?.throwIfAborted();
		return { isShallow: source.shallow !== '', isPartial: source.isPartial };
	}

	async index(signal?: AbortSignal): Promise<CommitIndex> {
		const { source, repository } = await this.refresh();
		const known = await this.saved.read(source);
		if (known?.isComplete === true) {
			return known;
		}
		const { isForOneSearch = false, waitMs = isForOneSearch ? onlyWaitMs : firstWaitMs } = this.options;
		const building = await this.startBuilding({ source, repository });
		const end = this.deadline(this.newest?.head === source.head ? 0 : waitMs);
		for (let nListed = 0; ; ) {
			signal?.throwIfAborted();
			const { state } = building;
			let index = await this.saved.read(source);
			if (state === 'elsewhere' && index === undefined && nListed === 0) {
				nListed++;
				index = await this.saved.list(source, { repository, signal });
			}
			if (index !== undefined && isEnough(index, { state, isForOneSearch })) {
				return index;
			}
			if (state === 'ended') {
				return index ?? this.saved.list(source, { repository, signal });
			}
			if (end.leftMs() === 0) {
				return index !== undefined && index.state.nIndexed > 0 ? index : this.newestOf({ source, repository }, signal);
			}
			await setTimeout(pollMs, undefined, signal && { signal });
		}
	}

	/** The newest commits, read once while nothing is indexed. */
	private async newestOf({ source, repository }: Opened, signal: AbortSignal | undefined): Promise<CommitIndex> {
		if (this.newest?.head !== source.head) {
			const index = (await newestCommits(repository, source, signal)) ?? nothingYet;
			this.newest = { head: source.head, index };
		}
		return this.newest.index;
	}

	async readyIndex(signal?: AbortSignal): Promise<CommitIndex | undefined> {
		const { source } = await this.refresh();
		const known = await this.saved.read(source);
		signal?.throwIfAborted();
		return known?.isComplete === true ? known : undefined;
	}

	/**
	 * Makes the index until it is complete, unless another process does. Failures are logged; none if there is no history.
	 */
	async prepare(): Promise<void> {
		try {
			const opened = await this.refresh();
			if ((await this.saved.read(opened.source))?.isComplete !== true) {
				await (await this.startBuilding(opened)).end;
			}
		} catch (error) {
			if (!(error instanceof NoHistoryError)) {
				this.options.log.warn(`The history could not be indexed: ${errorText(error)}`);
			}
		}
	}

	/** Makes the index until it is complete. If another process is making it, returns the part made so far. */
	async build(options: HistoryBuild = {}): Promise<CommitIndex> {
		const { source, repository } = await this.refresh();
		await this.saved.build(source, { repository, ...options });
		return (await this.saved.read(source)) ?? this.saved.list(source, { repository, signal: options.signal });
	}

	/** One for all searches: it continues when they have their answers, until there is another newest commit. */
	private async startBuilding(opened: Opened): Promise<Building> {
		const { head } = opened.source;
		while (this.building?.state === 'building' && this.building.head !== head) {
			this.building.abort.abort();
			await this.building.end;
		}
		if (this.building?.state !== 'building') {
			this.building = this.newBuilding(opened);
		}
		return this.building;
	}

	private newBuilding({ source, repository }: Opened): Building {
		const { build, ended, log } = this.options;
		const abort = new AbortController();
		const { signal } = abort;
		const onEnd = () => abort.abort();
		ended?.addEventListener('abort', onEnd, { once: true });
		const made =
			build === undefined ? this.saved.build(source, { repository, signal }) : build(signal).then(() => true);
		const building: Building = { head: source.head, state: 'building', abort, end: Promise.resolve() };
		building.end = made
			.then(
				isHere => {
					building.state = isHere ? 'ended' : 'elsewhere';
				},
				(error: unknown) => {
					building.state = 'ended';
					if (!signal.aborted) {
						log.warn(`The history could not be indexed to its end: ${errorText(error)}`);
					}
				},
			)
			.finally(() => ended?.removeEventListener('abort', onEnd));
		return building;
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
		const limits = { timeoutMs: usualMs, ...(signal && { signal }) };
		const { stdout, exitCode } = await repository.ask(['cat-file', 'blob', name], limits);
		signal?.throwIfAborted();
		return exitCode === 0 ? stdout.toString('utf8') : undefined;
	}

	async ignoredCommits(signal?: AbortSignal): Promise<ReadonlySet<string>> {
		const { source } = await this.open();
		const ids = await readIgnoredCommits(source.folder);
		signal?.throwIfAborted();
		return new Set(ids);
	}

	async blame(path: string, { startLine, endLine }: LineRange, signal?: AbortSignal): Promise<readonly BlamedLine[]> {
		const { source, repository } = await this.open();
		const ignored = await repository.ignoring(await this.ignoredCommits(signal));
		const args = ['blame', '--porcelain', '-w', '-M', ...ignored, `-L${startLine},${endLine}`, source.head, '--'];
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

	/** Returns the history as of the last look, so that further work is about the same commit. */
	private open(): Promise<Opened> {
		return this.opened ?? this.refresh();
	}

	/** Looks at the user's repository: its newest commit may be another one. */
	private async refresh(): Promise<Opened> {
		const earlier = await this.opened?.catch(() => undefined);
		const source = await this.reported(() => this.look(earlier?.source));
		const isSame = earlier?.source.objects === source.objects && earlier.source.shallow === source.shallow;
		const repository = isSame
			? Promise.resolve(earlier.repository)
			: PrivateRepository.open(join(this.options.saved, 'git'), source);
		this.opened = repository.then(opened => ({ source, repository: opened }));
		return this.opened;
	}

	private async look(known: SourceRepository | undefined): Promise<SourceRepository> {
		const { folder } = this.options;
		if (folder === undefined) {
			throw new NoHistoryError('The workspace has several folders, whose histories are not one.');
		}
		return sourceRepository(folder, known);
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

/** Converts to paths of the workspace; git does not shorten them for lines. */
function within({ path, oldPath, ...rest }: CommitFile, prefix: string): CommitFile {
	const own = (each: string) => (each.startsWith(prefix) ? each.slice(prefix.length) : '');
	return { ...rest, path: own(path), ...(oldPath !== undefined && { oldPath: own(oldPath) }) };
}

/** Whether a search can begin: with any commits if the rest is not made here. */
function isEnough(
	{ isComplete, state: { hasNewest, nIndexed } }: CommitIndex,
	{ state, isForOneSearch }: Pick<Building, 'state'> & { readonly isForOneSearch: boolean },
): boolean {
	return isComplete || (hasNewest && !isForOneSearch) || (state === 'elsewhere' && nIndexed > 0);
}

/** While git lists the commits. */
const nothingYet = CommitIndex.of([], { nCommits: 0, nIndexed: 0, isCounted: false, hasNewest: false });

/** How the index is being made; `elsewhere`: another process has begun before. */
interface Building {
	/** The commit it leads to. */
	readonly head: string;
	readonly abort: AbortController;
	state: 'building' | 'elsewhere' | 'ended';
	end: Promise<void>;
}

interface Opened {
	readonly source: SourceRepository;
	readonly repository: PrivateRepository;
}
