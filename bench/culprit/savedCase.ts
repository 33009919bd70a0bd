import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CulpritReport } from '../../src/engine/culprit/culpritReport';
import type { GraphCommit } from '../../src/history/pure/culprit/commitGraph';
import type { CommitFacts } from '../../src/history/pure/culprit/culpritPrior';
import type { KnownCulprit } from './knownCulprits';

/** A case that was executed. */
export interface SavedCase extends KnownCulprit {
	readonly project: string;
	/** The test that fails before the fix. Absent if none does here, with the reason. */
	readonly test?: string;
	readonly problem?: string;
	readonly report?: CulpritReport;
	readonly seconds?: number;
	/** The commits between good and the parent of the fix, children first. */
	readonly listed?: readonly GraphCommit[];
	/** In the same order. */
	readonly facts?: readonly CommitFacts[];
	/** How often `git bisect run` runs a test in this range, with an oracle that knows the culprit. */
	readonly nBisectRuns?: number;
}

export function readCases(folder: string): readonly SavedCase[] {
	const files = readdirSync(folder)
		.filter(each => each.endsWith('.json'))
		.sort();
	return files.map(each => JSON.parse(readFileSync(join(folder, each), 'utf8')) as SavedCase);
}
