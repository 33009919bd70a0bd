import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { counted } from '../../system/pure/text/counted';
import { type RunEvent, runEventVersion } from '../pure/events/runEvent';
import { rootNode } from '../pure/fold/run';
import { type RunEventV1, upgradeEvents } from '../pure/fold/runEventsV1';

export interface RunLogContent {
	/** Whole events, from the first, in today's form. */
	readonly events: readonly RunEvent[];
	/** Number of the last whole event; 0 for none. */
	readonly lastSeq: number;
	/** The end of the last whole event; an incompletely written one may follow. */
	readonly sizeBytes: number;
	/** The damaged lines before that, 1-based; their events are lost. */
	readonly damaged: readonly number[];
}

/**
 * The events of a run's log. A torn last line is dropped. A damaged line before it loses its event, and the run becomes
 * read-only: an event that is missing could be one that later ones, or the user's files, depend on. Throws `UserError`
 * when the first event is damaged, or when a newer Faultline wrote one. `name` is the file's name for messages.
 */
export function readRunLog(bytes: Buffer, name: string): RunLogContent {
	const events: RunEventV1[] = [];
	const damaged: number[] = [];
	let start = 0;
	let lastSeq = 0;
	let newer: string | undefined;
	for (let line = 1, end = bytes.indexOf('\n'); end !== -1; line++, end = bytes.indexOf('\n', start)) {
		const read = readEvent(bytes.subarray(start, end), lastSeq, damaged.length);
		if (!('problem' in read)) {
			events.push(read);
			lastSeq = read.seq;
			newer = undefined;
		} else if (line === 1) {
			throw new UserError(`${name}, line ${line}: ${read.problem}.`);
		} else if (read.isTorn && end === bytes.length - 1) {
			break;
		} else {
			damaged.push(line);
			newer ??= read.isVersion ? `${name}, line ${line}: ${read.problem}.` : undefined;
		}
		start = end + 1;
	}
	// A newer Faultline continued the run, unless events of this one follow.
	if (newer !== undefined) {
		throw new UserError(newer);
	}
	const upgraded = upgradeEvents(events);
	return { events: damaged.length === 0 ? upgraded : readable(upgraded, damaged), lastSeq, sizeBytes: start, damaged };
}

interface NoEvent {
	readonly problem: string;
	readonly isVersion?: boolean;
	readonly isTorn?: boolean;
}

/** One line as an event, which follows event `lastSeq` and as many damaged lines as were found. */
function readEvent(line: Uint8Array, lastSeq: number, nDamaged: number): RunEventV1 | NoEvent {
	let data: unknown;
	try {
		data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
	} catch (error) {
		return { problem: errorText(error), isTorn: true };
	}
	const event = (typeof data === 'object' && data !== null ? data : {}) as Partial<RunEventV1>;
	if (event.v !== undefined && event.v !== 1 && event.v !== runEventVersion) {
		const problem = `it was written by another version of Faultline (events of version ${event.v}): open it with that one`;
		return { problem, isVersion: true };
	}
	if (event.v === undefined || typeof event.type !== 'string' || typeof event.node !== 'string') {
		return { problem: 'it is not an event. Delete the run' };
	}
	// A damaged line may have been two events: the byte between them may be the damaged one.
	const latest = lastSeq + 1 + (nDamaged === 0 ? 0 : nDamaged + 1);
	if (event.seq === undefined || event.seq <= lastSeq || event.seq > latest) {
		return { problem: `found event ${event.seq} instead of event ${lastSeq + 1}. Delete the run` };
	}
	return event as RunEventV1;
}

/**
 * The remaining events of a damaged log, so that they can be shown: read-only, with an opening event for every node.
 */
function readable(events: readonly RunEvent[], damaged: readonly number[]): RunEvent[] {
	const opened = new Set<string>([rootNode]);
	const found = events.flatMap(event => {
		const needed = event.type === 'nodeOpened' ? event.parent : event.node;
		const missing = opened.has(needed) ? [] : [nodeInstead(needed, event)];
		opened.add(needed).add(event.node);
		return [...missing, event];
	});
	const [first, ...others] = found;
	if (first?.type !== 'runStarted') {
		return found;
	}
	const { v, seq, at, node } = first;
	const lost = `${counted(damaged.length, 'event')} cannot be read (line ${damaged.join(', ')})`;
	const note: RunEvent = { v, seq, at, node, type: 'noted', text: `The log of this run is damaged: ${lost}.` };
	return [{ ...first, readOnly: true }, note, ...others];
}

function nodeInstead(node: string, { v, seq, at }: RunEvent): RunEvent {
	return { v, seq, at, node, type: 'nodeOpened', parent: rootNode, key: node, kind: 'stage', title: 'Damaged' };
}
