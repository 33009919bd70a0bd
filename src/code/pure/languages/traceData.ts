/**
 * How the programs of a language report errors: `syntaxes/<id>/traces.json`. Every text is a regular expression for one
 * line. Output of several languages is often mixed, so the formats of all are used together.
 */
export interface TraceData extends OutputData {
	readonly runners?: Readonly<Record<string, RunnerData>>;
}

/** The output of a test runner: used for a text in which one of its signs occurs. */
export interface RunnerData extends OutputData {
	readonly signs: readonly string[];
}

export interface OutputData {
	readonly frames?: readonly FrameData[];
	/** Frames of the runtime itself, which are no code of any project. */
	readonly internal?: readonly string[];
	/** The part of a path that ends with the folder of installed packages. */
	readonly packages?: readonly string[];
	/** Lines that state an error; group `error` (or `message`) is the statement. */
	readonly errors?: readonly string[];
	/** Errors about a call of something that does not exist; group `name` is its name. */
	readonly missing?: readonly string[];
	/** Names of frames whose code is in the function of the frame before of the same file: comprehensions. */
	readonly nested?: readonly string[];
	/** Lines after which the next line that is not empty states the error. */
	readonly errorHeads?: readonly string[];
	/** Lines that begin another trace; group `function` is the name in them. */
	readonly headers?: readonly string[];
	/** Headers of the error that caused the one before. */
	readonly causes?: readonly string[];
	/** Headers of an error that the program made of the one before. */
	readonly follows?: readonly string[];
	/** Headers of an error that happened while the one before was handled. */
	readonly replaces?: readonly string[];
	/** Lines that mean nothing for the bug: durations, counts, progress. */
	readonly noise?: readonly string[];
	/** Lines that show values: `Expected: 3`. */
	readonly values?: readonly string[];
	/** Lines that name a test that failed: group `test`, and `suite` if it is written behind the test. */
	readonly failedTests?: readonly string[];
}

/** How a frame is written. Named groups: `file`, `line`, `column`, `function`, `error`; all may be missing. */
export interface FrameData {
	readonly name: string;
	readonly order: 'outermostFirst' | 'innermostFirst';
	readonly frame: string;
	/** Regular expression for the line above the frame, if it names the function: group `function`. */
	readonly above?: string;
	/** Regular expression for one of the next lines, if it has the line number: group `line`. */
	readonly below?: string;
	/** `header`: the frame is in the function that the last header names. */
	readonly function?: 'header';
	/** The position of the error, if not after the innermost frame's side. */
	readonly error?: 'above' | 'below';
	/** A single frame of this format is a trace. */
	readonly alone?: boolean;
}
