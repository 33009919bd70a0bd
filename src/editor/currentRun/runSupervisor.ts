import type { Supervisor } from '../../core/agent/supervisor';
import { untilAborted } from '../../core/util/untilAborted';

/** The person as a run asks them: their commands answer what the run waits for. One for each run. */
export class RunSupervisor implements Supervisor {
	private isPaused = false;
	private readonly waiting = new Set<() => void>();
	private answerCap: ((limit: number | undefined) => void) | undefined;
	private answerReview: ((text: string | undefined) => void) | undefined;

	/** From the next request on the run waits, or does so already. */
	get isPausing(): boolean {
		return this.isPaused;
	}

	/** From the next request on the run waits. */
	pause(): void {
		this.isPaused = true;
	}

	/** Lets a paused run go on. */
	goOn(): void {
		this.isPaused = false;
		for (const resolve of this.waiting) {
			resolve();
		}
		this.waiting.clear();
	}

	/** What the person wants at a cap: a higher limit, or undefined to stop and keep what there is. */
	decideCap(limit: number | undefined): void {
		this.answerCap?.(limit);
		this.answerCap = undefined;
	}

	/** The person had a look at the issue: it may be sent, as they left it. */
	agree(text: string | undefined): void {
		this.answerReview?.(text);
		this.answerReview = undefined;
	}

	readonly reviewBrief: NonNullable<Supervisor['reviewBrief']> = (_brief, _text, signal) =>
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

/** What the person answers, once they do. */
function answered<T>(signal: AbortSignal, ask: (resolve: (value: T) => void) => void): Promise<T> {
	return untilAborted(new Promise<T>(ask), signal);
}
