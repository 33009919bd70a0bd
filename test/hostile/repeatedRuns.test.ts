import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { rounds } from '../support/thorough';
import type { InUse } from './repeatedRuns';

const nOpened = rounds(16, 50);
const nRuns = 6;

describe('runs in many opened workspaces', () => {
	it('leave memory and handles as they were', () => {
		const worker = join(__dirname, 'repeatedRuns.js');
		const args = ['--expose-gc', worker, String(nOpened), String(nRuns)];
		const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: repoRoot, encoding: 'utf8' });
		assert.equal(status, 0, stderr);
		const lastHalf = (JSON.parse(stdout) as readonly InUse[]).slice(nOpened / 2);
		const growth = (kind: keyof InUse) =>
			((lastHalf.at(-1)?.[kind] ?? 0) - (lastHalf[0]?.[kind] ?? 0)) / (lastHalf.length - 1);
		// Memory of the parser grows once in a while; grammars that are loaded again take 330 kB each time.
		assert.ok(growth('external') < 100_000, `external memory grows by ${growth('external')} bytes a workspace`);
		assert.ok(growth('heap') < 40_000, `the heap grows by ${growth('heap')} bytes a workspace`);
		assert.equal(growth('handles'), 0);
	});
});
