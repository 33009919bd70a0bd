import type { FileDigest, ProgramVersion } from '../../../runs/pure/model/executedTree';
import type { PatchReview } from '../../../runs/pure/model/patch';
import type { ReproducerVerdict } from '../../../runs/pure/model/reproducer';
import type { CheckedCommands, CrashVerdict } from '../../../runs/pure/model/testing/crashCheck';

/** https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
export const statementType = 'https://in-toto.io/Statement/v1';
/** https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
export const testResultType = 'https://in-toto.io/attestation/test-result/v0.1';
/** The predicate of Faultline: a reproducer that fails without a patch and passes with it. */
export const fixType = 'urn:faultline:predicate:fix:v0.1';

/** A statement about the files of the workspace and the patch, in the format of in-toto. */
interface Statement {
	readonly _type: typeof statementType;
	readonly subject: readonly Subject[];
}

export interface FixStatement extends Statement {
	readonly predicateType: typeof fixType;
	readonly predicate: FixPredicate;
}

export interface TestStatement extends Statement {
	readonly predicateType: typeof testResultType;
	readonly predicate: TestPredicate;
}

/** `workspace`: the digest of `ExecutedTree`; `patch`: the digest of the unified diff. */
export interface Subject {
	readonly name: 'workspace' | 'patch';
	readonly digest: { readonly sha256: string; readonly gitCommit?: string };
}

/** All that a run proves about one patch. As a file: a statement on each line. */
export interface ProofRecord {
	readonly fix: FixStatement;
	/** The project's tests without the patch and with it. */
	readonly tests?: { readonly before: TestStatement; readonly after: TestStatement };
}

export interface FixPredicate {
	/** `fixed`: red without the patch, green with it, and nothing that speaks against it. */
	readonly result: 'fixed' | 'notProven';
	/** As a phrase. */
	readonly why: string;
	readonly nFiles?: number;
	/** A unified diff in the style of git. */
	readonly patch: string;
	readonly reproducer?: RecordedReproducer;
	readonly before?: RecordedRun;
	readonly after?: RecordedRun;
	/** The project's own build and reproducer commands. */
	readonly commands?: CheckedCommands;
	readonly commandsBefore?: RecordedCheck;
	readonly commandsAfter?: RecordedCheck;
	readonly review?: Pick<PatchReview, 'patchCorrect' | 'testCorrect' | 'wrongTests'>;
	readonly environment: {
		readonly programs: readonly ProgramVersion[];
		readonly locks: readonly FileDigest[];
		/** The version of Faultline that began the run. */
		readonly faultline: string;
	};
	/** In sentences. */
	readonly notRun: readonly string[];
}

export interface RecordedReproducer {
	/** Id of its language. */
	readonly language: string;
	readonly file: string;
	readonly text: string;
	readonly sha256: string;
	/** Error lines of the issue: by one of them, raised in the project, it fails as well. */
	readonly errors: readonly string[];
}

/** One run of the reproducer; of its two outputs, the mark that it prints at its end is left out. */
export interface RecordedRun {
	/** The digest of the files without the patch. */
	readonly tree?: string;
	/** With `.` for the folder of the copy. */
	readonly commands: readonly (readonly string[])[];
	readonly verdict: ReproducerVerdict;
	readonly exitCode: number | null;
	readonly signal?: string;
	readonly stdout: RecordedText;
	readonly stderr: RecordedText;
}

export interface RecordedText {
	/** Cut to its head and tail. */
	readonly text: string;
	readonly sha256: string;
}

export interface RecordedCheck {
	readonly tree?: string;
	readonly verdict: CrashVerdict;
	readonly nRuns: number;
	readonly exitCode: number | null;
}

/** The fields of in-toto's predicate, and `skippedTests`. Tests whose outcome differs from run to run are `warnedTests`. */
export interface TestPredicate {
	readonly result: 'PASSED' | 'WARNED' | 'FAILED';
	readonly configuration: readonly [TestConfiguration];
	readonly passedTests: readonly string[];
	readonly warnedTests: readonly string[];
	readonly failedTests: readonly string[];
	readonly skippedTests: readonly string[];
}

export interface TestConfiguration {
	/** The runner, as users know it: `pytest`. */
	readonly name: string;
	/** Of the command. */
	readonly digest: { readonly sha256: string };
	readonly annotations: {
		readonly command: string;
		/** The digest of the files without the patch. */
		readonly tree?: string;
		/** Only the tests near to the patch were run. */
		readonly isPart?: true;
		/** Only the exit code is known: the command is the one test. */
		readonly isByExitCode?: true;
		/** Tests that are not named. */
		readonly nMore?: number;
		/** Paths of tests and their settings whose changes by the patch were left out. */
		readonly leftOut: readonly string[];
	};
}
