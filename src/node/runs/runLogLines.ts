import { type RunEvent, runEventVersion } from '../../core/model/run/runEvent';
import { type RunEventV1, upgradeEvents } from '../../core/model/run/runEventsV1';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';

export interface RunLogContent {
	/** Whole events, from the first, in today's form. */
	readonly events: readonly RunEvent[];
	/** Number of the last whole event; 0 for none. */
	readonly lastSeq: number;
	/** Where the last whole event ends; what follows is an incompletely written one. */
	readonly sizeBytes: number;
}

/**
 * The events of a run's log. A torn last line is dropped. Throws `UserError` when a line before it is damaged, or when
 * a newer Faultline wrote it. `name` is the file's name for messages.
 */
export function readRunLog(bytes: Buffer, name: string): RunLogContent {
	const events: RunEventV1[] = [];
	let start = 0;
	for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
		const isLast = end === bytes.length - 1;
		try {
			events.push(readEvent(bytes.toString('utf8', start, end), events.length + 1));
		} catch (error) {
			if (isLast && error instanceof SyntaxError) {
				break;
			}
			throw new UserError(`${name}, line ${events.length + 1}: ${errorText(error)}.`);
		}
		start = end + 1;
	}
	return { events: upgradeEvents(events), lastSeq: events.length, sizeBytes: start };
}

/** One line as an event; `seq` is the number it must have. Throws `SyntaxError` for an incomplete line. */
function readEvent(line: string, seq: number): RunEventV1 {
	const data: unknown = JSON.parse(line);
	const event = (typeof data === 'object' && data !== null ? data : {}) as Partial<RunEventV1>;
	if (event.v !== undefined && event.v !== 1 && event.v !== runEventVersion) {
		throw new UserError(
			`it was written by another version of Faultline (events of version ${event.v}): open it with that one`,
		);
	}
	if (event.v === undefined || typeof event.type !== 'string' || typeof event.node !== 'string') {
		throw new UserError(`it is not an event. ${advice}`);
	}
	if (event.seq !== seq) {
		throw new UserError(`found event ${event.seq} instead of event ${seq}. ${advice}`);
	}
	return event as RunEventV1;
}

const advice = 'Delete the run, or this line and all below it';
