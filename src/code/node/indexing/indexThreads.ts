import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { errorText } from '../../../system/pure/errors/errorText';
import type { FileEntry } from '../../../system/pure/files';
import type { Log } from '../../../system/pure/log';
import type { BatchIndexer, FileProblem, IndexedBatch } from '../../pure/index/indexBatch';
import { SymbolTable } from '../../pure/index/tables/symbolTable';
import { TableBuilder } from '../../pure/index/tables/tableBuilder';
import { inMemory } from '../../pure/index/tables/tableData';
import type { BatchAnswer, BatchMessage, IndexWorkerData } from './indexMessages';

/** Below this, starting threads takes longer than they save. */
const leastBytes = 25 * 1024 * 1024;
/** Of the JavaScript of a thread; a text that needs more ends the thread. */
const heapLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

export interface IndexThreadsOptions extends Required<Pick<IndexWorkerData, 'packageRoot' | 'workspace'>> {
	/** The indexer for cases in which threads do not pay, or cannot be started. */
	readonly here: BatchIndexer;
	/** The number of processors left to other programs. */
	readonly nFree?: number;
	readonly log: Log;
}

/**
 * Indexes batches in a thread for each processor. When a thread dies, its batch is divided, until the one file remains
 * that it dies of: that is left out, with a problem.
 */
export class IndexThreads implements BatchIndexer {
	private readonly threads = new Set<Worker>();
	private readonly idle: Worker[] = [];
	private readonly ready = new WeakSet<Worker>();
	private readonly waiting: Task[] = [];
	private readonly file: string;
	private nThreads = 1;
	private isEnded = false;

	constructor(private readonly options: IndexThreadsOptions) {
		this.file = join(options.packageRoot, 'dist', 'program', 'indexWorker.cjs');
	}

	nAtOnce(sizeBytes: number): number {
		const nThreads = availableParallelism() - (this.options.nFree ?? 0);
		this.nThreads = sizeBytes < leastBytes || !existsSync(this.file) ? 1 : Math.max(1, nThreads);
		// One more waits for each, so that no thread does.
		return this.nThreads === 1 ? 1 : 2 * this.nThreads;
	}

	async index(entries: readonly FileEntry[], signal?: AbortSignal): Promise<IndexedBatch> {
		if (this.nThreads === 1) {
			return this.options.here.index(entries, signal);
		}
		signal?.throwIfAborted();
		try {
			return await new Promise<IndexedBatch>((resolve, reject) => {
				this.waiting.push({ entries, signal, resolve, reject });
				this.startNext();
			});
		} catch (error) {
			signal?.throwIfAborted();
			if (!(error instanceof ThreadDiedError)) {
				throw error;
			}
			return this.nThreads === 1 ? this.options.here.index(entries, signal) : this.indexParts(entries, error, signal);
		}
	}

	/** Ends all threads; running and waiting batches are rejected. */
	async end(): Promise<void> {
		this.isEnded = true;
		for (const { reject } of this.waiting.splice(0)) {
			reject(endedError());
		}
		await Promise.all([...this.threads].map(thread => thread.terminate()));
	}

	/** Divides a batch that a thread died of, and indexes its parts. */
	private async indexParts(
		entries: readonly FileEntry[],
		cause: ThreadDiedError,
		signal?: AbortSignal,
	): Promise<IndexedBatch> {
		const builder = new TableBuilder();
		const [first] = entries;
		if (entries.length === 1 && first !== undefined) {
			const reason = `not indexed: ${cause.message}`;
			this.options.log.warn(`${first.path} is ${reason}`);
			builder.addLeftOut({ ...first, reason: 'forbidden' }, true);
			return { data: builder.finish(), problems: [{ path: first.path, reason }] };
		}
		const middle = Math.ceil(entries.length / 2);
		const problems: FileProblem[] = [];
		for (const half of [entries.slice(0, middle), entries.slice(middle)]) {
			const batch = await this.index(half, signal);
			const table = new SymbolTable(inMemory(batch.data));
			for (let row = 0; row < table.nRows; row++) {
				builder.copy(table, row);
			}
			problems.push(...batch.problems);
		}
		return { data: builder.finish(), problems };
	}

	private startNext(): void {
		if (this.isEnded) {
			return;
		}
		const thread = this.idle.pop() ?? (this.threads.size < this.nThreads ? this.startThread() : undefined);
		const task = thread && this.waiting.shift();
		if (thread !== undefined && task !== undefined) {
			this.run(thread, task);
		} else if (thread !== undefined) {
			this.idle.push(thread);
		}
	}

	private startThread(): Worker {
		const { packageRoot, workspace } = this.options;
		const workerData = { packageRoot, workspace } satisfies IndexWorkerData;
		const thread = new Worker(this.file, { workerData, resourceLimits: heapLimits });
		this.threads.add(thread);
		// The cause of its death is reported for the batch it was indexing.
		thread.on('error', () => undefined);
		thread.once('exit', () => {
			this.threads.delete(thread);
			const at = this.idle.indexOf(thread);
			if (at >= 0) {
				this.idle.splice(at, 1);
			}
		});
		return thread;
	}

	private run(thread: Worker, { entries, signal, resolve, reject }: Task): void {
		let cause = 'its thread ended';
		let isReady = this.ready.has(thread);
		const end = () => {
			signal?.removeEventListener('abort', onAbort);
			thread.off('message', onAnswer).off('error', onError).off('exit', onExit);
		};
		const onAbort = () => thread.postMessage({ type: 'cancel' } satisfies BatchMessage);
		const onError = (error: unknown) => {
			cause = errorText(error);
		};
		const onExit = () => {
			end();
			if (!isReady && this.nThreads > 1 && !this.isEnded) {
				this.options.log.warn(`Indexing continues without threads, as one could not start: ${cause}`);
				this.nThreads = 1;
			}
			reject(this.isEnded ? endedError() : new ThreadDiedError(cause));
			this.startNext();
		};
		const onAnswer = (answer: BatchAnswer) => {
			if (answer.type === 'ready') {
				this.ready.add(thread);
				isReady = true;
				return;
			}
			end();
			this.idle.push(thread);
			if (answer.type === 'batch') {
				resolve(answer);
			} else {
				reject(new Error(answer.problem));
			}
			this.startNext();
		};
		signal?.addEventListener('abort', onAbort, { once: true });
		thread.on('message', onAnswer).on('error', onError).on('exit', onExit);
		thread.postMessage({ type: 'batch', entries } satisfies BatchMessage);
	}
}

interface Task {
	readonly entries: readonly FileEntry[];
	readonly signal: AbortSignal | undefined;
	readonly resolve: (batch: IndexedBatch) => void;
	readonly reject: (error: unknown) => void;
}

class ThreadDiedError extends Error {}

function endedError(): Error {
	return new Error('The index threads have ended.');
}
