import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultlineCli } from '../../test/support/faultlineCli';
import { killWorkers, QueueWorker, writeQueuedIssues } from '../../test/support/killedQueue';
import { RedisServer } from '../../test/support/redisServer';

const usage = `npm run bench -- queue [--issues 60] [--kills 20] [--workers 3] [--seed 1] [--rounds 3] [--only kills,speed]
  kills: workers run a queue and are killed at random moments, and Redis once; every result must be there exactly once.
  speed: the same issues by one worker and by two, in turn, each on a core of its own, as if they were two machines;
    the time from their start to their end.
  Needs \`npm run build\`, redis-server and taskset.`;

void main();

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			...{ issues: { ...text, default: '60' }, kills: { ...text, default: '20' }, workers: { ...text, default: '3' } },
			...{
				seed: { ...text, default: '1' },
				rounds: { ...text, default: '3' },
				only: { ...text, default: 'kills,speed' },
			},
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) {
		console.log(usage);
		return;
	}
	const only = values.only.split(',');
	const scratch = mkdtempSync(join(tmpdir(), 'faultline-queue-'));
	try {
		if (only.includes('kills')) {
			const counts = { nIssues: Number(values.issues), nKills: Number(values.kills), nWorkers: Number(values.workers) };
			await reportKills({ folder: join(scratch, 'kills'), ...counts, seed: Number(values.seed) });
		}
		if (only.includes('speed')) {
			await reportSpeed(scratch, Number(values.issues), Number(values.rounds));
		}
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

async function reportKills(options: Parameters<typeof killWorkers>[0]): Promise<void> {
	const { kills, nRestarts, nResults, nNew, results, merged, status, seconds } = await killWorkers(options);
	const nAll = kills.filter(kind => kind === 'all').length;
	console.log(
		`${options.nIssues} issues, ${options.nWorkers} workers: ${kills.length} killed (${nAll} with all of their processes), Redis restarted ${nRestarts} times, ${seconds.toFixed(1)} s`,
	);
	const nTwice = [...nResults.values(), ...nNew.values()].filter(n => n !== 1).length;
	const nAgain = results.filter(({ attempts }) => attempts.length > 1).length;
	console.log(
		`${nResults.size} results, ${nTwice} more than once; ${merged.done} done, ${merged.failed.length} failed, ${merged.damaged.length} damaged; ${nAgain} took more than one try`,
	);
	console.log(`the queue: ${status.done} done, ${status.waiting} waiting, ${status.setAside.length} set aside`);
}

async function reportSpeed(scratch: string, nIssues: number, nRounds: number): Promise<void> {
	const ratios: number[] = [];
	for (let round = 0; round < nRounds; round++) {
		const order = round % 2 === 0 ? [1, 2] : [2, 1];
		const seconds = new Map<number, number>();
		for (const nWorkers of order) {
			seconds.set(nWorkers, await timeOf(join(scratch, `${round}-${nWorkers}`), nIssues, nWorkers));
		}
		const [one = 0, two = 0] = [1, 2].map(n => seconds.get(n));
		ratios.push(two / one);
		console.log(`1 worker ${one.toFixed(1)} s, 2 workers ${two.toFixed(1)} s: ${(two / one).toFixed(2)} times`);
	}
	const median = ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 0;
	console.log(`2 workers take ${median.toFixed(2)} times as long as 1 (median of ${nRounds})`);
}

/** Seconds from the start of the workers to the end of the last one. */
async function timeOf(folder: string, nIssues: number, nWorkers: number): Promise<number> {
	const issues = writeQueuedIssues(folder, nIssues);
	const redis = await RedisServer.start(join(folder, 'redis'));
	try {
		await faultlineCli(['queue', 'submit', '--queue', redis.url, '--instances', issues, '--yes']);
		const startedMs = performance.now();
		const workers = Array.from(
			{ length: nWorkers },
			(_, at) =>
				new QueueWorker(folder, redis.url, {
					storage: `storage-${at}`,
					words: ['--until-empty'],
					launcher: ['taskset', '-c', `${at % cpus().length}`],
				}),
		);
		await Promise.all(workers.map(({ ended }) => ended));
		return (performance.now() - startedMs) / 1000;
	} finally {
		await redis.kill();
	}
}
