import assert from 'node:assert/strict';
import { describeLeftOut, describePlan, planOf } from './plan.mts';
import { runJobs } from './testQueue.mts';

const test = (path: string, { isNear = false, startsProduct = false, distance = 1 } = {}) => ({
	...{ path: `test/${path}`, isNear, startsProduct, distance },
});
const names = (tests: readonly { readonly path: string }[]) => tests.map(({ path }) => path.slice('test/'.length));
/** `t-30` takes 30 s. */
const durations = { of: (path: string) => 1000 * Number(/-(\d+)/.exec(path)?.[1] ?? 1) };

describe('the plan of a change', () => {
	it('begins with what is near and soon ended; what starts the product is last', () => {
		const selected = [
			...[test('far', { distance: 4 }), test('cli-8', { startsProduct: true, distance: 0 })],
			...[test('near-9', { isNear: true }), test('near', { isNear: true }), test('close-2')],
		];
		const plan = planOf(selected, { durations, slots: 2 });
		assert.deepEqual([names(plan.first), names(plan.others)], [['near'], ['near-9', 'close-2', 'far', 'cli-8']]);
		assert.equal(describePlan(['a.ts', 'b.ts'], plan), 'changed: a.ts and 1 more; 1 file near it, then 4 files');
		assert.equal(describeLeftOut(plan), '');
	});

	it('leaves out what takes too long, says how much and how it is run, and takes it in where asked to', () => {
		const selected = [test('a-30'), test('b-30'), test('c-30', { startsProduct: true }), test('d-90'), test('d')];
		const plan = planOf(selected, { durations, slots: 2 });
		assert.deepEqual(
			[names(plan.others), names(plan.leftOut)],
			[
				['d', 'a-30', 'b-30'],
				['d-90', 'c-30'],
			],
		);
		assert.match(describeLeftOut(plan), /^left out: 2 files .*\(about 1 minutes\): npm run test:changed -- --all$/);
		assert.equal(planOf(selected, { durations, slots: 2, isAll: true }).leftOut.length, 0);
	});

	it('runs nothing in a VS Code, and says so', () => {
		const plan = planOf([test('e2e/a'), test('editor/b'), test('editor/c')], { durations, slots: 2 });
		assert.deepEqual([plan.first, plan.others, plan.leftOut], [[], [], []]);
		assert.equal(
			describeLeftOut(plan),
			'not run: 2 files of editor tests and 1 file of e2e tests, in a VS Code: node test/run.mjs editor e2e',
		);
	});
});

describe('the queue of tests', () => {
	/** What is started while other jobs run, which end in the order in which they began. */
	const started = async (options: Parameters<typeof runJobs>[1]) => {
		const order: string[] = [];
		const ends: (() => void)[] = [];
		let most = 0;
		let nRunning = 0;
		const jobs = ['a-1', 'window-5', 'b-9', 'window-7', 'c-3'].map(name => ({
			...{ name, expectedMs: durations.of(name), opensWindow: name.startsWith('window') },
			run: async () => {
				order.push(name);
				most = Math.max(most, ++nRunning);
				await new Promise<void>(resolve => ends.push(resolve));
				nRunning--;
			},
		}));
		const all = runJobs(jobs, options);
		for (let at = 0; at < jobs.length; at++) {
			ends[at]?.();
			await new Promise(setImmediate);
		}
		await all;
		return { order, most };
	};

	it('begins with windows, then what takes longest, and never has more of either than allowed', async () => {
		assert.deepEqual(await started({ slots: 3, windows: 1 }), {
			order: ['window-7', 'b-9', 'c-3', 'window-5', 'a-1'],
			most: 3,
		});
		assert.deepEqual((await started({ slots: 1 })).order, ['window-7', 'window-5', 'b-9', 'c-3', 'a-1']);
	});

	it('keeps an order that was given', async () => {
		const { order } = await started({ slots: 1, keepsOrder: true });
		assert.deepEqual(order, ['a-1', 'window-5', 'b-9', 'window-7', 'c-3']);
	});
});
