import type { Place } from '../../../model/symbol';

/** What whoever has an answer applied may say. */
export interface ApplyOptions {
	/** Edits of test files are made like others, not left out. */
	readonly allowTests?: boolean;
	/** Places the model was told to look at: of several that match, one in these is meant. */
	readonly places?: readonly Place[];
	readonly signal?: AbortSignal;
}
