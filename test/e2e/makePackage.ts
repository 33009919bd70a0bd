import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { repoRoot } from '../support/repoRoot';

/** Makes the package of this version; returns all that is printed. */
export function makePackage(file: string, env: NodeJS.ProcessEnv = {}): string {
	const options = { cwd: repoRoot, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['package.mjs', file], options);
	assert.equal(status, 0, stderr);
	return stdout + stderr;
}
