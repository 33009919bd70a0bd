import type { CodeSymbol } from '../../../runs/pure/model/symbol';

/** The result of one level: every definition that matches equally well. */
export interface Match {
	/** Of one or more definitions, best first. */
	readonly symbols: readonly CodeSymbol[];
	/** Differences from the name given, a sentence each. */
	readonly notes: readonly string[];
	/** A method to be added to the class that was found. */
	readonly added?: string;
	/** Named classes that contain none of `symbols`. */
	readonly classes?: readonly CodeSymbol[];
}
