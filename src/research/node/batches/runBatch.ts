import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScratchFolders } from '../../../sandbox/node/checkout/scratchFolders';
import { CodeFolders } from './codeFolders';
import type { Instance } from './instances';
import { InstanceWork, type InstanceWorkOptions, type TryEnd } from './instanceWork';

export interface BatchRun extends InstanceWorkOptions {
	readonly instances: readonly Instance[];
	/** The folder with the clones. */
	readonly clones: string | undefined;
	/** How many run at the same time. */
	readonly nJobs: number;
	/** How often an instance is tried. */
	readonly nAttempts: number;
	/** Failed ones are tried again. */
	readonly retriesFailed: boolean;
	/** For scratch copies. */
	readonly storage: string;
	/** A try failed, and another one follows. */
	readonly onRetry: (id: string, reason: string) => void;
	/** Other processes work on all that is left. */
	readonly onWaiting: (nWaiting: number) => void;
}

/** How often it is looked whether another process ended its instance. */
const pollMs = 1000;

/**
 * Runs the instances that have no result yet, each in a process of its own, until each has one: its own, or another
 * process's. Throws the signal's reason when cancelled; instances that run then have no result.
 */
export async function runBatch(batch: BatchRun): Promise<void> {
	const work = new BatchWork(batch);
	const scratch = new ScratchFolders(batch.storage, batch.log);
	const workers = Array.from({ length: Math.min(batch.nJobs, batch.instances.length) }, async () => {
		const { path, remove } = await scratch.create('batch');
		try {
			await work.runAll(path);
		} finally {
			await remove();
		}
	});
	const ends = await Promise.allSettled(workers);
	batch.signal.throwIfAborted();
	const failed = ends.find(end => end.status === 'rejected');
	if (failed !== undefined) {
		throw failed.reason;
	}
}

class BatchWork {
	private readonly work: InstanceWork;
	private readonly waiting: Instance[];
	/** Those whose failed result this call replaces. */
	private readonly retried = new Set<string>();
	private readonly abort: AbortSignal;
	private nRunning = 0;
	/** Rounds through the list without an instance to take. */
	private nIdle = 0;

	constructor(private readonly batch: BatchRun) {
		this.work = new InstanceWork(batch);
		this.waiting = [...batch.instances];
		this.abort = batch.signal;
	}

	/** `scratch`: a folder for only one worker. */
	async runAll(scratch: string): Promise<void> {
		const code = new CodeFolders(join(scratch, 'code'), this.batch.clones);
		for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
			this.abort.throwIfAborted();
			this.nRunning++;
			const end = await this.tryInstance(next, code, scratch).finally(() => this.nRunning--);
			if (end.kind === 'again') {
				this.nIdle = 0;
				this.waiting.push(next);
				this.batch.onRetry(next.id, end.reason);
			} else if (end.kind === 'elsewhere') {
				this.waiting.push(next);
				await this.pause();
			} else {
				this.nIdle = 0;
			}
		}
	}

	private async tryInstance(instance: Instance, code: CodeFolders, scratch: string): Promise<TryEnd> {
		const { retriesFailed, nAttempts } = this.batch;
		const end = await this.work.tryInstance(instance, {
			...{ code, scratch, retriesFailed: retriesFailed && !this.retried.has(instance.id) },
			nLeft: before => nAttempts - before.length,
		});
		if (end.kind !== 'elsewhere') {
			this.retried.add(instance.id);
		}
		return end;
	}

	/** Waits after a round in which other processes had all remaining instances. */
	private async pause(): Promise<void> {
		this.nIdle++;
		if (this.nIdle >= this.waiting.length) {
			if (this.nRunning === 0) {
				this.batch.onWaiting(this.waiting.length);
			}
			this.nIdle = 0;
			await sleep(pollMs, undefined, { signal: this.abort });
		}
	}
}
