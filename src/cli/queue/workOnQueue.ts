import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { BatchFolder } from '../../research/node/batches/batchFolder';
import { CodeFolders } from '../../research/node/batches/codeFolders';
import { InstanceWork } from '../../research/node/batches/instanceWork';
import type { JobEnd, JobQueue } from '../../research/node/queue/jobQueue';
import { passwordVariable } from '../../research/node/queue/queueAddress';
import { instanceOf, type QueueJob } from '../../research/node/queue/queueJob';
import type { QueueName } from '../../research/node/queue/queueName';
import { ScratchFolders } from '../../sandbox/node/checkout/scratchFolders';
import { hideEnvironment } from '../../sandbox/node/processes/hideEnvironment';
import { endText, engineOf, failedTryText, memoryWords, optionsForEach, usualSeconds } from '../batch/performBatch';
import { executionOption, readEngineChoice } from '../cliEngine';
import { type CommandCall, commonOptions, count, textOption, UsageError } from '../command';
import { namedQueue, queueOptions, withQueue } from './queueOptions';

const usualLockSeconds = 30;

/** Options of `queue work` that are not about an issue. */
export const workerOptions = {
	'until-empty': { type: 'boolean' },
	'lock-seconds': { type: 'string' },
} as const;

/** `faultline queue work`: runs the issues of a queue like a batch, until it is cancelled. */
export async function workOnQueue(call: CommandCall): Promise<number> {
	const { values, terminal, signal } = call;
	const name = namedQueue(call);
	const choice = readEngineChoice(call);
	if (name.goal === 'fix' && choice === undefined) {
		throw new UsageError('Writing a patch requires a model: use --model openai:NAME. See `faultline fix --help`.');
	}
	const [output, clones] = ['output', 'repositories'].map(option => textOption(values, option));
	if (output === undefined || clones === undefined) {
		throw new UsageError(
			'queue work needs --output DIR, the folder of the results, and --repositories DIR, the one with the clones.',
		);
	}
	await executionOption('.', call);
	const lockMs = (count(call, 'lock-seconds') ?? usualLockSeconds) * 1000;
	return withQueue(call, async (queue, server) => {
		// Nothing that is run from here needs it.
		hideEnvironment();
		delete process.env[passwordVariable];
		const folder = await BatchFolder.open(resolve(output), {
			...{ goal: name.goal, queue: name.name, version: name.build, engine: engineOf(choice), instances: {} },
			options: optionsForEach(values, { ...queueOptions, ...workerOptions, ...commonOptions }),
		});
		terminal.note(`Working on the queue ${name.name} of ${server}. Results: ${folder.path}`);
		const counts = { done: 0, failed: 0 };
		await workIn(folder, { name, queue, clones, lockMs, counts }, call);
		signal.throwIfAborted();
		if (values.json === true) {
			terminal.printJson({ ...counts, folder: folder.path });
		} else {
			terminal.print(`${counts.done} done, ${counts.failed} failed. Results: ${folder.path}`);
		}
		return 0;
	});
}

interface QueueWork {
	readonly name: QueueName;
	readonly queue: JobQueue;
	readonly clones: string;
	readonly lockMs: number;
	/** Of new results. */
	readonly counts: { done: number; failed: number };
}

async function workIn(folder: BatchFolder, { name, queue, clones, lockMs, counts }: QueueWork, call: CommandCall) {
	const { values, terminal, log, signal, storage, packageRoot } = call;
	const nJobs = count(call, 'jobs') ?? 1;
	const scratch = new ScratchFolders(storage, log);
	const made = await Promise.all(Array.from({ length: nJobs }, () => scratch.create('batch')));
	const free = made.map(({ path }) => ({ scratch: path, code: new CodeFolders(join(path, 'code'), clones) }));
	const options = [...folder.settings.options, ...memoryWords(call)];
	const work = (strategy: string) =>
		new InstanceWork({
			...{ folder, log, signal, program: join(packageRoot, 'dist', 'cli.js') },
			timeoutMs: (count(call, 'instance-seconds') ?? usualSeconds) * 1000,
			optionsOf: () => [...options, `--strategy=${strategy}`],
			onEnded: (result, isNew) => {
				counts[result.state] += isNew ? 1 : 0;
				terminal.note(isNew ? endText(result) : `${result.instance_id}: has a result already`);
			},
		});
	const handle = async (job: QueueJob, isLastTry: boolean): Promise<JobEnd> => {
		const place = free.pop();
		if (place === undefined) {
			throw new Error('there are as many places as jobs at the same time');
		}
		terminal.note(`${job.instance}: started`);
		try {
			// The queue counts the tries; some may belong to workers with another folder.
			const how = { ...place, retriesFailed: true, nLeft: () => (isLastTry ? 1 : 2) };
			const end = await work(job.strategy).tryInstance(instanceOf(job), how);
			if (end.kind === 'elsewhere') {
				return end;
			}
			if (end.kind === 'again') {
				terminal.note(failedTryText(job.instance, end.reason));
				return { kind: 'failed', reason: end.reason };
			}
			const { state, reason = '' } = end.result;
			return state === 'failed'
				? { kind: 'failed', reason }
				: { kind: 'done', place: { machine: hostname(), folder: folder.path } };
		} finally {
			free.push(place);
		}
	};
	try {
		await queue.work(name, {
			...{ handle, nJobs, lockMs, signal, untilEmpty: values['until-empty'] === true },
			onRefused: reason => terminal.note(`A job was set aside: ${reason}`),
		});
	} finally {
		await Promise.all(made.map(({ remove }) => remove()));
	}
}
