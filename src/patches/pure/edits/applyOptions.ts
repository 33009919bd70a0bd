import type { Place } from '../../../runs/pure/model/symbol';

/** Options for applying an answer. */
export interface ApplyOptions {
	/** Edits of test files are applied like others instead of being left out. */
	readonly allowTests?: boolean;
	/** Locations the model was given: of several matches, one in these is meant. */
	readonly places?: readonly Place[];
	readonly signal?: AbortSignal;
}
