import type { AnswerPart } from './answerPart';
import type { FoundPlace } from './foundPlace';

/** The result of a tool. A failed call has an answer too: its `text` suggests what to try instead. */
export interface ToolAnswer {
	readonly ok: boolean;
	/** As a model or a user at the command line reads it. */
	readonly text: string;
	/** Everything found, not only what `text` shows in full; best first. */
	readonly places: readonly FoundPlace[];
	/** Where that is, nearest to what is investigated first: `2 in the files of the report`. */
	readonly scope?: string;
	/** What `text` is made of; absent where it is one piece. */
	readonly parts?: readonly AnswerPart[];
	/** What was searched is still being indexed: the same call may find more later. */
	readonly isUnfinished?: true;
}
