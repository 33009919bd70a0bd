/**
 * How it is recorded which lines tests execute, and reproducers: `coverage` in `tests.json`. In texts, `{coverage}` is the
 * absolute path of a folder for what is recorded, and `{recorder}` that of the recorder, both in the checkout.
 */
export interface CoverageData {
	/** What records, as users know it: `V8`. */
	readonly name: string;
	/** `tests` is that of Faultline's own recorders, see `readTestLines`. */
	readonly format: 'tests' | 'lcov' | 'goCover' | 'v8' | 'gcov' | 'jacoco';
	/**
	 * `test`: one run of all tests records each on its own. `process`: all that a process runs is recorded together, so a
	 * process runs one test, or one file of tests.
	 */
	readonly per: 'test' | 'process';
	/** Paths in `{coverage}` of what is read; one with `{n}` for 0, 1 and so on, as far as there are such files. */
	readonly files: readonly string[];
	/** A glob below the project's folder, for what is written there instead. */
	readonly reports?: string;
	/** A program of Faultline's own, in the language's folder: put into the checkout. */
	readonly recorder?: { readonly program: string; readonly text: string };
	/** Environment variables. */
	readonly variables?: Readonly<Record<string, string>>;
	/** What follows the program in the command. */
	readonly options?: readonly string[];
	/** Instead of those of the runner: what is compiled otherwise is kept apart. */
	readonly prepare?: readonly (readonly string[])[];
	readonly command?: readonly string[];
	/** Words of the command that `options` replace. */
	readonly replaces?: readonly string[];
	/** Regular expression (flag `m`) over the output, with the group `module`: what it needs is not installed. */
	readonly missing?: string;
	/**
	 * A command that runs after the tests, and makes what is read. Its first word is a program on PATH, or that of the
	 * project's environment; `{program}` is that of the tests.
	 */
	readonly after?: {
		readonly command: readonly string[];
		readonly variables?: Readonly<Record<string, string>>;
	};
}
