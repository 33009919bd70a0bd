import { type CommandCall, textOption, UsageError } from '../command';

/** One of `count` parts of a batch. */
export interface Shard {
	/** From 0. */
	readonly index: number;
	readonly count: number;
	/** The variable that it is from. */
	readonly from?: string;
}

const how = 'See `faultline locate --help`.';

/**
 * The part of a batch that this process runs: `--shard 2/8`, `--shard /8` with the number of the job from its own
 * environment (a Slurm array, a Kubernetes indexed job), or all of that from a Slurm array; else everything. Numbers may
 * begin at 0 or at 1: the last of `1/8` to `8/8` is the first of `0/8` to `7/8`. Throws `UsageError`.
 */
export function readShard({ values, env }: Pick<CommandCall, 'values' | 'env'>): Shard {
	const given = textOption(values, 'shard');
	if (given === undefined) {
		return slurmArray(env) ?? requireNoIndex(env);
	}
	const [, number = '', total = ''] = /^(\d{0,9})\/(\d{1,9})$/.exec(given) ?? [];
	const count = Number(total);
	if (count < 1 || Number(number) > count) {
		throw new UsageError(`--shard takes I/N, such as 2/8, or /N in an array of jobs, not "${given}". ${how}`);
	}
	if (number !== '') {
		return { index: Number(number) % count, count };
	}
	const job = jobIndex(env);
	if (job === undefined) {
		throw new UsageError(
			`--shard ${given} takes the number of the job from SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX, and none is set: use --shard I${given}.`,
		);
	}
	return { index: job.index % count, count, from: job.from };
}

/** Every n-th item from the shard's own on: parts that differ by at most one item, also of each run of similar items. */
export function itemsOf<Item>(items: readonly Item[], { index, count }: Shard): Item[] {
	return items.filter((_, at) => at % count === index);
}

type Environment = CommandCall['env'];

function jobIndex(env: Environment): { readonly index: number; readonly from: string } | undefined {
	const from = ['SLURM_ARRAY_TASK_ID', 'JOB_COMPLETION_INDEX'].find(name => numberIn(env, name) !== undefined);
	return from === undefined ? undefined : { index: numberIn(env, from) ?? 0, from };
}

function slurmArray(env: Environment): Shard | undefined {
	const [id, min, max, count] = ['ID', 'MIN', 'MAX', 'COUNT'].map(name => numberIn(env, `SLURM_ARRAY_TASK_${name}`));
	if (id === undefined) {
		return undefined;
	}
	if (min === undefined || max === undefined || count === undefined || max - min + 1 !== count) {
		throw new UsageError(
			`This Slurm array is not one of consecutive numbers: give the number of parts, such as --shard /8. ${how}`,
		);
	}
	return { index: id - min, count, from: 'SLURM_ARRAY_TASK_ID' };
}

function requireNoIndex(env: Environment): Shard {
	if (numberIn(env, 'JOB_COMPLETION_INDEX') !== undefined) {
		throw new UsageError(
			`This is a Kubernetes indexed job: give its number of completions, such as --shard /8, or --shard 1/1 to run everything here. ${how}`,
		);
	}
	return { index: 0, count: 1 };
}

function numberIn(env: Environment, name: string): number | undefined {
	const value = env[name];
	return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
