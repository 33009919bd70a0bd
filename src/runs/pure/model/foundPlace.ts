import type { Place } from './symbol';

/** A place in a tool's answer, with the definition it belongs to if any. */
export interface FoundPlace extends Place {
	readonly class?: string;
	readonly method?: string;
}
