import type { LineRange, Place } from './symbol';

/** A suspected location of the bug, why it is suspected, and its intended behavior. */
export interface BugLocation extends Place {
	/** Stable within a run: `file#Class.method` or `file#L10-20`. */
	readonly id: string;
	/** Qualified class name, if the location is in a class. */
	readonly class?: string;
	readonly method?: string;
	/** The intended behavior of the code there, if a model or the issue states it; '' if unknown. */
	readonly intendedBehavior: string;
	/** Why the bug is there, if a model states it. */
	readonly cause?: string;
	/** A sentence of the issue that may or may not be about this code. At most one location has it. */
	readonly fromIssue?: string;
	/** The lines in this location that carry its evidence, in order, without overlaps; absent in older runs. */
	readonly focus?: readonly LineRange[];
	/** The model named the lines of `focus`. */
	readonly isFocusNamed?: boolean;
	/** Less likely than the locations before it: views fold it. */
	readonly lessLikely?: true;
	/** Suspiciousness, 0..1, comparable within one run only. */
	readonly score: number;
	/** How likely the fix changes it, 0..1, as measured on fixes of other projects; absent if unknown. */
	readonly likelihood?: number;
	/** The reasons for the likelihood, by weight; absent if unknown. */
	readonly contributions?: readonly ScoreContribution[];
	readonly evidence: readonly Evidence[];
}

/** The share of one reason in the score of a location. */
export interface ScoreContribution {
	/** `Words of the issue in its name`. */
	readonly text: string;
	/** In units of log-odds: they add up to the score that orders the locations. */
	readonly score: number;
	/** The line of the issue's text that it rests on, 1-based. */
	readonly issueLine?: number;
	readonly codeLine?: CodeLine;
}

/** One reason for a location. `node` is the run node (round) that found it. */
export interface Evidence {
	readonly kind: 'trace' | 'test' | 'state' | 'name' | 'path' | 'string' | 'words' | 'calls' | 'ran' | 'model';
	/** One short sentence for users. */
	readonly text: string;
	readonly node?: string;
	/** The line of the issue's text that it rests on, 1-based. */
	readonly issueLine?: number;
	/** The code that it rests on: a line of the location, or of another file, as of the test that calls it. */
	readonly codeLine?: CodeLine;
}

/** A line of a file, 1-based. */
export interface CodeLine {
	readonly file: string;
	readonly line: number;
}

/** A function that a failing program executed, by a line of it. */
export interface ExecutedFunctionLine extends CodeLine {
	/** Its suspiciousness by what tests execute, above 0; absent if that was not measured. */
	readonly score?: number;
	/** That it was executed, as evidence; by default that it ran in the reproducer. */
	readonly evidence?: string;
	/** Its score is also by what its calls did, which is better known than any text. */
	readonly isTraced?: true;
}

/** Everything ranked, best first. The shape is the one in the command line contract. */
export interface Ranking {
	readonly files: readonly string[];
	/** `path:Class`, or `path:function` for a top-level function. */
	readonly modules: readonly string[];
	/** `path:Class.method` or `path:function`. */
	readonly functions: readonly string[];
}

export const emptyRanking: Ranking = { files: [], modules: [], functions: [] };
