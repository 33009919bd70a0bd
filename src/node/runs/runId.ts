import { randomBytes } from 'node:crypto';
import { UserError } from '../../core/util/userError';

/** Of a storage folder: a folder for each run, named by its id. */
export const runsFolder = 'runs';

/** A name for a run that sorts by time (UTC): `20261121-074145-123-9f3a`. */
export function newRunId(nowMs: number): string {
	const digits = new Date(nowMs).toISOString().replace(/\D/g, '');
	const time = [digits.slice(0, 8), digits.slice(8, 14), digits.slice(14, 17)].join('-');
	return `${time}-${randomBytes(2).toString('hex')}`;
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
