import assert from 'node:assert/strict';
import { commitFacts, type FailureClues } from '../../../../src/history/pure/culprit/commitFacts';
import { culpritPrior } from '../../../../src/history/pure/culprit/culpritPrior';
import type { Commit, CommitFile } from '../../../../src/runs/pure/model/commit';

const file = (path: string, lines: readonly string[] = ['+x'], rest: Partial<CommitFile> = {}): CommitFile => ({
	...{ path, status: 'M', hunks: [{ head: '@@ -1 +1 @@', lines }] },
	...rest,
});
const commit = (id: string, files: readonly CommitFile[], message = 'Change'): Commit => ({
	...{ id, author: 'A', time: 0, message, files },
});

const clues: FailureClues = {
	executed: new Map([['src/cart.py', new Set([1, 2, 3])]]),
	frames: new Set(['src/cart.py']),
	text: 'tests/test_cart.py::test_total AssertionError: total of the discounted cart',
	isTest: path => path.startsWith('tests/'),
	isCode: path => path.endsWith('.py'),
};

describe('the facts about commits', () => {
	const facts = (changes: readonly Commit[], executedLines = new Map<string, number>(), merges: string[] = []) =>
		commitFacts({ ids: changes.map(({ id }) => id), merges: new Set(merges), changes, executedLines }, clues);

	it('are the changes of files that the test executes, whatever their names were', () => {
		const renamed = file('src/cart.py', [], { oldPath: 'src/basket.py', status: 'R100' });
		const [, before, other] = facts([
			commit('c', [renamed]),
			commit('b', [file('src/basket.py', ['-a', '+b'])]),
			commit('a', [file('src/other.py')]),
		]);
		assert.deepEqual([before?.nExecutedFiles, before?.nChangedLines, before?.isNearFailure], [1, 2, true]);
		assert.deepEqual([other?.nExecutedFiles, other?.isNearFailure], [0, false]);
	});

	it('make what executed lines come from more likely than other code, and code more likely than documentation', () => {
		const changes = [
			commit('doc', [file('docs/cart.md')]),
			commit('template', [file('src/cart.html')]),
			commit('other', [file('src/other.py')]),
			commit('run', [file('src/cart.py')]),
			commit('lines', [file('src/cart.py')]),
			commit('merge', []),
		];
		const [doc = 0, template = 0, other = 0, run = 0, lines = 0, merge = 0] = culpritPrior(
			facts(changes, new Map([['lines', 3]]), ['merge']),
		);
		assert.ok(lines > run && run > other && other > doc && other > merge && template > doc);
	});

	it('count the words of messages and code, not those of tests', () => {
		const [message, test] = facts([
			commit('a', [file('src/other.py')], 'Discounted carts have a total'),
			commit('b', [file('tests/test_cart.py', ['+discounted total'])]),
		]);
		assert.equal(message?.words, 1);
		assert.equal(test?.words, 0);
	});

	it('are not known for changes that were not read', () => {
		const [known] = commitFacts({ ids: ['a'], merges: new Set(), changes: [], executedLines: new Map() }, clues);
		assert.equal(known?.changesCode, undefined);
	});
});
