import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstanceResult } from '../../src/research/node/batches/batchFolder';
import { faultlineCli } from './faultlineCli';
import { commitAll, git } from './gitRepository';
import { commandLineFile } from './product/commandLineFile';
import { randomNumbers } from './randomNumbers';
import { RedisServer } from './redisServer';
import { repoRoot } from './repoRoot';

/** The issues of a queue: all of one small project, at one commit. Returns the file of instances. */
export function writeQueuedIssues(folder: string, nIssues: number): string {
	const clone = join(folder, 'clones', 'acme__tally');
	cpSync(join(repoRoot, 'sample', 'python'), clone, { recursive: true });
	commitAll(clone);
	const text = readFileSync(join(clone, 'ISSUE.md'), 'utf8');
	const rows = Array.from({ length: nIssues }, (_, at) => ({
		instance_id: `acme__tally-${at + 1}`,
		...{ repo: 'acme/tally', base_commit: git(clone, 'rev-parse', 'HEAD') },
		problem_statement: `${text}\n\nReported as ${at + 1}.\n`,
	}));
	const file = join(folder, 'issues.jsonl');
	writeFileSync(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
	return file;
}

interface QueueWorkerOptions {
	/** A folder beside the results. */
	readonly storage: string;
	/** More of the command line. */
	readonly words?: readonly string[];
	/** Starts the command line that follows it. */
	readonly launcher?: readonly string[];
}

/** A worker of a queue, in a process of its own. Workers of one folder share their results. */
export class QueueWorker {
	/** What it printed for users. */
	log = '';
	readonly ended: Promise<number | null>;
	private readonly child: ChildProcess;

	constructor(folder: string, url: string, { storage, words = [], launcher = [] }: QueueWorkerOptions) {
		const where = ['--repositories', join(folder, 'clones'), '--output', join(folder, 'output')];
		const program = commandLineFile;
		const command = [process.execPath, program, 'queue', 'work', '--queue', url, ...where, ...words];
		const [first = '', ...rest] = [...launcher, ...command];
		this.child = spawn(first, rest, {
			env: { ...process.env, FAULTLINE_STORAGE: join(folder, storage) },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		this.child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
			this.log += piece;
		});
		this.ended = once(this.child, 'close').then(() => this.child.exitCode);
	}

	/** Ids of what it works on, as far as it has printed that. */
	get running(): readonly string[] {
		const started = [...this.log.matchAll(/^(\S+): started$/gm)].map(([, id = '']) => id);
		return started.filter(id => !new RegExp(`^${id}: (?!started$)`, 'm').test(this.log));
	}

	get processId(): number {
		return this.child.pid ?? 0;
	}

	get isAlive(): boolean {
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	stop(signal: NodeJS.Signals): void {
		this.child.kill(signal);
	}

	/** As when the machine loses power: with the processes that it started. */
	killAll(): void {
		const children = childrenOf(this.child.pid ?? 0);
		this.child.kill('SIGKILL');
		for (const pid of children) {
			try {
				process.kill(pid, 'SIGKILL');
			} catch {
				// It has ended.
			}
		}
	}
}

/** On Linux; none elsewhere. */
function childrenOf(pid: number): number[] {
	return globSync(`/proc/${pid}/task/*/children`)
		.flatMap(file => readFileSync(file, 'utf8').split(' '))
		.filter(text => text.trim() !== '')
		.map(Number);
}

export interface KillOptions {
	/** An empty one. */
	readonly folder: string;
	readonly nIssues: number;
	readonly nKills: number;
	readonly nWorkers: number;
	readonly seed: number;
}

export interface KillReport {
	/** What was killed while it worked: `worker` alone, or `all` of its processes. */
	readonly kills: readonly ('worker' | 'all')[];
	readonly nRestarts: number;
	/** By the id of the instance: how many files of results it has. */
	readonly nResults: ReadonlyMap<string, number>;
	/** How often an instance was reported as done for the first time. */
	readonly nNew: ReadonlyMap<string, number>;
	readonly results: readonly InstanceResult[];
	/** What `faultline merge --json` and `faultline queue status --json` print. */
	readonly merged: { readonly done: number; readonly failed: readonly unknown[]; readonly damaged: readonly string[] };
	readonly status: { readonly done: number; readonly setAside: readonly unknown[]; readonly waiting: number };
	readonly seconds: number;
}

/**
 * Has workers run a queue and kills them at random moments while they work, each time with one in its place; after half of
 * that, Redis is killed as well and started again with its append file.
 */
export async function killWorkers({ folder, nIssues, nKills, nWorkers, seed }: KillOptions): Promise<KillReport> {
	const random = randomNumbers(seed);
	mkdirSync(folder, { recursive: true });
	const issues = writeQueuedIssues(folder, nIssues);
	const redis = await RedisServer.start(join(folder, 'redis'));
	const logs: QueueWorker[] = [];
	const start = (storage: string) => {
		const worker = new QueueWorker(folder, redis.url, { storage, words: ['--until-empty', '--lock-seconds', '2'] });
		logs.push(worker);
		return { storage, worker };
	};
	const queue = (...words: readonly string[]) => faultlineCli(['queue', ...words, '--queue', redis.url]);
	try {
		const submitted = await queue('submit', '--instances', issues, '--yes', '--retry-seconds', '1');
		if (submitted.code !== 0) {
			throw new Error(submitted.stderr);
		}
		const startedMs = performance.now();
		let workers = Array.from({ length: nWorkers }, (_, at) => start(`storage-${at}`));
		const kills: KillReport['kills'][number][] = [];
		let nRestarts = 0;
		while (kills.length < nKills) {
			const busy = workers.filter(({ worker }) => worker.isAlive && worker.running.length > 0);
			if (workers.every(({ worker }) => !worker.isAlive)) {
				break;
			}
			const victim = busy[random(Math.max(1, busy.length))];
			if (victim === undefined) {
				await sleep(20);
				continue;
			}
			await sleep(random(400));
			const kind = random(2) === 0 ? 'worker' : 'all';
			kind === 'all' ? victim.worker.killAll() : victim.worker.stop('SIGKILL');
			await victim.worker.ended;
			kills.push(kind);
			workers = workers.map(each => (each === victim ? start(each.storage) : each));
			if (nRestarts === 0 && kills.length * 2 >= nKills) {
				await redis.kill();
				nRestarts++;
				await redis.startAgain();
			}
		}
		await Promise.all(workers.map(({ worker }) => worker.ended));
		const output = join(folder, 'output');
		const results = readdirSync(join(output, 'results')).map(
			name => JSON.parse(readFileSync(join(output, 'results', name), 'utf8')) as InstanceResult,
		);
		const merged = await faultlineCli(['merge', output, '--json']);
		const status = JSON.parse((await queue('status', '--json')).stdout) as { queues: [KillReport['status']] };
		return {
			...{ kills, nRestarts, results, seconds: (performance.now() - startedMs) / 1000 },
			nResults: counted(results.map(({ instance_id: id }) => id)),
			nNew: counted(logs.flatMap(({ log }) => [...log.matchAll(/^(\S+): done in /gm)].map(([, id = '']) => id))),
			...{ merged: JSON.parse(merged.stdout) as KillReport['merged'], status: status.queues[0] },
		};
	} finally {
		for (const worker of logs) {
			worker.isAlive && worker.killAll();
		}
		await redis.kill();
	}
}

function counted(ids: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const id of ids) {
		counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	return counts;
}
