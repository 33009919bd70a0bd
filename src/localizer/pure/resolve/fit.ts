import type { CodeSymbol } from '../../../runs/pure/model/symbol';

/** What one level found: every definition that matches equally well. */
export interface Match {
	/** Of one or more definitions, best first. */
	readonly symbols: readonly CodeSymbol[];
	/** How it differs from what was named, a sentence each. */
	readonly notes: readonly string[];
	/** A method to be added to the class that was found. */
	readonly added?: string;
	/** Named classes that contain none of `symbols`. */
	readonly classes?: readonly CodeSymbol[];
}
