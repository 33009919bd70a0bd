import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, Queue, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { withoutSecrets } from '../../../outgoing/pure/secrets/withoutSecrets';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { isRecord } from '../../../system/pure/fields';
import type { Log } from '../../../system/pure/log';
import { untilAborted } from '../../../system/pure/waiting/untilAborted';
import type { QueueAddress } from './queueAddress';
import { jobId, type QueueJob, readJob } from './queueJob';
import { type QueueName, readName, writtenName } from './queueName';
import { connectRedis, serverWarnings } from './redisConnection';
import { refusedCommand } from './refusedCommand';

export interface JobQueueOptions {
	readonly address: QueueAddress;
	readonly log: Log;
	readonly note: (text: string) => void;
	/** Ends the wait for the server while it is connected to. */
	readonly signal: AbortSignal;
}

/** How a worker ended with a job. */
export type JobEnd =
	| { readonly kind: 'done'; readonly place: ResultPlace }
	/** It is tried again unless this was its last try. */
	| { readonly kind: 'failed'; readonly reason: string }
	/** Another process works on it, although the queue took it for dead: it is looked at again later. */
	| { readonly kind: 'elsewhere' };

/** The place of a job's result. */
export interface ResultPlace {
	readonly machine: string;
	/** Absolute. */
	readonly folder: string;
}

export interface WorkerOptions {
	readonly handle: (job: QueueJob, isLastTry: boolean) => Promise<JobEnd>;
	/** A job that is none is set aside. */
	readonly onRefused: (reason: string) => void;
	readonly nJobs: number;
	/** A worker that does not renew its locks for this time has lost its jobs. */
	readonly lockMs: number;
	/** Ends once nothing is left. */
	readonly untilEmpty: boolean;
	readonly signal: AbortSignal;
}

/** The state of a queue. */
export interface QueueStatus extends QueueName {
	readonly waiting: number;
	readonly running: number;
	/** To be tried again later. */
	readonly retried: number;
	readonly done: number;
	readonly setAside: readonly { readonly instance: string; readonly reason: string; readonly tries: number }[];
	readonly results: readonly (ResultPlace & { readonly count: number })[];
}

const prefix = 'faultline';
/** The names of all queues on a server. */
const namesKey = `${prefix}:queues`;
const batchSize = 200;
/** A job whose worker dies this often is set aside: perhaps it is the job. */
const maxDeaths = 5;
const elsewhereMs = 5_000;
const pollMs = 1_000;
const maxReasonChars = 300;
/** Workers cancel running jobs within 30 s; then the locks of jobs that could not be returned end by themselves. */
const closeMs = 40_000;

/** The queues of a server, in BullMQ's form: a list of jobs with locks, retries and jobs set aside. */
export class JobQueue {
	private refused: string | undefined;

	private constructor(
		private readonly redis: Redis,
		private readonly ended: AbortController,
		private readonly options: JobQueueOptions,
	) {}

	/** Throws `UserError` if the server cannot be used. */
	static async open(options: JobQueueOptions): Promise<JobQueue> {
		const ended = new AbortController();
		const connected = connectRedis(options.address, { note: options.note, signal: ended.signal });
		try {
			const redis = await untilAborted(connected, options.signal);
			(await untilAborted(serverWarnings(redis), options.signal)).forEach(warning => {
				options.log.warn(warning);
			});
			return new JobQueue(redis, ended, options);
		} catch (error) {
			ended.abort();
			throw error;
		}
	}

	close(): void {
		this.ended.abort();
	}

	/** Adds jobs that are not there yet, in this order; returns how many. `retryMs`: doubled after each further try. */
	async add(
		name: QueueName,
		jobs: readonly QueueJob[],
		{ nTries, retryMs }: { readonly nTries: number; readonly retryMs: number },
	): Promise<number> {
		const queue = this.queue(name);
		await this.redis.sadd(namesKey, writtenName(name));
		let nAdded = 0;
		for (let at = 0; at < jobs.length; at += batchSize) {
			const batch = jobs.slice(at, at + batchSize).map(data => ({
				...{ name: name.goal, data },
				opts: {
					jobId: jobId(data, name.build),
					attempts: nTries,
					backoff: { type: 'exponential', delay: retryMs, jitter: 0.5 },
				},
			}));
			const states = await Promise.all(batch.map(({ opts }) => queue.getJobState(opts.jobId)));
			nAdded += states.filter(state => state === 'unknown').length;
			await queue.addBulk(batch);
		}
		return nAdded;
	}

	/** All queues of the server, by name. */
	async names(): Promise<readonly QueueName[]> {
		const written = await this.redis.smembers(namesKey);
		return written
			.sort()
			.map(readName)
			.filter(name => name !== undefined);
	}

	async status(name: QueueName): Promise<QueueStatus> {
		const queue = this.queue(name);
		const { waiting = 0, active = 0, delayed = 0, completed = 0, failed = 0 } = await countsOf(queue);
		const places = new Map<string, { readonly place: ResultPlace; count: number }>();
		for (let at = 0; at < completed; at += batchSize) {
			for (const job of await queue.getCompleted(at, at + batchSize - 1)) {
				const place = placeOf(job?.returnvalue);
				const known = places.get(JSON.stringify(place)) ?? { place, count: 0 };
				known.count++;
				places.set(JSON.stringify(place), known);
			}
		}
		const setAside = failed === 0 ? [] : await queue.getFailed(0, failed - 1);
		return {
			...{ ...name, waiting, running: active, retried: delayed, done: completed },
			setAside: setAside.map(job => ({
				instance: instanceIn(job),
				reason: reasonOf(job.failedReason),
				tries: job.attemptsMade,
			})),
			results: [...places.values()].map(({ place, count }) => ({ ...place, count })),
		};
	}

	/** Returns jobs that were set aside to the queue, and their number to the caller. */
	async retry(name: QueueName): Promise<number> {
		const queue = this.queue(name);
		const failed = await queue.getFailed();
		for (const job of failed) {
			await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
		}
		return failed.length;
	}

	/** Removes a queue with all its jobs. Throws `UserError` while some are worked on. */
	async clear(name: QueueName): Promise<void> {
		const queue = this.queue(name);
		const { active = 0 } = await countsOf(queue);
		if (active > 0) {
			throw new UserError(`${active} issues of the queue are being worked on: stop the workers first.`);
		}
		await queue.obliterate();
		await this.redis.srem(namesKey, writtenName(name));
	}

	/**
	 * Takes jobs until nothing is left, or until the signal, and then rejects. Jobs that run at the signal go back to the
	 * queue. If a job cannot be handled at all, as when its results cannot be written, it does the same and rejects with
	 * the reason.
	 */
	async work(name: QueueName, options: WorkerOptions): Promise<void> {
		const { signal, nJobs, lockMs, untilEmpty } = options;
		const stop = new AbortController();
		const handled = new Set<Promise<unknown>>();
		const handle = (job: Job, token = '') => {
			const end = this.handle(job, token, { ...options, stop });
			handled.add(end);
			return end.finally(() => handled.delete(end));
		};
		const worker = new Worker(writtenName(name), handle, {
			...this.shared(),
			...{ concurrency: nJobs, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: maxDeaths },
			...{ drainDelay: Math.max(1, Math.min(5, lockMs / 1000)), runRetryDelay: pollMs },
		});
		worker.on('error', error => this.onError(error));
		worker.on('stalled', id => {
			this.options.note('A worker was lost: what it worked on is in the queue again.');
			this.mend(worker.toKey(id)).catch(error => this.options.log.info(`The queue: ${errorText(error)}`));
		});
		const queue = this.queue(name);
		try {
			while (!stop.signal.aborted && !(untilEmpty && (await untilAborted(isEmpty(queue), signal)))) {
				await sleep(pollMs, undefined, { signal });
			}
		} finally {
			const inTime = sleep(closeMs, undefined, { ref: false });
			await worker.pause(true);
			await Promise.race([Promise.allSettled(handled), inTime]);
			// A server that is away learns of nothing that ended here: the locks end by themselves.
			await Promise.race([worker.close(this.redis.status !== 'ready'), inTime]);
		}
		stop.signal.throwIfAborted();
	}

	private async handle(
		job: Job,
		token: string,
		{ handle, onRefused, signal, stop }: WorkerOptions & { readonly stop: AbortController },
	): Promise<ResultPlace> {
		const found = readJob(job.data);
		if (typeof found === 'string') {
			onRefused(found);
			throw withoutStack(new UnrecoverableError(found));
		}
		const isLastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
		const isStopped = signal.aborted || stop.signal.aborted;
		const end = isStopped
			? undefined
			: await handle(found, isLastTry).catch((error: unknown) => {
					if (!signal.aborted) {
						stop.abort(error);
					}
					return undefined;
				});
		if (end === undefined) {
			// Without a connection, the lock ends by itself.
			if (this.redis.status === 'ready') {
				await job.moveToWait(token);
			}
			throw new WaitingError();
		}
		if (end.kind === 'elsewhere') {
			await job.moveToDelayed(Date.now() + elsewhereMs, token);
			throw new DelayedError();
		}
		if (end.kind === 'failed') {
			throw withoutStack(new Error(outgoingReason(end.reason)));
		}
		return end.place;
	}

	/** A job that is no JSON fails before it is handed out, in each worker and forever: it becomes a job without data. */
	private async mend(key: string): Promise<void> {
		for (const field of ['data', 'opts']) {
			if (!isJson((await this.redis.hget(key, field)) ?? '{}')) {
				await this.redis.hset(key, field, '{}');
			}
		}
	}

	private queue(name: QueueName): Queue {
		const queue = new Queue(writtenName(name), this.shared());
		queue.on('error', error => this.onError(error));
		return queue;
	}

	/** A server that refuses commands is waited for, as one that is away: each reason is stated once. */
	private onError(error: Error): void {
		const refused = refusedCommand(error, this.options.address);
		if (refused !== undefined && refused !== this.refused) {
			this.options.note(refused);
		}
		this.refused = refused ?? this.refused;
		this.options.log.info(`The queue: ${errorText(error)}`);
	}

	private shared() {
		return { connection: this.redis, prefix, skipVersionCheck: true };
	}
}

/** The server is given none: it has paths of this machine. */
function withoutStack(error: Error): Error {
	return Object.assign(error, { stack: '' });
}

/** The part of a try's failure reason that is sent to the server; the results have all of it. */
function outgoingReason(reason: string): string {
	return withoutSecrets(reason.split('\n')[0] ?? '').text.slice(0, maxReasonChars);
}

function countsOf(queue: Queue): Promise<Readonly<Record<string, number>>> {
	return queue.getJobCounts('waiting', 'active', 'delayed', 'completed', 'failed');
}

async function isEmpty(queue: Queue): Promise<boolean> {
	const { waiting = 0, active = 0, delayed = 0 } = await countsOf(queue);
	return waiting + active + delayed === 0;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Others may have written anything to the queue. */
function instanceIn({ data, id = '' }: Job): string {
	return isRecord(data) && typeof data.instance === 'string' ? data.instance : id;
}

function placeOf(value: unknown): ResultPlace {
	const { machine, folder } = isRecord(value) ? value : {};
	return {
		machine: typeof machine === 'string' ? machine : 'unknown',
		folder: typeof folder === 'string' ? folder : 'unknown',
	};
}

function reasonOf(reason: unknown): string {
	const text = typeof reason === 'string' ? reason : '';
	return /^job stalled more than/.test(text) ? `Its worker was lost more than ${maxDeaths} times.` : text;
}
