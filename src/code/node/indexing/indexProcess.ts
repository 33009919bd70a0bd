import { type ChildProcess, fork } from 'node:child_process';
import type { StageLog } from '../../../runs/pure/log/runLog';
import { childEnvironment } from '../../../system/node/processes/childEnvironment';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import type { Log } from '../../../system/pure/log';
import type { Progress } from '../../../system/pure/progress';
import type { IndexedFile } from '../../pure/index/indexedFile';
import type { SymbolTable } from '../../pure/index/tables/symbolTable';
import type { OpenSectionFiles } from '../savedFiles/openSectionFiles';
import type {
	BuildRequest,
	IndexMessage,
	IndexRequest,
	IndexRequestMessage,
	IndexWorkerData,
	LocateRequest,
	LogAnswer,
} from './indexMessages';
import type { IndexSummary } from './indexSummary';
import { endedWhile, heapExceeded, type MemoryLimit } from './memoryLimit';
import { ServedLog } from './remoteLog';

/** A process that has grown beyond this, in bytes, is ended when it is idle; the next call starts a small one. */
const idleMemory = 256 * 1024 * 1024;

/**
 * For glibc, which would keep most of the memory of large arrays: for Linux 6.1, a quarter of the peak. Others ignore
 * it.
 */
const returningMemory = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1' };

export interface IndexProcessOptions {
	/** The bundled `indexWorker.cjs`. */
	readonly workerFile: string;
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	/** Other programs come first. */
	readonly isBackground?: boolean;
	/** The number of processors left to other programs; absent: one. */
	readonly nFree?: number;
	/** Read when a process starts. */
	readonly memory?: () => MemoryLimit;
	readonly log: Log;
}

export interface ProcessBuild extends Pick<BuildRequest, 'roots' | 'excludes' | 'cacheFile'> {
	/** Fingerprint of the languages: data saved with another one is not used. */
	readonly fingerprint: string;
	/** Closes the cache file. */
	readonly opened: OpenSectionFiles;
	/** Counts files. */
	readonly onProgress: (progress: Progress) => void;
	readonly signal?: AbortSignal;
}

export type ProcessLocate = Omit<LocateRequest, 'type' | 'id' | 'run'>;

type CallOptions = Pick<ProcessBuild, 'onProgress'> & { readonly signal?: AbortSignal | undefined };

type BuiltMessage = Extract<IndexMessage, { readonly type: 'built' }>;

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

export interface ReadIndex extends IndexSummary {
	readonly table: SymbolTable;
}

interface Pending {
	readonly onMessage: (message: IndexMessage) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Indexes in a separate process, which starts with the first call. When it dies, whatever the cause, pending calls are
 * rejected with it, and the next call starts another one.
 */
export class IndexProcess {
	private readonly pending = new Map<number, Pending>();
	private child: ChildProcess | undefined;
	private lastId = 0;
	/** Memory of the process, as of its last answer. */
	private memoryBytes = 0;

	constructor(private readonly options: IndexProcessOptions) {}

	/** For tests; undefined while no process runs. */
	get processId(): number | undefined {
		return this.child?.pid;
	}

	/**
	 * Indexes folders on disk; the result is read from the cache file as it is needed. Rejects with the signal's reason as
	 * soon as it is aborted; the cache then stays unchanged.
	 */
	async build(build: ProcessBuild): Promise<ReadIndex> {
		const { roots, excludes, cacheFile, fingerprint, opened, onProgress, signal } = build;
		const request = { type: 'build', roots, excludes, ...(cacheFile !== undefined && { cacheFile }) } as const;
		const built = await this.call<BuiltMessage>(request, signal, (message, resolve) => {
			if (message.type === 'progress') {
				onProgress(message.progress);
			} else if (message.type === 'built') {
				resolve(message);
			}
		}).catch(error => {
			throw this.stoppedBy(error, 'Indexing');
		});
		const { readBuilt } = await import('./indexCacheFile');
		return {
			...built.summary,
			table: readBuilt(built.data, cacheFile, { fingerprint, opened, log: this.options.log }),
		};
	}

	/** Makes the words and the trigrams of an index that is in its cache file, and saves them beside it. */
	buildTexts(build: Omit<ProcessBuild, 'fingerprint' | 'opened'> & { readonly cacheFile: string }): Promise<void> {
		const { roots, excludes, cacheFile, onProgress, signal } = build;
		return this.call({ type: 'texts', roots, excludes, cacheFile } as const, signal, (message, resolve) => {
			if (message.type === 'progress') {
				onProgress(message.progress);
			} else if (message.type === 'textsBuilt') {
				resolve(undefined);
			}
		});
	}

	/**
	 * Indexes the commits that are not in the saved index of the history yet, newest first; saved commits can be searched.
	 */
	buildHistory(build: Pick<ProcessBuild, 'roots' | 'signal'> & { readonly cacheFile: string }): Promise<void> {
		const { roots, cacheFile, signal } = build;
		return this.call({ type: 'history', roots, cacheFile } as const, signal, (message, resolve) => {
			if (message.type === 'historyBuilt') {
				resolve(undefined);
			}
		});
	}

	/** Indexes a text that differs from the disk, as in an unsaved editor. */
	parseText(path: string, text: string, signal?: AbortSignal): Promise<IndexedFile> {
		return this.call({ type: 'parse', path, text } as const, signal, (message, resolve) => {
			if (message.type === 'parsed') {
				resolve(message.file);
			}
		});
	}

	/**
	 * Runs the embedded localizer; it uses the log here. When the signal is aborted, the process is ended, unless it has
	 * other work. Rejects even if the log does.
	 */
	locate(request: ProcessLocate, runLog: StageLog, { onProgress, signal }: CallOptions): Promise<void> {
		const { issue, brief, dismissed } = runLog.run;
		const run = { issue, dismissed, ...(brief !== undefined && { brief }) };
		let served: ServedLog | undefined;
		const located = this.call<void>({ type: 'locate', ...request, run }, signal, (message, resolve, reject) => {
			if (message.type === 'progress') {
				onProgress(message.progress);
			} else if (message.type === 'logCall') {
				served ??= new ServedLog(runLog, answer => this.send({ ...answer, id: message.id } as LogAnswer));
				served.receive(message).catch(reject);
			} else if (message.type === 'located') {
				resolve();
			}
		});
		return located.catch(error => {
			served?.end(error);
			throw this.stoppedBy(error, 'Locating');
		});
	}

	/** Ends the process; pending calls are rejected. */
	async dispose(): Promise<void> {
		const { child } = this;
		this.lose(child, new Error('the index process was ended'));
		if (child !== undefined && child.exitCode === null && child.signalCode === null) {
			// Else nothing would keep this process from ending first.
			child.ref();
			await new Promise(resolve => child.once('exit', resolve).kill('SIGKILL'));
		}
	}

	private stoppedBy(error: unknown, what: string): unknown {
		return error instanceof ProcessEndedError ? endedWhile(what, error, this.options.memory?.()) : error;
	}

	private call<T>(
		request: WithoutId<IndexRequest>,
		signal: AbortSignal | undefined,
		onMessage: (message: IndexMessage, resolve: (value: T) => void, reject: (error: unknown) => void) => void,
	): Promise<T> {
		const id = ++this.lastId;
		const onAbort = () => {
			this.pending.get(id)?.reject(signal?.reason);
			if (request.type === 'locate' && this.pending.size === 1) {
				this.endChild();
			} else {
				this.send({ type: 'cancel', id });
			}
		};
		const result = new Promise<T>((resolve, reject) => {
			signal?.throwIfAborted();
			signal?.addEventListener('abort', onAbort, { once: true });
			this.pending.set(id, { reject, onMessage: message => onMessage(message, resolve, reject) });
			this.child ??= this.start();
			this.child.ref();
			this.child.channel?.ref();
			this.send({ ...request, id });
		});
		return result.finally(() => {
			signal?.removeEventListener('abort', onAbort);
			this.pending.delete(id);
			this.rest();
		});
	}

	/** Sending fails only if the process is about to end, and its end rejects the pending calls. */
	private send(message: IndexRequestMessage): void {
		if (this.child?.connected === true) {
			this.child.send(message, () => undefined);
		}
	}

	private start(): ChildProcess {
		const { workerFile, packageRoot, isBackground = false, nFree = 1 } = this.options;
		const memory = this.options.memory?.();
		const data: IndexWorkerData = { packageRoot, nFree, isBackground, ...(memory && { memory }) };
		const child = fork(workerFile, [JSON.stringify(data)], {
			serialization: 'advanced',
			execArgv: memory === undefined ? [] : [`--max-old-space-size=${memory.megabytes}`],
			// The editor's own program is Node only if this is set.
			env: childEnvironment(process.env, { extra: { ELECTRON_RUN_AS_NODE: '1', ...returningMemory } }),
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		});
		this.child = child;
		this.memoryBytes = 0;
		let complaint = '';
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			complaint = (complaint + text).slice(-longestComplaint);
		});
		child.on('message', (message: IndexMessage) => this.receive(message));
		child.on('error', error =>
			this.lose(child, new ProcessEndedError(`the index process failed: ${errorText(error)}`)),
		);
		child.on('exit', (code, killedBy) => {
			const isExceeded = heapDeath.test(complaint);
			if (complaint !== '' && child === this.child) {
				this.options.log[isExceeded ? 'info' : 'warn'](`The index process ended: ${complaint.trim()}`);
			}
			const ended = new ProcessEndedError(`the index process ended (${killedBy ?? `code ${code}`})`);
			this.lose(child, isExceeded ? heapExceeded(memory) : ended);
		});
		return child;
	}

	private receive(message: IndexMessage): void {
		if (message.type === 'log') {
			this.options.log[message.level](message.message);
			return;
		}
		if (message.type === 'broken') {
			this.lose(this.child, new UserError(message.message));
			return;
		}
		if (message.type !== 'progress' && message.type !== 'logCall') {
			this.memoryBytes = message.memoryBytes;
		}
		const call = this.pending.get(message.id);
		if (message.type === 'failed') {
			call?.reject(message.cures === undefined ? new Error(message.message) : new UserError(message.message, message));
			return;
		}
		try {
			call?.onMessage(message);
		} catch (error) {
			call?.reject(error);
			this.send({ type: 'cancel', id: message.id });
		}
	}

	/** Without pending calls the process must keep neither this one alive, nor memory it no longer needs. */
	private rest(): void {
		const { child } = this;
		if (child === undefined || this.pending.size > 0) {
			return;
		}
		if (this.memoryBytes > idleMemory) {
			const used = Math.round(this.memoryBytes / 1024 / 1024);
			this.options.log.info(`The index process is ended until it is needed again, as it uses ${used} MB.`);
			this.endChild();
		} else {
			child.unref();
			child.channel?.unref();
		}
	}

	private endChild(): void {
		const { child } = this;
		this.child = undefined;
		child?.kill('SIGKILL');
	}

	private lose(child: ChildProcess | undefined, error: Error): void {
		if (child === undefined || child !== this.child) {
			return;
		}
		this.child = undefined;
		for (const { reject } of this.pending.values()) {
			reject(error);
		}
	}
}

/** The number of characters that are kept of the process's latest output. */
const longestComplaint = 4000;

class ProcessEndedError extends Error {}

/** V8's output when it ends a process, even before any JavaScript has run. */
const heapDeath = /out of memory|allocation failed|javascript OOM/i;
