import type { ProgramVersion } from './executedTree';
import type { Execution } from './execution';

/** A standalone program that fails because of the bug, and passes once it is fixed. */
export interface Reproducer {
	/** Unique within a run: `t1`. */
	readonly id: string;
	/** Id of its language. */
	readonly language: string;
	/** The file it runs as, in the workspace folder. */
	readonly file: string;
	readonly text: string;
	/** Its author's remark about it, in runs of older versions. */
	readonly remark?: string;
}

/**
 * The result of a run of a reproducer. `reproduced`: it fails as the issue describes. `passed`: it succeeds. `flaky`:
 * two runs differ. `environment`: something it needs is missing. `otherError`: it fails in another way.
 */
export type ReproducerVerdict = 'reproduced' | 'passed' | 'flaky' | 'environment' | 'otherError' | 'timedOut';

/** One run of a reproducer, without a patch or with one. */
export interface ReproducerRun {
	readonly reproducer: string;
	/** Id of the patch that was applied. */
	readonly patch?: string;
	readonly verdict: ReproducerVerdict;
	/** Output cut to its head and tail. */
	readonly execution: Execution;
	/** The reason for this verdict: one sentence for users and models. */
	readonly why: string;
	/** Of the verdict `environment`: the module or file of the project that is missing, if known. */
	readonly missing?: string;
	/** The commands that were executed, in order, with `.` for the folder of the copy; absent in older runs. */
	readonly commands?: readonly (readonly string[])[];
	/** The programs of these commands that are not made by them. */
	readonly programs?: readonly ProgramVersion[];
	/** The digest of the files without the patch: see `ExecutedTree`. */
	readonly tree?: string;
}

/** The result of a run in words: the reproducer `fails`. */
export const verdictTexts: Readonly<Record<ReproducerVerdict, string>> = {
	reproduced: 'fails',
	passed: 'passes',
	flaky: 'is flaky',
	environment: 'cannot run here',
	otherError: 'fails in another way',
	timedOut: 'times out',
};
