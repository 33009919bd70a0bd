import type { Cap } from '../../../runs/pure/events/runEvent';
import type { SentContent } from '../../../runs/pure/model/sentContent';

/** The user who watches a run, or a substitute if there is none. Each method rejects when the signal is aborted. */
export interface Supervisor {
	/**
	 * Before anything is sent, with the run paused for it: returns the issue as the user edited it, or undefined to send
	 * it unchanged. Absent if there is no user to review it.
	 */
	readonly reviewIssue?: (signal: AbortSignal) => Promise<string | undefined>;
	/** Whether the user agreed to this content before, in another run: it is then sent without a review. */
	readonly agreesTo?: (content: SentContent) => boolean;
	/** Resolves at once unless the user paused the run. `onWait` is called before it waits. */
	whenGoing(signal: AbortSignal, onWait: () => Promise<void>): Promise<void>;
	/** A cap is reached: returns a higher limit to continue with, or undefined to stop and keep the result so far. */
	raiseCap(cap: Cap, limit: number, signal: AbortSignal): Promise<number | undefined>;
	/** A request failed and waits for its next try: resolves when the user wants that now. Absent: nobody can. */
	readonly untilRetried?: (wait: RetryWait, signal: AbortSignal) => Promise<void>;
}

/** Why a request is repeated, and when. */
export interface RetryWait {
	/** A sentence for the user. */
	readonly reason: string;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/** For a run without a user: it ends at its caps. */
export const unattended: Supervisor = {
	whenGoing: async () => undefined,
	raiseCap: async () => undefined,
};
