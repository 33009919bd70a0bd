import assert from 'node:assert/strict';
import { itemsOf, readShard } from '../../../src/cli/batch/shardOption';

describe('shards', () => {
	const items = Array.from({ length: 11 }, (_, at) => at);
	const shardOf = (shard: string | undefined, env: Readonly<Record<string, string>> = {}) =>
		readShard({ values: { ...(shard !== undefined && { shard }) }, env });
	const slurm = (id: number, [min, max]: readonly [number, number], count = max - min + 1) => ({
		SLURM_ARRAY_TASK_ID: `${id}`,
		SLURM_ARRAY_TASK_MIN: `${min}`,
		SLURM_ARRAY_TASK_MAX: `${max}`,
		SLURM_ARRAY_TASK_COUNT: `${count}`,
	});

	const splits: [what: string, parts: readonly (readonly number[])[]][] = [
		['counted from 1', [1, 2, 3].map(i => itemsOf(items, shardOf(`${i}/3`)))],
		['counted from 0', [0, 1, 2].map(i => itemsOf(items, shardOf(`${i}/3`)))],
		['of a Slurm array', [4, 5, 6].map(i => itemsOf(items, shardOf(undefined, slurm(i, [4, 6]))))],
		['of a Slurm array with a given count', [4, 5, 6].map(i => itemsOf(items, shardOf('/3', slurm(i, [4, 6]))))],
		['of a Kubernetes job', [0, 1, 2].map(i => itemsOf(items, shardOf('/3', { JOB_COMPLETION_INDEX: `${i}` })))],
	];
	for (const [what, parts] of splits) {
		it(`${what} have each item once, and as many items`, () => {
			assert.deepEqual(
				parts.flat().sort((a, b) => a - b),
				items,
			);
			const sizes = parts.map(part => part.length);
			assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, `${sizes}`);
		});
	}

	it('are the same for a task that is submitted again alone', () => {
		const [all, alone] = [slurm(6, [4, 8]), slurm(6, [6, 6])].map(env => shardOf('/5', env));
		assert.deepEqual(all, alone);
	});

	it('are everything without an option and an array', () => {
		assert.deepEqual(itemsOf(items, shardOf(undefined)), items);
	});

	const wrong: [what: string, shard: string | undefined, env: Readonly<Record<string, string>>, message: RegExp][] = [
		['a part beyond the last', '4/3', {}, /--shard takes I\/N/],
		['no parts', '0/0', {}, /--shard takes I\/N/],
		['words', 'a/b', {}, /--shard takes I\/N/],
		['a count without a job', '/8', {}, /use --shard I\/8/],
		['an indexed job without a count', undefined, { JOB_COMPLETION_INDEX: '0' }, /number of completions/],
		['a Slurm array with gaps', undefined, slurm(1, [1, 7], 3), /not one of consecutive numbers/],
	];
	for (const [what, shard, env, message] of wrong) {
		it(`refuse ${what}`, () => {
			assert.throws(() => shardOf(shard, env), { name: 'UsageError', message });
		});
	}
});
