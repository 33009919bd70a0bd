import type { CommitOutcome } from '../../history/pure/culprit/culpritPosterior';
import { type Culprit, keptCode, longestKept, mostCulpritLines } from '../../runs/pure/model/culprit';
import { shortened } from '../../runs/pure/model/shortened';

/** A commit as users see it. */
export interface ShownCommit {
	readonly id: string;
	/** The first line of its message. */
	readonly subject: string;
	readonly author: string;
	/** Seconds since 1970. */
	readonly time: number;
}

export interface CulpritRun {
	readonly commit: string;
	readonly subject: string;
	readonly outcome: CommitOutcome;
	readonly why: string;
	/** From an earlier search. */
	readonly isKept: boolean;
}

/** A line of today's code that the culprit changed last, and that the failing test executes. */
export interface CulpritLine {
	/** Workspace path. */
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	readonly text: string;
	/** `Added by abc1234; the test passes before it.` */
	readonly evidence: string;
}

/**
 * The answer of a search for the commit that broke a test. `found`: one commit. `several`: one of them, as the test
 * cannot be run between them, or too few runs were made. `uncommitted`: it passes without the uncommitted changes.
 * `neverPassed`: no commit was found where it passes.
 */
export interface CulpritReport {
	readonly kind: 'found' | 'several' | 'uncommitted' | 'neverPassed';
	/** The name of the test or reproducer. */
	readonly test: string;
	/** The most probable first. */
	readonly commits: readonly ShownCommit[];
	/** The newest commit where the test passes that leads to the culprit. */
	readonly lastGood?: ShownCommit;
	/** That one of `commits` is the first with the bug. */
	readonly probability: number;
	/** The probability that was assumed for the test to be flaky. */
	readonly flakyShare: number;
	/** The number of commits between a good and a bad one, when the search began. */
	readonly nCandidates: number;
	/** In the order of their ends. */
	readonly runs: readonly CulpritRun[];
	/** How many of them were made now. */
	readonly nRuns: number;
	/** What the culprit changed, as git writes it; for `found` only. */
	readonly diff?: string;
	/** In the order of files and lines; empty if not known. */
	readonly lines: readonly CulpritLine[];
	/** What limits the answer, in sentences. */
	readonly notes: readonly string[];
}

/** What a run keeps of an answer; undefined if no commit broke it, or none was found. */
export function keptCulprit({ kind, commits, probability, lines }: CulpritReport): Culprit | undefined {
	const [first] = commits;
	if ((kind !== 'found' && kind !== 'several') || first === undefined) {
		return undefined;
	}
	const { id: commit, subject, time } = first;
	return {
		...{ kind, commit, subject: shortened(subject, longestKept), time, nCommits: commits.length, probability },
		lines: lines.slice(0, mostCulpritLines).map(({ file, line, text }) => ({ file, line, text: keptCode(text) })),
	};
}
