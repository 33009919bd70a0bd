import { basename } from 'node:path';
import type { RunFiles } from '../../runs/node/runFiles';
import { runIdOf } from '../../runs/node/runId';
import { readRunLog } from '../../runs/node/runLogLines';
import type { Run } from '../../runs/pure/fold/run';
import { readChosenFile } from '../../system/node/files/regularFile';
import { UserError } from '../../system/pure/errors/userError';
import { decodeText } from '../../system/pure/text/decodeText';
import { eventsOfRunFile, type OpenedRun, openedRun } from '../pure/exports/readRunFile';

const limitMb = 64;

/** Reads a run file, or the log of a run (`run.jsonl`). Reads nothing else. `file`: absolute. Throws `UserError`. */
export async function readRunFile(file: string): Promise<OpenedRun> {
	const name = basename(file);
	const bytes = readChosenFile(file, limitMb);
	return openedRun(name.endsWith('.jsonl') ? eventsOfLog(bytes, name) : eventsOfFile(bytes, name), name, runIdOf);
}

/** Whether a name belongs to a run file, and not to a run of another tool. */
export function isRunFile(name: string): boolean {
	return /\.jsonl?$/.test(name);
}

/** Keeps an opened run beside the others, once; returns it. */
export async function keepOpenedRun({ run, events }: OpenedRun, runs: Pick<RunFiles, 'add' | 'list'>): Promise<Run> {
	if (!(await runs.list()).some(({ id }) => id === run.id)) {
		await runs.add(run.id, events);
	}
	return run;
}

/** A damaged log has gaps in its numbers. */
function eventsOfLog(bytes: Buffer, name: string): readonly unknown[] {
	return readRunLog(bytes, name).events.map((event, at) => ({ ...event, seq: at + 1 }));
}

function eventsOfFile(bytes: Buffer, name: string): readonly unknown[] {
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${name} is not text: choose a run file as Faultline wrote it.`);
	}
	return eventsOfRunFile(text, name);
}
