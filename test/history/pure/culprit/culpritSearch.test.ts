import assert from 'node:assert/strict';
import { CommitGraph } from '../../../../src/history/pure/culprit/commitGraph';
import type { CommitOutcome } from '../../../../src/history/pure/culprit/culpritPosterior';
import { CulpritSearch, type CulpritSearchOptions } from '../../../../src/history/pure/culprit/culpritSearch';
import { randomNumbers } from '../../../support/randomNumbers';

type Oracle = (commit: number) => CommitOutcome;

/** Commits `0`, `1`, ... each the child of the one before. */
function line(nCommits: number): CommitGraph {
	const ids = Array.from({ length: nCommits }, (_, at) => String(at));
	return new CommitGraph(ids.map(id => ({ id, parents: [String(Number(id) - 1)] })).reverse());
}

function searched(graph: CommitGraph, oracle: Oracle, options: Partial<CulpritSearchOptions> = {}) {
	const prior = Array.from({ length: graph.size }, () => 1);
	const search = new CulpritSearch(graph, { prior, older: 0, ...options });
	search.add(graph.size - 1, 'failed');
	const asked: number[] = [];
	for (let next = search.next(); next !== undefined && asked.length < 300; next = search.next()) {
		asked.push(next);
		search.add(next, oracle(next));
	}
	return { ...search.answer(), asked };
}

const bad =
	(first: number): Oracle =>
	commit =>
		commit >= first ? 'failed' : 'passed';

describe('CulpritSearch', () => {
	it('finds each commit of a line with about as many runs as halving needs', () => {
		const runs = Array.from({ length: 32 }, (_, culprit) => {
			const { commits, asked, probability } = searched(line(32), bad(culprit), { flakyShare: 0.01 });
			assert.deepEqual(commits, [culprit]);
			assert.ok(probability >= 0.95);
			return asked.length;
		});
		assert.ok(Math.max(...runs) <= 7, `${runs}`);
	});

	it('needs two runs if the most probable commit is the culprit, and more if it is not', () => {
		const prior = Array.from({ length: 100 }, (_, at) => (at === 40 ? 1000 : 1));
		const options = { prior, flakyShare: 0.01 };
		assert.deepEqual(searched(line(100), bad(40), options).asked.sort(), [39, 40]);
		const other = searched(line(100), bad(70), options);
		assert.deepEqual(other.commits, [70]);
		assert.ok(other.asked.length > 2);
	});

	it('runs the test at the culprit and at its parents before it names it, however sure it is', () => {
		const prior = Array.from({ length: 50 }, (_, at) => (at === 10 ? 1e9 : 1));
		assert.deepEqual(searched(line(50), bad(10), { prior, flakyShare: 0.001 }).asked.sort(), [10, 9]);
	});

	it('finds a commit of a branch, and a merge that breaks what both of its sides do right', () => {
		// 0 ─ 1 ─ 2 ─ 5 ─ 6, and 1 ─ 3 ─ 4 ─ 5
		const commits = [
			{ id: '6', parents: ['5'] },
			{ id: '5', parents: ['2', '4'] },
			{ id: '4', parents: ['3'] },
			{ id: '3', parents: ['1'] },
			{ id: '2', parents: ['1'] },
			{ id: '1', parents: ['0'] },
			{ id: '0', parents: ['older'] },
		];
		const graph = new CommitGraph(commits);
		const numbers = (ids: readonly string[]) => ids.map(id => graph.numberOf(id) ?? -1);
		for (const [culprit, isBad] of [
			['3', numbers(['3', '4', '5', '6'])],
			['2', numbers(['2', '5', '6'])],
			['5', numbers(['5', '6'])],
		] as const) {
			const found = searched(graph, commit => (isBad.includes(commit) ? 'failed' : 'passed'), { flakyShare: 0.01 });
			assert.deepEqual(
				found.commits.map(each => graph.ids[each]),
				[culprit],
			);
		}
	});

	it('names all commits between which the test cannot be run, the most probable first', () => {
		const prior = Array.from({ length: 20 }, (_, at) => (at === 11 ? 5 : 1));
		const oracle: Oracle = commit => (commit >= 10 && commit <= 12 ? 'skipped' : bad(11)(commit));
		const { commits } = searched(line(20), oracle, { prior, flakyShare: 0.01 });
		assert.equal(commits[0], 11);
		assert.deepEqual([...commits].sort(), [10, 11, 12, 13]);
	});

	it('keeps away from commits near to one where the test cannot be run', () => {
		const oracle: Oracle = commit => (commit < 50 ? 'skipped' : bad(80)(commit));
		const { commits, asked } = searched(line(100), oracle, { flakyShare: 0.01 });
		assert.deepEqual(commits, [80]);
		assert.ok(asked.filter(each => each < 50).length <= 2, `${asked}`);
	});

	it('finds out that the bug is older than all commits', () => {
		const options = { older: 10, flakyShare: 0.01 };
		assert.deepEqual(searched(line(10), () => 'failed', options).commits, []);
	});

	it('chooses commits for runs side by side that divide what the others leave', () => {
		const graph = line(64);
		const prior = Array.from({ length: 64 }, () => 1);
		const search = new CulpritSearch(graph, { prior, older: 0 });
		search.add(63, 'failed');
		const running: number[] = [];
		for (let next = search.next(running); next !== undefined && running.length < 3; next = search.next(running)) {
			running.push(next);
		}
		assert.equal(new Set(running).size, 3);
		const parts = [-1, ...running.sort((a, b) => a - b), 63]
			.map((each, at, all) => each - (all[at - 1] ?? -1))
			.slice(1);
		assert.ok(Math.max(...parts) <= 24, `${running}`);
	});
});

describe('CulpritSearch with a flaky test', () => {
	for (const noise of [0.1, 0.3]) {
		it(`is wrong in 5 % of searches at most if ${noise * 100} % of the outcomes are wrong`, () => {
			const random = randomNumbers(20261129);
			const graph = line(40);
			const nSearches = 100;
			let nWrong = 0;
			for (let n = 0; n < nSearches; n++) {
				const culprit = random(40);
				const flipped = { passed: 'failed', failed: 'passed', skipped: 'skipped' } as const;
				const oracle: Oracle = commit => {
					const right = bad(culprit)(commit);
					return random(1000) < noise * 1000 ? flipped[right] : right;
				};
				const { commits, probability } = searched(graph, oracle, { flakyShare: 1, maxError: 0.025 });
				nWrong += commits.length === 1 && probability >= 0.95 && commits[0] !== culprit ? 1 : 0;
			}
			assert.ok(nWrong <= nSearches * 0.05, `${nWrong} of ${nSearches}`);
		});
	}
});
