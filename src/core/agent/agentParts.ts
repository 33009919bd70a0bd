import type { ChatModel, Clock } from '../ports';
import type { Spending } from './spending';
import type { Supervisor } from './supervisor';

/** What talking to a model takes. */
export interface AgentParts {
	readonly model: ChatModel;
	readonly spending: Spending;
	readonly supervisor: Supervisor;
	readonly clock: Clock;
	/** Resolves after so many milliseconds; rejects with the signal's reason when aborted. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly signal: AbortSignal;
	/** Called with each piece of an answer as it comes in, for whoever watches; nothing is kept of it. */
	readonly onText?: (node: string, piece: string) => void;
}
