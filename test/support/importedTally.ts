import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../src/runs/pure/fold/run';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { readEvaluation, readImport } from '../../src/sharing/pure/importing/readImport';
import { recordImport } from '../../src/sharing/pure/importing/recordImport';
import { repoRoot } from './repoRoot';

const folder = join(repoRoot, 'test', 'fixtures', 'imports');

/** A small tree in the format of DARS: one branch at each kind of action, five paths, four patches, one of them right. */
export const tallyTree: string = join(folder, 'tally.root');
/** The evaluation of its patches; the right one has a first entry without a result. */
export const tallyEvaluation: string = join(folder, 'overall_evaluation_results.json');

const evaluationName = 'overall_evaluation_results.json';
const stamp = { runId: 'a', atMs: 1000, version: '1.2.3' };

/** The run that the text of a file is imported as. */
export async function importedText(text: string, file: string, evaluation?: string): Promise<Run> {
	const evaluations = evaluation === undefined ? new Map() : readEvaluation(evaluation, evaluationName);
	return foldRun(await recordImport(readImport(text, file), evaluations, { ...stamp, file }));
}

export function importedTally(): Promise<Run> {
	return importedText(readFileSync(tallyTree, 'utf8'), 'tally.root', readFileSync(tallyEvaluation, 'utf8'));
}
