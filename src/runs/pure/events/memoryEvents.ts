import type { AnswerPart } from '../model/answerPart';

/** Events of the working memory of a trajectory. The event's node is the round it happened in. */
export type MemoryEvent = Remembered | MemoryChanged | MemoryFitted | NoteTaken;

/** The answer of a call is in the memory from the next round on. */
export interface Remembered {
	readonly type: 'remembered';
	readonly call: string;
	/** Where it was found, as the answer names it: `in the files in memory`. */
	readonly scope?: string;
	readonly parts: readonly RememberedPart[];
}

/** A piece of an answer that is closed on its own. */
export interface RememberedPart extends AnswerPart {
	/** Estimated. */
	readonly tokens: number;
}

/** Parts were closed or opened again, or an answer was pinned, which keeps it open when room is needed. */
export interface MemoryChanged {
	readonly type: 'memoryChanged';
	readonly change: 'closed' | 'opened' | 'pinned' | 'unpinned';
	/** `limit`: the memory was larger than it may be; in runs of before `memoryFitted`. */
	readonly by: 'model' | 'user' | 'limit';
	readonly parts: readonly MemoryRef[];
}

/**
 * The parts that were closed and cut off so that the memory fits: one event, so that a run that is killed has all of it
 * or nothing.
 */
export interface MemoryFitted {
	readonly type: 'memoryFitted';
	readonly closed: readonly MemoryRef[];
	readonly shortened: readonly ShortenedPart[];
}

/** Only the beginning of a part is shown: the rest of it does not fit into the memory. */
export interface ShortenedPart {
	readonly call: string;
	readonly part: number;
	/** The greatest length of the text that is shown. */
	readonly nCharacters: number;
	/** Of the text that is shown, estimated. */
	readonly tokens: number;
}

/** One part of a remembered answer; all of them without `part`. */
export interface MemoryRef {
	readonly call: string;
	readonly part?: number;
}

/** A line of the model's own notes. */
export interface NoteTaken {
	readonly type: 'noteTaken';
	readonly text: string;
}
