import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import { RunContinuedElsewhereError, type RunStore, type RunSummary } from '../../src/runs/pure/log/runStore';
import { UserError } from '../../src/system/pure/errors/userError';

/** Runs in memory. `failing` makes appends fail as on a full disk. */
export class MemoryRuns implements RunStore {
	readonly events = new Map<string, RunEvent[]>();
	failing = false;

	async append(runId: string, event: RunEvent): Promise<void> {
		await Promise.resolve();
		if (this.failing) {
			throw new Error('the disk is full');
		}
		const events = this.events.get(runId) ?? [];
		if (events.some(({ seq }) => seq === event.seq)) {
			throw new RunContinuedElsewhereError();
		}
		this.events.set(runId, [...events, event]);
	}

	async read(runId: string): Promise<readonly RunEvent[]> {
		const events = this.events.get(runId);
		if (events === undefined) {
			throw new UserError(`There is no run ${runId}`);
		}
		return events;
	}

	async list(): Promise<readonly RunSummary[]> {
		throw new Error('not needed by any test');
	}

	async remove(runId: string): Promise<void> {
		this.events.delete(runId);
	}
}
