import type { RetryWait, Supervisor } from '../../models/pure/limits/supervisor';
import type { SentContent } from '../../runs/pure/model/sentContent';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import type { SendingAgreements } from './sendingAgreements';

/** The user, as a run asks them: commands answer the questions of the run. One for each run. */
export class RunSupervisor implements Supervisor {
	private isPaused = false;
	private readonly waiting = new Set<() => void>();
	private readonly retries = new Map<RetryWait, () => void>();
	private answerCap: ((limit: number | undefined) => void) | undefined;
	private answerReview: ((text: string | undefined) => void) | undefined;

	/** `onRetry` is called when a request begins or ends to wait for its next try. */
	constructor(
		private readonly agreements: Pick<SendingAgreements, 'covers'>,
		private readonly onRetry: () => void,
	) {}

	/** The next try of a request that failed; undefined if none is pending. */
	get retry(): RetryWait | undefined {
		return [...this.retries.keys()].sort((a, b) => a.at - b.at)[0];
	}

	/** Repeats the requests that failed without waiting any longer. */
	retryNow(): void {
		for (const resolve of this.retries.values()) {
			resolve();
		}
	}

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

	readonly agreesTo = (content: SentContent): boolean => this.agreements.covers(content);

	readonly untilRetried = async (wait: RetryWait, signal: AbortSignal): Promise<void> => {
		try {
			await answered<void>(signal, resolve => {
				this.retries.set(wait, resolve);
				this.onRetry();
			});
		} finally {
			this.retries.delete(wait);
			this.onRetry();
		}
	};

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
