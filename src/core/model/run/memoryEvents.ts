import type { Place } from '../symbol';

/** What happens to the working memory of a trajectory. The event's node is the round it happened in. */
export type MemoryEvent = Remembered | MemoryChanged | NoteTaken;

/** The answer of a call is in the memory from the next round on. */
export interface Remembered {
	readonly type: 'remembered';
	readonly call: string;
	/** Where it was found, as the answer names it: `in the files in memory`. */
	readonly scope?: string;
	readonly parts: readonly RememberedPart[];
}

/** A piece of an answer that is closed on its own. */
export interface RememberedPart {
	/** `text`: what is neither code nor a commit, such as a list of signatures. */
	readonly kind: 'code' | 'commit' | 'text';
	/** Qualified name of the definition, or id of the commit; '' where there is none. */
	readonly name: string;
	/** The lines of code. */
	readonly place?: Place;
	/** From this character of the answer to that one. */
	readonly start: number;
	readonly end: number;
	/** Estimated. */
	readonly tokens: number;
}

/** Parts were closed or opened again, or an answer was pinned, which keeps it open when room is needed. */
export interface MemoryChanged {
	readonly type: 'memoryChanged';
	readonly change: 'closed' | 'opened' | 'pinned' | 'unpinned';
	/** `limit`: the memory was larger than it may be. */
	readonly by: 'model' | 'user' | 'limit';
	readonly parts: readonly MemoryRef[];
}

/** One part of a remembered answer; all of them where no part is given. */
export interface MemoryRef {
	readonly call: string;
	readonly part?: number;
}

/** A line of the model's own notes. */
export interface NoteTaken {
	readonly type: 'noteTaken';
	readonly text: string;
}
