import { Worker } from 'node:worker_threads';
import type { IndexedFile } from '../core/index/indexedFile';
import { SymbolTable } from '../core/index/tables/symbolTable';
import { inMemory } from '../core/index/tables/tableData';
import type { Log, Progress } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';
import type { BuiltIndex } from './buildIndex';
import type {
	BuildRequest,
	IndexWorkerData,
	IndexWorkerMessage,
	IndexWorkerRequest,
	ParseRequest,
} from './indexWorkerMessages';

/** A worker whose parser has grown beyond this is terminated when it is idle; the next call starts a small one. */
const memoryLimitBytes = 256 * 1024 * 1024;

export interface WorkerIndexerOptions {
	/** The bundled `indexWorker.js`. */
	readonly workerFile: string;
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	readonly log: Log;
}

export interface WorkerBuild extends Pick<BuildRequest, 'roots' | 'excludes' | 'cacheFile'> {
	/** Counts files. */
	readonly onProgress: (progress: Progress) => void;
	readonly signal?: AbortSignal;
}

interface Pending {
	readonly onMessage: (message: IndexWorkerMessage) => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Indexes in a separate thread, which starts with the first call. When it dies, pending calls are rejected with the
 * cause, and the next call starts another thread.
 */
export class WorkerIndexer {
	private readonly pending = new Map<number, Pending>();
	private worker: Worker | undefined;
	private lastId = 0;
	/** Memory of the worker, as of its last answer. */
	private memoryBytes = 0;

	constructor(private readonly options: WorkerIndexerOptions) {}

	/**
	 * Indexes folders on disk. Rejects with the signal's reason as soon as it is aborted; the cache then stays unchanged.
	 */
	build({ roots, excludes, cacheFile, onProgress, signal }: WorkerBuild): Promise<BuiltIndex> {
		const request = { type: 'build', roots, excludes, ...(cacheFile !== undefined && { cacheFile }) } as const;
		return this.call(request, signal, (message, resolve) => {
			if (message.type === 'progress') {
				onProgress(message.progress);
			} else if (message.type === 'built') {
				resolve({ ...message.summary, table: new SymbolTable(inMemory(message.data)) });
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

	/** Terminates the thread; pending calls are rejected. */
	async dispose(): Promise<void> {
		const { worker } = this;
		this.lose(worker, new Error('the index worker was ended'));
		await worker?.terminate();
	}

	private call<T>(
		request: Omit<BuildRequest, 'id'> | Omit<ParseRequest, 'id'>,
		signal: AbortSignal | undefined,
		onMessage: (message: IndexWorkerMessage, resolve: (value: T) => void) => void,
	): Promise<T> {
		const id = ++this.lastId;
		const onAbort = () => {
			this.pending.get(id)?.reject(signal?.reason);
			this.worker?.postMessage({ type: 'cancel', id } satisfies IndexWorkerRequest);
		};
		const result = new Promise<T>((resolve, reject) => {
			signal?.throwIfAborted();
			signal?.addEventListener('abort', onAbort, { once: true });
			this.pending.set(id, { reject, onMessage: message => onMessage(message, resolve) });
			const worker = this.worker ?? this.start();
			worker.ref();
			worker.postMessage({ ...request, id } satisfies IndexWorkerRequest);
		});
		return result.finally(() => {
			signal?.removeEventListener('abort', onAbort);
			this.pending.delete(id);
			this.rest();
		});
	}

	private start(): Worker {
		const { workerFile, packageRoot } = this.options;
		const worker = new Worker(workerFile, { workerData: { packageRoot } satisfies IndexWorkerData });
		this.worker = worker;
		this.memoryBytes = 0;
		worker.on('message', (message: IndexWorkerMessage) => this.receive(message));
		worker.on('error', error => this.lose(worker, new Error(`the index worker failed: ${errorText(error)}`)));
		worker.on('exit', code => this.lose(worker, new Error(`the index worker ended with code ${code}`)));
		return worker;
	}

	private receive(message: IndexWorkerMessage): void {
		if (message.type === 'log') {
			this.options.log[message.level](message.message);
			return;
		}
		const call = this.pending.get(message.id);
		if (message.type === 'failed') {
			call?.reject(message.isUserError ? new UserError(message.message) : new Error(message.message));
			return;
		}
		if (message.type !== 'progress') {
			this.memoryBytes = message.memoryBytes;
		}
		try {
			call?.onMessage(message);
		} catch (error) {
			call?.reject(error);
			this.worker?.postMessage({ type: 'cancel', id: message.id } satisfies IndexWorkerRequest);
		}
	}

	/** Without pending calls the thread must not keep the process alive, nor memory it no longer needs. */
	private rest(): void {
		const { worker } = this;
		if (worker === undefined || this.pending.size > 0) {
			return;
		}
		if (this.memoryBytes > memoryLimitBytes) {
			this.options.log.info(
				`The index worker is terminated, as its parser uses ${Math.round(this.memoryBytes / 1024 / 1024)} MB.`,
			);
			this.worker = undefined;
			void worker.terminate();
		} else {
			worker.unref();
		}
	}

	private lose(worker: Worker | undefined, error: Error): void {
		if (worker === undefined || worker !== this.worker) {
			return;
		}
		this.worker = undefined;
		for (const { reject } of this.pending.values()) {
			reject(error);
		}
	}
}
