import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { RunFiles } from '../../runs/node/runFiles';
import { newRunId } from '../../runs/node/runId';
import { readChosenFile } from '../../system/node/files/regularFile';
import type { Clock } from '../../system/pure/clock';
import { UserError } from '../../system/pure/errors/userError';
import { decodeText } from '../../system/pure/text/decodeText';
import type { Evaluations } from '../pure/importing/importedRun';
import { readEvaluation, readImport } from '../pure/importing/readImport';
import { recordImport } from '../pure/importing/recordImport';

const limitMb = 64;

/** The files of a run of another tool, as paths on disk. */
export interface ImportFiles {
	/** `*.root` of DARS, or `*.traj` of SWE-agent. */
	readonly file: string;
	/** The result of an evaluation of its patches. */
	readonly evaluation?: string;
}

export interface ImportDeps {
	readonly runs: Pick<RunFiles, 'add'>;
	readonly clock: Pick<Clock, 'now'>;
	/** Of Faultline. */
	readonly version: string;
}

/** A stored import, and the number of nodes of the file's own tree. */
export interface Import {
	readonly runId: string;
	readonly nNodes: number;
}

/** Stores a run of another tool beside the others. Only reads its files. Throws `UserError`; then nothing is stored. */
export async function importRun({ file, evaluation }: ImportFiles, deps: ImportDeps): Promise<Import> {
	const name = basename(file);
	const imported = readImport(readText(file), name);
	const evaluations: Evaluations =
		evaluation === undefined ? new Map() : readEvaluation(readText(evaluation), basename(evaluation));
	const atMs = deps.clock.now();
	const stamp = { runId: newRunId(atMs), file: name, atMs, version: deps.version };
	await deps.runs.add(stamp.runId, await recordImport(imported, evaluations, stamp, () => setImmediate()));
	return { runId: stamp.runId, nNodes: imported.nNodes };
}

function readText(file: string): string {
	const text = decodeText(readChosenFile(file, limitMb));
	if (text === undefined) {
		throw new UserError(`${file} is not text: choose the file as the tool wrote it.`);
	}
	return text;
}
