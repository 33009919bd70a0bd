import { UserError } from '../../../system/pure/errors/userError';
import type { ResultSummary, RunEvent } from '../events/runEvent';

/** Runs on disk. */
export interface RunStore {
	/** Returns after the event is flushed. Throws `RunContinuedElsewhereError` if an event with its number exists. */
	append(runId: string, event: RunEvent): Promise<void>;
	/**
	 * Whole events only; a torn last line is dropped, and so are damaged ones. Throws `UserError` if there is no such run.
	 */
	read(runId: string): Promise<readonly RunEvent[]>;
	/** Newest first. */
	list(): Promise<readonly RunSummary[]>;
	remove(runId: string): Promise<void>;
}

/** Another process appended to the run: reread it and renumber the event. */
export class RunContinuedElsewhereError extends UserError {
	constructor() {
		super('This run was continued in another window. Reopen it.');
	}
}

export interface RunSummary extends ResultSummary {
	readonly id: string;
	readonly startedAt: number;
	readonly state: 'running' | 'done' | 'cancelled' | 'failed';
	readonly sizeBytes: number;
}
