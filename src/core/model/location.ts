import type { Place } from './symbol';

/** A suspected location of the bug, why it is suspected, and its intended behavior. */
export interface BugLocation extends Place {
	/** Stable within a run: `file#Class.method` or `file#L10-20`. */
	readonly id: string;
	/** Qualified class name, where the location is in a class. */
	readonly class?: string;
	readonly method?: string;
	/** The intended behavior of the code there, in the words of the issue or of a model. */
	readonly intendedBehavior: string;
	/** Suspiciousness, 0..1, comparable within one run only. */
	readonly score: number;
	readonly evidence: readonly Evidence[];
}

/** One reason for a location. `node` is the run node (round) that found it. */
export interface Evidence {
	readonly kind: 'trace' | 'name' | 'path' | 'string' | 'words' | 'calls' | 'model';
	/** One short sentence for users. */
	readonly text: string;
	readonly node?: string;
}

/** Everything ranked, best first. The forms are those of the command line contract. */
export interface Ranking {
	readonly files: readonly string[];
	/** `path:Class`, or `path:function` for a top-level function. */
	readonly modules: readonly string[];
	/** `path:Class.method` or `path:function`. */
	readonly functions: readonly string[];
}

export const emptyRanking: Ranking = { files: [], modules: [], functions: [] };
