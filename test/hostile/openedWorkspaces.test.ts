import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';

const nOpened = 50;

describe('opening workspaces', () => {
	it('keeps heap and external memory flat over fifty of them', function () {
		this.timeout(120_000);
		const worker = join(__dirname, 'openWorkspaces.js');
		const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', worker, String(nOpened)], {
			cwd: repoRoot,
			encoding: 'utf8',
		});
		assert.equal(status, 0, stderr);
		const used = JSON.parse(stdout) as readonly { readonly heap: number; readonly external: number }[];
		const lastHalf = used.slice(nOpened / 2);
		const perWorkspace = (kind: 'heap' | 'external') =>
			((lastHalf.at(-1)?.[kind] ?? 0) - (lastHalf[0]?.[kind] ?? 0)) / (lastHalf.length - 1);
		// Grammars that are loaded again take 330 kB each time.
		assert.ok(perWorkspace('external') < 20_000, `external memory grows by ${perWorkspace('external')} bytes each`);
		assert.ok(perWorkspace('heap') < 20_000, `the heap grows by ${perWorkspace('heap')} bytes each`);
	});
});
