import type { IssueBrief } from '../model/brief';
import type { Cap } from '../model/run/runEvent';

/** The person who watches a run, or whoever stands in where there is none. Each method rejects when the signal is aborted. */
export interface Supervisor {
	/**
	 * Before anything is sent: the text of the issue to be sent, as the person left it. Undefined: as it is. Absent where
	 * nobody is there to look at it.
	 */
	readonly reviewBrief?: (brief: IssueBrief, text: string, signal: AbortSignal) => Promise<string | undefined>;
	/** Resolves at once unless the person paused the run. `onWait` is called before it waits. */
	whenGoing(signal: AbortSignal, onWait: () => Promise<void>): Promise<void>;
	/** A cap is reached: go on up to a higher limit, or undefined to stop and keep what there is. */
	raiseCap(cap: Cap, limit: number, signal: AbortSignal): Promise<number | undefined>;
}

/** Nobody is there to ask: such a run ends at its caps. */
export const unattended: Supervisor = {
	whenGoing: async () => undefined,
	raiseCap: async () => undefined,
};
