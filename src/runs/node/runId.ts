import { randomBytes } from 'node:crypto';
import { UserError } from '../../system/pure/errors/userError';

/** Of a storage folder: a folder for each run, named by its id. */
export const runsFolder = 'runs';

/** A name for a run that sorts by time (UTC): `20261121-074145-123-9f3a`. */
export function newRunId(nowMs: number): string {
	return `${timeName(nowMs)}-${randomBytes(2).toString('hex')}`;
}

/** The name for a run that was made elsewhere: the same for the same start and the same hash of its content. */
export function runIdOf(startedAtMs: number, hash: string): string {
	// Whatever the file states: the range of years with four digits.
	const latest = Date.UTC(9999, 11, 31);
	return `${timeName(Math.min(Math.max(Math.trunc(startedAtMs), 0), latest))}-${hash.slice(0, 12)}`;
}

function timeName(ms: number): string {
	const digits = new Date(ms).toISOString().replace(/\D/g, '');
	return [digits.slice(0, 8), digits.slice(8, 14), digits.slice(14, 17)].join('-');
}

/** Throws `UserError` for an invalid name of a run's folder: an id never leads to another folder. */
export function checkRunId(runId: string): void {
	if (!isRunId(runId)) {
		throw new UserError(`"${runId.slice(0, 80)}" is not the id of a run.`);
	}
}

/** Letters, digits, dash and underscore only: no path, no hidden file, nothing with a special meaning to a system. */
export function isRunId(name: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name);
}
