import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../core/ports';
import type { RunReport } from '../../core/report/runReport';
import { errorText } from '../../core/util/errorText';
import { ScratchFolders } from '../checkout/scratchFolders';
import { makeStorageFolder } from '../storageFolder';
import type { Attempt, BatchFolder, InstanceResult, KeptResult } from './batchFolder';
import { CodeFolders } from './codeFolders';
import { type InstanceEnd, runInstanceProcess } from './instanceProcess';
import type { Instance } from './instances';

export interface BatchRun {
	readonly folder: BatchFolder;
	/** Those of this shard. */
	readonly instances: readonly Instance[];
	/** The folder with the clones. */
	readonly clones: string | undefined;
	/** The command line's program, and the command with options for each issue. */
	readonly program: string;
	readonly wordsOf: (id: string) => readonly string[];
	/** How many run at the same time. */
	readonly nJobs: number;
	/** How often an instance is tried. */
	readonly nAttempts: number;
	readonly timeoutMs: number;
	/** Failed ones are tried again. */
	readonly retriesFailed: boolean;
	/** For scratch copies. */
	readonly storage: string;
	readonly log: Log;
	readonly signal: AbortSignal;
	/** Called once for each result, also for those that are there at the start. */
	readonly onEnded: (result: InstanceResult, isNew: boolean) => void;
	/** A try failed, and another one follows. */
	readonly onRetry: (id: string, reason: string) => void;
	/** Other processes work on all that is left. */
	readonly onWaiting: (nWaiting: number) => void;
}

/** How often it is looked whether another process ended its instance. */
const pollMs = 1000;

/**
 * Runs the instances that have no result yet, each in a process of its own, until each has one: its own, or that of
 * another process. Throws the signal's reason when cancelled; what runs then has no result.
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
	private readonly waiting: Instance[];
	/** Those whose failed result this call replaces. */
	private readonly retried = new Set<string>();
	private readonly abort: AbortSignal;
	private nRunning = 0;
	/** Rounds through the list in which nothing could be taken. */
	private nIdle = 0;

	constructor(private readonly batch: BatchRun) {
		this.waiting = [...batch.instances];
		this.abort = batch.signal;
	}

	/** `scratch`: a folder for one worker alone. */
	async runAll(scratch: string): Promise<void> {
		const code = new CodeFolders(join(scratch, 'code'), this.batch.clones);
		for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
			this.abort.throwIfAborted();
			this.nRunning++;
			const end = await this.tryInstance(next, code, scratch).finally(() => this.nRunning--);
			if (end === 'again') {
				this.nIdle = 0;
				this.waiting.push(next);
			} else if (end === 'elsewhere') {
				this.waiting.push(next);
				await this.pause();
			} else {
				this.nIdle = 0;
			}
		}
	}

	/** After each round in which other processes had all that is left. */
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

	private async tryInstance(
		instance: Instance,
		code: CodeFolders,
		scratch: string,
	): Promise<'ended' | 'again' | 'elsewhere'> {
		const { folder, log } = this.batch;
		const { id } = instance;
		if (this.isEnd(id, await folder.resultOf(id))) {
			return 'ended';
		}
		const release = await folder.claim(id);
		if (release === undefined) {
			return 'elsewhere';
		}
		try {
			// It may have ended since.
			const found = await folder.resultOf(id);
			if (this.isEnd(id, found)) {
				return 'ended';
			}
			if (found === 'damaged') {
				log.warn(`The result of ${id} is damaged: the issue is run again.`);
			}
			if (found !== undefined) {
				await folder.forget(id);
			}
			return (await this.attempt(instance, code, scratch)) ? 'ended' : 'again';
		} finally {
			await release();
		}
	}

	/** Whether it stays; if so, it is reported. */
	private isEnd(id: string, result: KeptResult): boolean {
		if (result === undefined || result === 'damaged') {
			return false;
		}
		if (result.state === 'failed' && this.batch.retriesFailed && !this.retried.has(id)) {
			return false;
		}
		this.batch.onEnded(result, false);
		return true;
	}

	/** One try, with the claim; returns whether the instance has a result then. */
	private async attempt(instance: Instance, code: CodeFolders, scratch: string): Promise<boolean> {
		const { folder, nAttempts } = this.batch;
		const { id } = instance;
		this.retried.add(id);
		const before = (await folder.attemptsOf(id)).map(unseenFails);
		if (before.length >= nAttempts) {
			return this.record(id, { state: 'failed', reason: before.at(-1)?.failure ?? '', attempts: before });
		}
		const startedAt = Date.now();
		await folder.keepAttempts(id, [...before, { startedAt }]);
		const { report, failure, run } = await this.run(instance, code, scratch);
		if (this.abort.aborted) {
			await folder.keepAttempts(id, before);
			this.abort.throwIfAborted();
		}
		const attempts: Attempt[] = [...before, { startedAt, ...(failure !== undefined && { failure }) }];
		const rest = { attempts, ...(run !== undefined && { run }), ...(report !== undefined && { report }) };
		if (failure === undefined) {
			return this.record(id, { state: 'done', ...rest });
		}
		if (attempts.length >= nAttempts) {
			return this.record(id, { state: 'failed', reason: failure, ...rest });
		}
		await folder.keepAttempts(id, attempts);
		this.batch.onRetry(id, failure);
		return false;
	}

	private async record(id: string, end: Omit<InstanceResult, 'instance_id' | 'settings'>): Promise<true> {
		const { folder, onEnded } = this.batch;
		const result = { instance_id: id, settings: folder.digest, ...end };
		const isFirst = await folder.record(result);
		onEnded(result, isFirst);
		return true;
	}

	private async run(instance: Instance, code: CodeFolders, scratch: string): Promise<InstanceOutcome> {
		const { program, wordsOf, timeoutMs, signal, folder } = this.batch;
		const [issue, storage] = [join(scratch, 'issue.md'), join(scratch, 'storage')];
		try {
			const workspace = await code.open(instance);
			await writeFile(issue, instance.issue);
			const where = ['--workspace', workspace, '--issue', issue, '--storage', storage, '--json'];
			const end = await runInstanceProcess({ program, words: [...wordsOf(instance.id), ...where], timeoutMs, signal });
			const run = await keepRuns(join(storage, 'runs'), join(folder.path, 'runs'));
			return { ...outcomeOf(end, timeoutMs), ...(run !== undefined && { run }) };
		} catch (error) {
			return { failure: errorText(error) };
		}
	}
}

interface InstanceOutcome extends Pick<InstanceResult, 'report' | 'run'> {
	readonly failure?: string;
}

function outcomeOf(end: InstanceEnd, timeoutMs: number): InstanceOutcome {
	const { stdout, stderr, exitCode, killedBy, isTimeout } = end;
	const report = reportIn(stdout);
	const why = report?.failure ?? lastLines(stderr);
	if (isTimeout) {
		return { ...(report && { report }), failure: `It took longer than ${timeoutMs / 1000} s.` };
	}
	if (report !== undefined && report.failure === undefined && exitCode !== null) {
		return { report };
	}
	const ended = killedBy === null ? `Exit code ${exitCode}` : `Ended by ${killedBy}`;
	return { ...(report && { report }), failure: why === '' ? `${ended}.` : `${ended}: ${why}` };
}

/** What is kept of the report; undefined where the process ended without one. */
function reportIn(stdout: string): InstanceResult['report'] {
	try {
		const printed = JSON.parse(stdout) as RunReport & NonNullable<InstanceResult['report']>;
		const { engine, locations, ranking, usage, patches, failure, ms, evaluation } = printed;
		return {
			...{ engine, locations, ranking, usage, ms },
			...(patches !== undefined && { patches }),
			...(failure !== undefined && { failure }),
			...(evaluation !== undefined && { evaluation }),
		};
	} catch {
		return undefined;
	}
}

function lastLines(stderr: string): string {
	return stderr.trim().split('\n').slice(-12).join('\n').slice(-2000);
}

/** Moves runs to a folder of runs; returns the id of the last one. */
async function keepRuns(from: string, to: string): Promise<string | undefined> {
	const ids = (await readdir(from, { withFileTypes: true }).catch(() => []))
		.filter(entry => entry.isDirectory())
		.map(({ name }) => name)
		.sort();
	await mkdir(to, { recursive: true });
	await makeStorageFolder(to);
	for (const id of ids) {
		await cp(join(from, id), join(to, id), { recursive: true });
		await rm(join(from, id), { recursive: true });
	}
	return ids.at(-1);
}

/** A try whose end nobody saw: the batch died with it, or was killed. */
function unseenFails(attempt: Attempt, at: number, all: readonly Attempt[]): Attempt {
	const isEnded = attempt.failure !== undefined || at < all.length - 1;
	return isEnded ? attempt : { ...attempt, failure: 'The batch itself was killed while the issue was running.' };
}
