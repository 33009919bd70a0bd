import type { BlamedLine, Commit } from '../../runs/pure/model/commit';
import type { LineRange } from '../../runs/pure/model/symbol';
import { UserError } from '../../system/pure/errors/userError';
import type { CommitIndex } from './index/commitIndex';

/**
 * The commits that led to the user's code. Nothing in the repository changes, and nothing is fetched. Every method
 * throws `NoHistoryError` if there is no history.
 */
export interface History {
	/** Makes a search, which reads many commits, end after so many milliseconds with the results found by then. */
	deadline(limitMs: number): Deadline;
	/** Returns the parts of it missing in the user's clone. Indexes nothing. */
	extent(signal?: AbortSignal): Promise<HistoryExtent>;
	/**
	 * The index of the commits as far as it is made; the rest is made meanwhile, newest commits first. Waits while nothing
	 * of it is made, but not for long.
	 */
	index(signal?: AbortSignal): Promise<CommitIndex>;
	/** Returns the index of all commits if it is made already; makes nothing. */
	readyIndex(signal?: AbortSignal): Promise<CommitIndex | undefined>;
	/** Commits with their changes, in the given order; those that are not in the history are left out. */
	commits(ids: readonly string[], options?: CommitOptions): Promise<readonly Commit[]>;
	/** The text of a file in the newest commit; undefined if it has none. */
	committedText(path: string, signal?: AbortSignal): Promise<string | undefined>;
	/** The ids of the commits that the project says only change the form of code (`.git-blame-ignore-revs`). */
	ignoredCommits(signal?: AbortSignal): Promise<ReadonlySet<string>>;
	/**
	 * Which commit last changed each of some lines of the committed text, in order; `ignoredCommits` are looked through.
	 */
	blame(path: string, lines: LineRange, signal?: AbortSignal): Promise<readonly BlamedLine[]>;
	/** The commits that changed some lines of the committed text, newest first, with only the hunks that did. */
	commitsOfLines(path: string, lines: LineRange, options: LineHistoryOptions): Promise<readonly Commit[]>;
}

export interface Deadline {
	/** 0 when it is over. */
	leftMs(): number;
}

export interface HistoryExtent {
	/** It has no older commits. */
	readonly isShallow: boolean;
	/** The files of some commits are not in it. */
	readonly isPartial: boolean;
}

export interface CommitOptions {
	/** Unchanged lines around each change; 3 unless given. */
	readonly nContext?: number;
	/** The commits read by then are the answer. */
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal | undefined;
}

export interface LineHistoryOptions {
	readonly nCommits: number;
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal | undefined;
}

/** The code is in no repository, or its history cannot be read. */
export class NoHistoryError extends UserError {}
