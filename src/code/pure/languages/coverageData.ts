import type { Argument } from './argument';

/**
 * A recorder of programs. In texts, `{coverage}` is the absolute path of a folder for the records, and `{recorder}` the path
 * of the recorder, both in the checkout.
 */
export interface RecorderData {
	/** Its name, as users know it: `V8`. */
	readonly name: string;
	/** A program of Faultline's own, in the language's folder: put into the checkout. */
	readonly recorder?: RecorderProgram;
	/** Other files of that folder, which lie beside it. */
	readonly beside?: readonly RecorderProgram[];
	/** Environment variables. */
	readonly variables?: Readonly<Record<string, string>>;
	/** Options after the program in the command. */
	readonly options?: readonly string[];
	/** Replaces the runner's commands: code compiled in another way is kept apart. */
	readonly prepare?: readonly (readonly string[])[];
	readonly command?: readonly string[];
	/** Words of the command that `options` replace. */
	readonly replaces?: readonly string[];
	/** A glob below the project's folder, for records written there instead. */
	readonly reports?: string;
	/**
	 * A command that runs after the tests, and makes the files to read. Its first word is a program on PATH or in the
	 * project's environment; `{program}` is the program of the tests.
	 */
	readonly after?: {
		readonly command: readonly string[];
		readonly variables?: Readonly<Record<string, string>>;
	};
}

export interface RecorderProgram {
	readonly program: string;
	readonly text: string;
}

/** How calls are recorded, with arguments, results and lines: `callRecorder` in `tests.json`. See `readTrace`. */
export interface CallRecorderData extends RecorderData {
	/** The environment variable that names a function all of whose calls count. */
	readonly functionVariable: string;
	/** It does not know which test runs: a run of one test is recorded as a whole. */
	readonly per?: 'process';
	/** Instead of the runner's: arguments that run one test and no other. */
	readonly tests?: readonly Argument[];
	/** Regular expression (flag `m`) over the output of a failure, with the group `text`, for errors recorded without a text. */
	readonly text?: string;
}

/** How the lines that tests and reproducers execute are recorded: `coverage` in `tests.json`. */
export interface CoverageData extends RecorderData {
	/** `tests` is the format of Faultline's own recorders, see `readTestLines`. */
	readonly format: 'tests' | 'lcov' | 'goCover' | 'v8' | 'gcov' | 'jacoco';
	/**
	 * `test`: one run of all tests records each on its own. `process`: all that a process runs is recorded together, so a
	 * process runs one test, or one file of tests.
	 */
	readonly per: 'test' | 'process';
	/** Paths of the files to read in `{coverage}`; a path with `{n}` for 0, 1 and so on, while such files exist. */
	readonly files: readonly string[];
	/** Regular expression (flag `m`) over the output, with the group `module`: a requirement is not installed. */
	readonly missing?: string;
}
