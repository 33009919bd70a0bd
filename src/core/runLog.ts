import { applyEvent, emptyRun, foldRun, type Run } from './model/run';
import { type RunEvent, type RunEventBody, runEventVersion } from './model/runEvent';
import type { Clock, RunStore } from './ports';

/**
 * The one place run events are made: numbers them, has them written before anybody sees them, and folds them.
 * An event that could not be written, or a listener that throws, rejects that `emit` and leaves the log usable.
 */
export class RunLog {
	private readonly store: RunStore;
	private readonly clock: Clock;
	private readonly listeners = new Set<(event: RunEvent, run: Run) => void>();
	private current: Run;
	private writing: Promise<void> = Promise.resolve();

	private constructor(store: RunStore, clock: Clock, run: Run) {
		this.store = store;
		this.clock = clock;
		this.current = run;
	}

	/** A new, empty log; its first event must be `runStarted`. */
	static start(store: RunStore, clock: Clock, runId: string): RunLog {
		return new RunLog(store, clock, { ...emptyRun, id: runId });
	}

	/** The log of a run on disk, to be continued after its last whole event. */
	static async reopen(store: RunStore, clock: Clock, runId: string): Promise<RunLog> {
		return new RunLog(store, clock, foldRun(await store.read(runId)));
	}

	get run(): Run {
		return this.current;
	}

	/** Resolves once the event is on disk and folded. Events are kept in the order of the calls. */
	emit(node: string, body: RunEventBody): Promise<void> {
		const written = this.writing.then(() => this.write(node, body));
		// The caller gets the failure; the next event must still get its turn, with the number the failed one did not use.
		this.writing = written.catch(() => undefined);
		return written;
	}

	/** Calls back after each event; returns how to stop that. */
	onEvent(listener: (event: RunEvent, run: Run) => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	private async write(node: string, body: RunEventBody): Promise<void> {
		const event: RunEvent = {
			v: runEventVersion,
			seq: this.current.lastSeq + 1,
			at: this.clock.now(),
			node,
			...body,
		};
		const runId = this.current.id;
		await this.store.append(runId, event);
		this.current = { ...applyEvent(this.current, event), id: runId };
		for (const listener of this.listeners) {
			listener(event, this.current);
		}
	}
}
