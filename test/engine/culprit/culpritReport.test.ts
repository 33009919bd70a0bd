import assert from 'node:assert/strict';
import type { CulpritReport } from '../../../src/engine/culprit/culpritReport';
import { keptCulprit } from '../../../src/engine/culprit/culpritReport';

const commit = { id: 'abc1234567890', subject: 'Shorter clock', author: 'A', time: 5 };
const line = (n: number) => ({ file: 'a.py', line: n, text: '\tx = 1', evidence: 'Added by abc1234567.' });
const report: CulpritReport = {
	...{ kind: 'found', test: 'test_a', commits: [commit], probability: 0.98, flakyShare: 0.1, nCandidates: 9 },
	...{ runs: [], nRuns: 4, diff: '', notes: [], lines: Array.from({ length: 30 }, (_, at) => line(at + 1)) },
};

describe('what a run keeps of the commit that broke it', () => {
	it('is the commit, how sure that is, and 20 lines of it', () => {
		const { lines = [], ...culprit } = keptCulprit(report) ?? {};
		assert.deepEqual(culprit, {
			...{ kind: 'found', commit: commit.id, subject: 'Shorter clock', time: 5, nCommits: 1, probability: 0.98 },
		});
		assert.deepEqual([lines.length, lines[0]], [20, { file: 'a.py', line: 1, text: 'x = 1' }]);
	});

	it('is the most probable one of several, and nothing if no commit broke it', () => {
		const other = { ...commit, id: 'def' };
		const several = keptCulprit({ ...report, kind: 'several', commits: [other, commit], lines: [] });
		assert.deepEqual([several?.kind, several?.commit, several?.nCommits], ['several', 'def', 2]);
		assert.equal(keptCulprit({ ...report, kind: 'uncommitted' }), undefined);
		assert.equal(keptCulprit({ ...report, kind: 'neverPassed', commits: [] }), undefined);
	});
});
