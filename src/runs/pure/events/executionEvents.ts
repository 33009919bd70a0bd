import type { ExecutedTree } from '../model/executedTree';
import type { ReproducerRun } from '../model/reproducer';
import type { CrashCheck } from '../model/testing/crashCheck';
import type { HunkJudgment } from '../model/testing/hunkJudgment';
import type { Spectrum } from '../model/testing/spectrum';
import type { ValidationRun } from '../model/testing/validation';

/** A program of the project ran, or is about to. */
export type ExecutionEvent =
	| TreeRecorded
	| ReproducerRan
	| ValidationRan
	| CrashChecked
	| TestsRan
	| HunksJudged
	| SpectrumMeasured;

/** The files that the next executions are given, before any patch. */
export interface TreeRecorded {
	readonly type: 'treeRecorded';
	readonly tree: ExecutedTree;
}

export interface ReproducerRan {
	readonly type: 'reproducerRan';
	readonly ran: ReproducerRun;
}

export interface ValidationRan {
	readonly type: 'validationRan';
	readonly ran: ValidationRun;
}

/** The user's own commands built the project and ran its reproducer. */
export interface CrashChecked {
	readonly type: 'crashChecked';
	readonly ran: CrashCheck;
}

/** The user ran the project's tests on their own files, in a terminal, which has the output. */
export interface TestsRan {
	readonly type: 'testsRan';
	/** A line for the system's shell. */
	readonly command: string;
	/** The workspace folder, if there are several. */
	readonly folder?: string;
	readonly exitCode: number;
	/** The patches of the run that the files contained when the tests began. */
	readonly patches: readonly TestedPatch[];
	/** That changed before the tests ended. */
	readonly isMixed?: true;
}

/** How much of a patch was in the files. Counts hunks. */
export interface TestedPatch {
	readonly patch: string;
	readonly nAccepted: number;
	readonly nHunks: number;
}

/** Near tests ran with the changes of a patch that are in the user's files, and without each. */
export interface HunksJudged {
	readonly type: 'hunksJudged';
	readonly patch: string;
	readonly judgment: HunkJudgment;
}

/** The functions that failing and passing tests of the project executed. */
export interface SpectrumMeasured {
	readonly type: 'spectrumMeasured';
	readonly spectrum: Spectrum;
}
