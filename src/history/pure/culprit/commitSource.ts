import type { BlamedLine, Commit } from '../../../runs/pure/model/commit';
import type { GraphCommit } from './commitGraph';

export interface RangeOptions {
	/** Only the commits of the main line: a merge then has the changes of its branch. */
	readonly isFirstParent: boolean;
	readonly signal: AbortSignal;
}

/** The commits of the user's repository as a search for a culprit needs them; nothing in it changes. */
export interface CommitSource {
	/** The commit that the user's files are based on. */
	readonly head: string;
	/** The id of the commit that a revision names; undefined if there is none. */
	resolve(revision: string): Promise<string | undefined>;
	/** The commits that lead to `bad` and not to `good`, children first; the newest `mostCommits` of them. */
	range(bad: string, good: readonly string[], options: RangeOptions): Promise<readonly GraphCommit[]>;
	/** Those that change some files or folders, by workspace paths; with none, all. */
	touching(bad: string, paths: readonly string[], options: RangeOptions): Promise<readonly string[]>;
	/** The commits of the tags that lead to `bad`, newest first. */
	tagged(bad: string, signal: AbortSignal): Promise<readonly string[]>;
	/** With their changes, without context; the ones that are too many are left out. */
	changes(ids: readonly string[], options: RangeOptions): Promise<readonly Commit[]>;
	/** Which commits that lead to `bad` and not to `good` last changed the lines of a file; others are left out. */
	blame(path: string, bad: string, good: readonly string[], signal: AbortSignal): Promise<readonly BlamedLine[]>;
	/** The whole change as git writes it. */
	diff(id: string, signal: AbortSignal): Promise<string>;
}

export const mostCommits = 20_000;
