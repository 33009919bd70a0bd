import assert from 'node:assert/strict';
import { crossValidate, outcomeOf } from '../../../bench/ranking/crossValidation';
import { isotonicCurve } from '../../../bench/ranking/isotonic';
import {
	bothModels,
	type IssueTables,
	type LearnOptions,
	type LearntModels,
	learnHistory,
	learnModels,
} from '../../../bench/ranking/learn';
import { rowScores } from '../../../bench/ranking/measure';
import type { IssueRows } from '../../../bench/ranking/trainingSet';

const fit = { nSteps: 60, rate: 0.1, keep: 1e-3, smooth: 1e-3, shared: 1 };
const options: LearnOptions = {
	...{ functions: fit, files: fit, isUsed: () => true, mostRank: 100 },
	first: { functions: { 'fusion: share': 5 }, files: { 'fusion: share': 5 } },
};
const nRows = 12;

/** Issues of which the fixed function is the one with a signal, where the fusion is wrong about it. */
function issues(n: number, goldAt: (issue: number) => number): IssueTables[] {
	return Array.from({ length: n }, (_, at) => {
		const row = goldAt(at);
		const columns = (signal: readonly number[]) =>
			new Map([
				['fusion: rank', Float32Array.from(signal, (_, each) => Math.log2(each + 1))],
				['fusion: share', Float32Array.from(signal, (_, each) => 1 - each / nRows)],
				['signal', Float32Array.from(signal)],
			]);
		const signal = Array.from({ length: nRows }, (_, each) => (each === (at * 5 + 3) % nRows ? 1 : Number.NaN));
		const places = { names: [], nRows, gold: [row], nMissing: 0, start: 0, files: signal.map((_, each) => each) };
		const about = { id: `${at}`, repo: `r${at % 4}`, language: 'X', kind: 'prose', namesSymbol: false };
		const issue = {
			...{ ...about, query: 'prose' as const, nGoldModules: 1, goldModules: [row] },
			...{ functions: { ...places, modules: places.files }, files: places },
		};
		const rows = { issue, nRows, gold: [row], columns: columns(signal) };
		return { functions: rows, files: rows };
	});
}

const flat = (column: Float32Array) => column.map(() => 0);

const related = issues(40, at => (at * 5 + 3) % nRows);

describe('learning to rank', () => {
	it('finds what tells fixed functions from others, in repositories it has not seen', () => {
		const outcomes = crossValidate(related, 4, some => learnModels(some, options));
		assert.equal(outcomes.length, 40);
		const first = (by: 'fusion' | 'learnt') => outcomes.filter(outcome => outcome[by][3] === true).length;
		assert.deepEqual([first('learnt'), first('fusion')], [40, 3]);
	});

	it('gives the same weights for the same issues', () => {
		assert.deepEqual(learnModels(related, options), learnModels(related, options));
	});

	it('does not follow a signal that fixed functions do not have', () => {
		const { functions } = learnModels(
			issues(60, at => at % nRows),
			options,
		);
		const [issue] = related;
		const scores = issue === undefined ? [] : [...rowScores(functions, issue.functions)];
		assert.notEqual(scores.indexOf(Math.max(...scores)), 3);
	});

	it('learns what the history counts besides a model that stays as it is', () => {
		const withHistory = related.map(({ functions, files }) => {
			const add = (rows: IssueRows, of: Float32Array | undefined) => ({
				...rows,
				columns: new Map(
					[...rows.columns].map(([name, column]) => [name, name === 'signal' ? flat(column) : column]),
				).set('history: similar commits', of ?? new Float32Array(nRows)),
			});
			const signal = functions.columns.get('signal');
			return { functions: add(functions, signal), files: add(files, signal) };
		});
		const alone = learnModels(withHistory, options);
		assert.ok(!alone.functions.some(({ name }) => name.startsWith('history')));
		const history = learnHistory(withHistory, alone, options);
		assert.deepEqual(
			history.functions.map(({ name }) => name),
			['history: similar commits'],
		);
		const nFirst = (models: LearntModels) =>
			withHistory.filter(tables => outcomeOf(tables, models).learnt[3] === true).length;
		assert.ok(nFirst(alone) < 10);
		assert.equal(nFirst(bothModels(alone, history)), 40);
	});

	it('leaves a pair out whose fixed function is far behind', () => {
		const [first, ...others] = related;
		assert.ok(first !== undefined);
		assert.deepEqual(
			learnModels(others, options),
			learnModels([{ ...first, functions: { ...first.functions, gold: [] } }, ...others], options),
		);
	});
});

describe('the curve of likelihoods', () => {
	it('rises, and is as high as what was observed', () => {
		const observed = Array.from({ length: 4000 }, (_, at) => ({ share: at / 4000, isFixed: (at * 7919) % 4000 < at }));
		const { shares, likelihoods } = isotonicCurve(observed);
		assert.ok(likelihoods.every((each, at) => each >= (likelihoods[at - 1] ?? 0)));
		for (const [at, share] of shares.entries()) {
			assert.ok(Math.abs((likelihoods[at] ?? 0) - share) < 0.1, `${share}`);
		}
	});
});
