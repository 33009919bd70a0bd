import assert from 'node:assert/strict';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { isTestPath } from '../../src/code/pure/search/isTestPath';
import { affectedTests } from '../../src/engine/stages/validate/affectedTests';
import { ValidationRuns } from '../../src/engine/stages/validate/validationRuns';
import type { Workspace } from '../../src/history/pure/workspace';
import { rootNode } from '../../src/runs/pure/fold/run';
import { RunLog } from '../../src/runs/pure/log/runLog';
import type { Patch } from '../../src/runs/pure/model/patch';
import type { Spectrum } from '../../src/runs/pure/model/testing/spectrum';
import type { TestReport } from '../../src/runs/pure/model/testing/testReport';
import type { ValidationRun } from '../../src/runs/pure/model/testing/validation';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import { PatchedCopy } from '../../src/sandbox/pure/execution/patchedCopy';
import { openTestSuite } from '../../src/testing/pure/openTestSuite';
import { MemoryRuns } from './memoryRuns';
import { RecordedLog } from './recordedLog';
import { repoRoot } from './repoRoot';

export interface JudgedPatches {
	readonly workspace: Workspace;
	/** Without a patch. */
	readonly plain: ValidationRun;
	/** With each patch. */
	readonly runs: readonly ValidationRun[];
}

/** Runs a project's own tests in a scratch copy. `storage`: a folder for it. */
export async function runOwnTests(folder: string, storage: string): Promise<TestReport> {
	const { suite, checkouts } = await openProject(folder, storage);
	const checkout = await checkouts.create('tests');
	try {
		return await suite.run(checkout, 'all', { timeoutMs: 300_000, signal: new AbortController().signal });
	} finally {
		await checkout.dispose();
	}
}

/**
 * Runs a project's own tests without a patch and with each. `storage`: a folder for scratch copies. `spectrum`: what the
 * tests execute, where that is known.
 */
export async function judgePatches(
	folder: string,
	storage: string,
	patches: readonly Patch[],
	spectrum?: Spectrum,
): Promise<JudgedPatches> {
	const { workspace, suite, checkouts } = await openProject(folder, storage);
	const { signal } = new AbortController();
	const run = RunLog.start(new MemoryRuns(), { now: () => 0 }, 'a');
	const issue = { title: 'It fails', body: '', source: { kind: 'text' } } as const;
	await run.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'scripted', workspace: [], version: '0' });
	const copy = new PatchedCopy(checkouts, 'tests', signal);
	const paths = (await workspace.files.list()).map(({ path }) => path);
	const isTest = (path: string) => isTestPath(path, paths, workspace.languages);
	const validations = new ValidationRuns(run, {
		...{ suite, execution: {}, isTest },
		affected: changed => affectedTests(workspace, changed, { spectrum }),
	});
	try {
		const plain = await validations.plain(rootNode, { copy, signal });
		const runs: ValidationRun[] = [];
		for (const patch of patches) {
			const ran = await validations.run(rootNode, patch, plain, { copy, signal });
			assert.ok(ran, 'a test is near');
			runs.push(ran);
		}
		return { workspace, plain: plain.ran, runs };
	} finally {
		await copy.dispose();
	}
}

async function openProject(folder: string, storage: string) {
	const roots = [{ name: '', dir: folder }];
	const log = new RecordedLog();
	const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log });
	const suite = await openTestSuite(workspace, { runner: new ProcessRunner() });
	assert.ok(suite, 'its tests are known');
	return { workspace, suite, checkouts: new ScratchCheckouts({ roots, storage, log, dependencies: 'linked' }) };
}
