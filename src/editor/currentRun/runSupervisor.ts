import type { Supervisor } from '../../core/agent/supervisor';
import { untilAborted } from '../../core/util/untilAborted';

/** The user, as a run asks them: commands answer the questions of the run. One for each run. */
export class RunSupervisor implements Supervisor {
	private isPaused = false;
	private readonly waiting = new Set<() => void>();
	private answerCap: ((limit: number | undefined) => void) | undefined;
	private answerReview: ((text: string | undefined) => void) | undefined;

	/** Whether the run waits before its next request, or is already waiting. */
	get isPausing(): boolean {
		return this.isPaused;
	}

	/** Makes the run wait before its next request. */
	pause(): void {
		this.isPaused = true;
	}

	/** Continues a paused run. */
	unpause(): void {
		this.isPaused = false;
		for (const resolve of this.waiting) {
			resolve();
		}
		this.waiting.clear();
	}

	/** The user's decision at a cap: a higher limit, or undefined to stop and keep the current results. */
	decideCap(limit: number | undefined): void {
		this.answerCap?.(limit);
		this.answerCap = undefined;
	}

	/** The user reviewed the issue: it may be sent with their edits. */
	agree(text: string | undefined): void {
		this.answerReview?.(text);
		this.answerReview = undefined;
	}

	readonly reviewIssue: NonNullable<Supervisor['reviewIssue']> = signal =>
		answered(signal, resolve => {
			this.answerReview = resolve;
		});

	async whenGoing(signal: AbortSignal, onWait: () => Promise<void>): Promise<void> {
		if (this.isPaused) {
			await onWait();
			await answered<void>(signal, resolve => (this.isPaused ? this.waiting.add(resolve) : resolve()));
		}
	}

	raiseCap(_cap: unknown, _limit: number, signal: AbortSignal): Promise<number | undefined> {
		return answered(signal, resolve => {
			this.answerCap = resolve;
		});
	}
}

/** Resolves with the user's answer. */
function answered<T>(signal: AbortSignal, ask: (resolve: (value: T) => void) => void): Promise<T> {
	return untilAborted(new Promise<T>(ask), signal);
}
