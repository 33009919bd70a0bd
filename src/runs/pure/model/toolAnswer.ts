import type { AnswerPart } from './answerPart';
import type { FoundPlace } from './foundPlace';

/** The result of a tool. A failed call has an answer too: its `text` suggests an alternative. */
export interface ToolAnswer {
	readonly ok: boolean;
	/** As a model or a user at the command line reads it. */
	readonly text: string;
	/** Everything found, including places that `text` does not show in full; best first. */
	readonly places: readonly FoundPlace[];
	/** Where the places are, nearest to the investigated code first: `2 in the files of the report`. */
	readonly scope?: string;
	/** The parts of `text`; absent if it is one piece. */
	readonly parts?: readonly AnswerPart[];
	/** The searched code is still being indexed: the same call may find more later. */
	readonly isUnfinished?: true;
}
