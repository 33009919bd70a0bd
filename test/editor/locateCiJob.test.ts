import assert from 'node:assert/strict';
import { type CiSource, locateCiJob } from '../../src/editor/locate/locateCiJob';
import type { StartLocatingDeps } from '../../src/editor/locate/startLocating';
import type { FailedJob } from '../../src/history/node/servers/githubJobs';
import type { Issue } from '../../src/runs/pure/model/issue';
import { installedGrammars } from '../support/grammars';

const log = `2026-11-29T10:00:00.0000000Z ##[group]Run python -m unittest
2026-11-29T10:00:00.1000000Z ##[endgroup]
2026-11-29T10:00:01.0000000Z FAIL: test_total (tests.test_shop.ShopTest)
2026-11-29T10:00:01.0000000Z Traceback (most recent call last):
2026-11-29T10:00:01.0000000Z   File "/home/runner/work/shop/shop/tests/test_shop.py", line 5, in test_total
2026-11-29T10:00:01.0000000Z     self.assertEqual(total([10, 20]), 36.0)
2026-11-29T10:00:01.0000000Z AssertionError: 24.0 != 36.0
2026-11-29T10:00:01.0000000Z ##[error]Process completed with exit code 1.
`;

const job: FailedJob = {
	...{ project: 'some/shop', workflow: 'Tests', name: 'unit', url: '', commit: 'abc', at: '', steps: [], log },
};

/** Against jobs that no server gave. */
describe('the failed CI job', () => {
	function start(found: FailedJob | undefined): Promise<readonly Issue[]> {
		const issues: Issue[] = [];
		const deps = {
			controller: { isRunning: false, start: async (issue: Issue) => void issues.push(issue) },
			trajectory: { focus: async () => undefined },
			index: { languages: async () => installedGrammars().languages },
			...{ extension: {}, log: { info: () => undefined, warn: () => undefined } },
		} as unknown as StartLocatingDeps;
		const source: CiSource = {
			checkedOut: async () => ({ branch: 'main', projects: ['some/shop'] }),
			failedJob: async () => found,
		};
		return locateCiJob(deps, source).then(() => issues);
	}

	it('is located by the failing part of its log, without the columns of the server', async () => {
		const [issue = assert.fail('no run began')] = await start(job);
		assert.match(issue.body, /^tests\.test_shop\.ShopTest\.test_total fails: Assert/);
		assert.match(issue.body, /AssertionError: 24\.0 != 36\.0/);
		assert.doesNotMatch(issue.body, /2026-11-29T|##\[/);
		assert.deepEqual(issue.source, { kind: 'command', ref: 'Tests › unit' });
	});

	it('begins no run if none has failed', async () => {
		assert.deepEqual(await start(undefined), []);
	});
});
