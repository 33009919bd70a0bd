import type { CodeSymbol } from '../../../model/symbol';

/** What one level of the ladder found: every definition that fits equally well. */
export interface Match {
	/** Of one or more definitions, best first. */
	readonly symbols: readonly CodeSymbol[];
	/** How it differs from what was named, a sentence each. */
	readonly notes: readonly string[];
	/** The method that is to be added to the class that was found. */
	readonly added?: string;
	/** Classes that were named and hold none of `symbols`. */
	readonly classes?: readonly CodeSymbol[];
}
