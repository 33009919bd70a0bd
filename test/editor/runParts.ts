import type { Issue } from '../../src/core/model/issue';
import { rootNode } from '../../src/core/model/run';
import type { RunLog } from '../../src/core/runLog';
import type { Locate } from '../../src/core/strategies/performRun';
import { RunController, type RunWatch } from '../../src/editor/run/runController';
import { ShownRun } from '../../src/editor/run/shownRun';
import type { RunEngine } from '../../src/node/runEngine';
import { RunFiles } from '../../src/node/runFiles';
import { exampleRun } from '../support/exampleRun';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { RecordedLog } from '../support/recordedLog';
import { createScratchFolder } from '../support/scratchFolder';

export const issue: Issue = { title: 'Totals are wrong', body: 'Totals are wrong', source: { kind: 'text' } };

export interface RunParts {
	readonly controller: RunController;
	readonly shown: ShownRun;
	readonly runs: RunFiles;
	readonly log: RecordedLog;
	/** A controller over the same runs, as another window has. */
	another(changes?: Partial<RunPartsOptions>): RunParts;
	dispose(): Promise<void>;
}

export interface RunPartsOptions {
	readonly locate: Locate;
	/** Who locates, where `locate` alone is not enough. */
	readonly engine?: (watch: RunWatch) => RunEngine;
	/** Files of the workspace; some code unless told. */
	readonly texts?: Readonly<Record<string, string>>;
	readonly storage?: string;
}

/** A controller over real runs on disk, with a localizer the test brings. */
export function runParts(options: RunPartsOptions): RunParts {
	const { locate, engine, texts = { 'shop.py': 'def total():\n    pass\n' } } = options;
	const folder = createScratchFolder('runs');
	const storage = options.storage ?? folder.path;
	const log = new RecordedLog();
	const runs = new RunFiles(storage, log);
	const shown = new ShownRun();
	const controller = new RunController({
		...{ runs, shown, log, version: '0', clock: { now: () => Date.now() } },
		openEngine: async watch => engine?.(watch) ?? { engine: 'embedded', locate },
		workspaceNames: () => ['shop'],
		indexed: () => memoryWorkspace(texts),
	});
	return {
		...{ controller, shown, runs, log },
		another: changes => runParts({ ...options, storage, ...changes }),
		dispose: async () => {
			controller.dispose();
			shown.dispose();
			await runs.close();
			folder.remove();
		},
	};
}

/** A localizer of one round that names the example's locations. */
export const locateExample: Locate = async log => {
	await oneRound(log);
	const { locations, ranking } = exampleRun();
	await log.emit(rootNode, { type: 'locationsNamed', locations, ranking });
};

export async function oneRound(log: RunLog): Promise<void> {
	await log.emit('r1', { type: 'nodeOpened', parent: rootNode, kind: 'round', title: 'Looking' });
	await log.emit('r1', { type: 'nodeClosed', summary: 'Looked' });
}
