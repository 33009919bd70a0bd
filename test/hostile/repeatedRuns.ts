import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { performRun } from '../../src/engine/strategies/performRun';
import { rover } from '../../src/engine/strategies/rover';
import { embeddedSetup } from '../../src/engine/strategies/runSetup';
import { RunFiles } from '../../src/runs/node/runFiles';
import { newRunId } from '../../src/runs/node/runId';
import { rootNode } from '../../src/runs/pure/fold/run';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import { systemClock } from '../../src/system/node/systemClock';
import { repoRoot } from '../support/repoRoot';

/** What the process has in use. */
export interface InUse {
	/** Bytes. */
	readonly heap: number;
	/** Bytes outside of the heap. */
	readonly external: number;
	/** Timers, sockets, requests and child processes. */
	readonly handles: number;
	/** Files, sockets and pipes; 0 where the system does not list them. */
	readonly descriptors: number;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Opens a workspace as often as asked, performs as many runs in each, and prints what is in use after each workspace, as
 * JSON. A process of its own, with `--expose-gc`.
 */
async function main(nOpened: number, nRuns: number): Promise<void> {
	const storage = mkdtempSync(join(tmpdir(), 'faultline-test-'));
	const used: InUse[] = [];
	try {
		for (let at = 0; at < nOpened; at++) {
			await runs(storage, nRuns);
			// Buffers are freed after the first one has found that nothing uses them.
			globalThis.gc?.();
			await setImmediate();
			globalThis.gc?.();
			const { heapUsed: heap, external } = process.memoryUsage();
			const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
			used.push({ heap, external, handles: process.getActiveResourcesInfo().length, descriptors });
		}
	} finally {
		rmSync(storage, { recursive: true, force: true });
	}
	process.stdout.write(JSON.stringify(used));
}

async function runs(storage: string, nRuns: number): Promise<void> {
	const dir = join(repoRoot, 'sample', 'python');
	using opened = await openWorkspace({ roots: [{ name: '', dir }], packageRoot: repoRoot, log, storage });
	const { workspace } = opened;
	const store = new RunFiles(storage, log);
	const issue = issueFromText('minutes_between is wrong past midnight', { kind: 'text' });
	if (issue === undefined) {
		throw new Error('the text is an issue');
	}
	for (let nth = 0; nth < nRuns; nth++) {
		const runId = newRunId(systemClock.now());
		const run = RunLog.start(store, systemClock, runId);
		await run.emit(rootNode, { type: 'runStarted', runId, issue, engine: 'embedded', workspace: [dir], version: '0' });
		const signal = new AbortController().signal;
		await performRun(run, { open: async () => workspace, setup: embeddedSetup(rover), log, signal });
		if (run.run.selected.locations.length === 0) {
			throw new Error(`the run found nothing: ${run.run.message}`);
		}
	}
	await store.close();
}

void main(Number(process.argv[2]), Number(process.argv[3]));
