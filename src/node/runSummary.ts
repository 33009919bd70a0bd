import { open } from 'node:fs/promises';
import { foldRun } from '../core/model/run';
import type { RunEvent } from '../core/model/runEvent';
import type { RunSummary } from '../core/ports';
import { readEvent, readRunLog } from './runLogLines';

/** Enough of either end for the events a summary is made of, unless the run is an unusual one. */
const endBytes = 128 * 1024;

/**
 * A run in one line, from both ends of its log where they suffice. Undefined for a log without a whole event. Throws
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
		const ends =
			size > 2 * endBytes ? fromEnds(await read(0, endBytes), await read(size - endBytes, endBytes)) : undefined;
		const events = ends ?? readRunLog(await read(0, size), file).events;
		return events.length === 0 ? undefined : summary(id, events, size);
	} finally {
		await handle.close();
	}
}

function summary(id: string, events: readonly RunEvent[], sizeBytes: number): RunSummary {
	const { issue, engine, startedAt, state, locations } = foldRun(events);
	const unfinished = state === 'paused' ? 'running' : state;
	return { id, title: issue.title, engine, startedAt, state: unfinished, nLocations: locations.length, sizeBytes };
}

/** The first event, and the last ones back to the newest locations; undefined when the pieces do not hold them. */
function fromEnds(head: Buffer, tail: Buffer): RunEvent[] | undefined {
	const headEnd = head.indexOf('\n');
	const lines = tail.toString('utf8', tail.indexOf('\n') + 1).split('\n');
	const last = lines.slice(0, -1).map(parsedLine);
	if (headEnd === -1 || last.includes(undefined)) {
		return undefined;
	}
	const events = last.filter(event => event !== undefined);
	const isKnown = events.some(({ type }) => type === 'locationsNamed') && events.some(changesState);
	return isKnown ? [readEvent(head.toString('utf8', 0, headEnd), 1), ...events] : undefined;
}

function parsedLine(line: string): RunEvent | undefined {
	try {
		return JSON.parse(line) as RunEvent;
	} catch {
		// Damaged: reading the whole log will say so.
		return undefined;
	}
}

function changesState({ type }: RunEvent): boolean {
	return type === 'runEnded' || type === 'runResumed';
}
