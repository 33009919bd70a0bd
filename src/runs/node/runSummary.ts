import { open } from 'node:fs/promises';
import type { RunEnded, RunEvent, RunStarted } from '../pure/events/runEvent';
import { foldRun } from '../pure/fold/runFold';
import { resultSummary } from '../pure/fold/runResult';
import type { RunSummary } from '../pure/log/runStore';
import { readRunLog } from './runLogLines';

/** Enough at either end for the start and the end of most runs. */
const endBytes = 128 * 1024;

/**
 * Summarizes a run, from both ends of its log if they suffice. Undefined for a log without a whole event. Throws
 * `UserError` for a damaged one.
 */
export async function summarizeRun(id: string, file: string): Promise<RunSummary | undefined> {
	const handle = await open(file, 'r');
	try {
		const { size } = await handle.stat();
		const read = async (start: number, length: number) => {
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
			return buffer.subarray(0, bytesRead);
		};
		const short =
			size > 2 * endBytes ? fromEnds(await read(0, endBytes), await read(size - endBytes, endBytes)) : undefined;
		if (short !== undefined) {
			return { id, ...short, sizeBytes: size };
		}
		const { events } = readRunLog(await read(0, size), file);
		return events.length === 0 ? undefined : { id, ...fromEvents(events), sizeBytes: size };
	} finally {
		await handle.close();
	}
}

type Summary = Omit<RunSummary, 'id' | 'sizeBytes'>;

function fromEvents(events: readonly RunEvent[]): Summary {
	const run = foldRun(events);
	const { startedAt, state } = run;
	return { ...resultSummary(run), startedAt, state: state === 'paused' ? 'running' : state };
}

/** Summarizes from the first event and the end of the run, if only decisions of the user follow it. */
function fromEnds(head: Buffer, tail: Buffer): Summary | undefined {
	const first = parsedLine(head.toString('utf8', 0, Math.max(head.indexOf('\n'), 0)));
	const lines = tail.toString('utf8', tail.indexOf('\n') + 1).split('\n');
	const last = lines.slice(0, -1).map(parsedLine);
	const at = last.findLastIndex(event => event?.type === 'runEnded');
	const ended = last[at] as (RunEvent & RunEnded) | undefined;
	const after = last.slice(at);
	const isLast = after.every(event => event !== undefined && !laterTypes.includes(event.type));
	const { summary } = ended ?? {};
	if (
		first?.type !== 'runStarted' ||
		ended === undefined ||
		summary === undefined ||
		!isLast ||
		!('title' in summary)
	) {
		return undefined;
	}
	const title = after.findLast(event => event?.type === 'runRenamed')?.title ?? summary.title;
	const { at: startedAt } = first as RunEvent & RunStarted;
	return { ...summary, title, startedAt, state: ended.outcome };
}

/** After one of these, the result at the end of the run is out of date. */
const laterTypes: readonly RunEvent['type'][] = ['runResumed', 'leafPicked', 'nodeOpened', 'locationsNamed'];

function parsedLine(line: string): RunEvent | undefined {
	try {
		return JSON.parse(line) as RunEvent;
	} catch {
		// Damaged: reading the whole log reports it.
		return undefined;
	}
}
