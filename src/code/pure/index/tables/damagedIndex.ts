import { UserError } from '../../../../system/pure/errors/userError';
import type { Log } from '../../../../system/pure/log';

/**
 * A part of the saved index is damaged. The file has been removed, so the next one that opens the index builds it
 * again.
 */
export class DamagedIndexError extends UserError {
	constructor(message = 'The saved index was damaged and has been removed. Try again: it is rebuilt.') {
		super(message, { cures: [{ kind: 'retry' }] });
	}
}

/** The index that was read is closed, as another has replaced it. */
export class ClosedIndexError extends DamagedIndexError {
	constructor() {
		super('The index was removed or replaced while it was read. Try again.');
	}
}

/**
 * Runs work that opens and reads the index, and repeats it once if the index was replaced or a part of it is damaged;
 * damage is logged.
 */
export async function withSoundIndex<T>(log: Log, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof DamagedIndexError)) {
			throw error;
		}
		if (!(error instanceof ClosedIndexError)) {
			log.warn('The saved index was damaged and has been removed: it is built again.');
		}
		return work();
	}
}
