import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Evaluations } from '../../core/importing/importedRun';
import { readEvaluation, readImport } from '../../core/importing/readImport';
import { recordImport } from '../../core/importing/recordImport';
import type { Clock } from '../../core/ports';
import { decodeText } from '../../core/util/decodeText';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import { openRegularFile } from '../regularFile';
import type { RunFiles } from './runFiles';
import { newRunId } from './runId';

const limitMb = 64;

/** The files of a run of another tool, as paths on disk. */
export interface ImportFiles {
	/** `*.root` of DARS, or `*.traj` of SWE-agent. */
	readonly file: string;
	/** What an evaluation of its patches found. */
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
	const text = decodeText(readLimited(file));
	if (text === undefined) {
		throw new UserError(`${file} is not text: choose the file as the tool wrote it.`);
	}
	return text;
}

function readLimited(file: string): Uint8Array {
	let descriptor: number | undefined;
	try {
		descriptor = openRegularFile(file);
		const megabytes = fstatSync(descriptor).size / (1024 * 1024);
		if (megabytes > limitMb) {
			throw new UserError(`${file} has ${Math.ceil(megabytes)} MB; files of up to ${limitMb} MB can be imported.`);
		}
		return readFileSync(descriptor);
	} catch (error) {
		throw error instanceof UserError ? error : new UserError(`${file} cannot be read: ${errorText(error)}`);
	} finally {
		if (descriptor !== undefined) {
			closeSync(descriptor);
		}
	}
}
