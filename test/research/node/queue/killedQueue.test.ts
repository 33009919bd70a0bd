import assert from 'node:assert/strict';
import { killWorkers } from '../../../support/killedQueue';
import { needRedis } from '../../../support/redisServer';
import { TestFolder } from '../../../support/testFolder';
import { rounds } from '../../../support/thorough';

describe('a queue whose workers and server are killed', () => {
	const folder = new TestFolder();
	before(function () {
		needRedis(this);
	});

	for (const [at, seed] of [20_261_126, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, rounds(1, 10)).entries()) {
		it(`has one result for each issue in the end (round ${at + 1})`, async () => {
			const [nIssues, nKills] = [rounds(8, 14), rounds(3, 6)];
			const report = await killWorkers({ folder: folder.path('queue'), nIssues, nKills, nWorkers: 3, seed });
			assert.deepEqual([report.kills.length, report.nRestarts], [nKills, 1]);
			assert.deepEqual([report.nResults.size, Math.max(...report.nResults.values())], [nIssues, 1]);
			assert.equal(Math.max(...report.nNew.values()), 1);
			assert.deepEqual(
				report.results.filter(({ state }) => state !== 'done'),
				[],
			);
			assert.deepEqual([report.merged.done, report.merged.damaged], [nIssues, []]);
			const { done, setAside, waiting } = report.status;
			assert.deepEqual([done, setAside, waiting], [nIssues, [], 0]);
		});
	}
});
