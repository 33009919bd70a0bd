/**
 * How a standalone script of a language that shows a bug is run, and how its failures look: `reproducer` in
 * `language.json`. In `file`, `steps` and `variables`, `{folder}` stands for the checkout's folder, `{file}` for the script's
 * path in it, `{out}` for a file a compiler may write, `{:}` for what separates paths in a list.
 */
export interface ReproducerData {
	/** The script's path in the checkout, below the project's root so that the project can be imported. */
	readonly file: string;
	/** The first that can be gone is: its program is there, and so is the file it needs. */
	readonly ways: readonly ReproducerWay[];
	/** Environment variables. */
	readonly variables?: Readonly<Record<string, string>>;
	/** How the script gets at the code of the project, in words for who writes it. */
	readonly reach?: string;
	/** How the script has to fail, in words for who writes it: "an uncaught AssertionError". */
	readonly failBy: string;
	/**
	 * Regular expressions (flag `m`) over the output for an assertion that failed. A group `file` is the file it stands in,
	 * where no stack trace says so.
	 */
	readonly assertionFailures: readonly string[];
	/** The same for what is not installed, not built or not found: nothing that says anything about the bug. */
	readonly environmentErrors: readonly string[];
	/** How a person steps through it; absent where no debugger is known. */
	readonly debug?: ReproducerDebug;
}

export interface ReproducerWay {
	/** A file of the checkout that has to be there: `Cargo.toml`. */
	readonly needs?: string;
	/** Instead of the language's. */
	readonly file?: string;
	/** Commands one after the other, each a program and its arguments; all but the last only prepare. */
	readonly steps: readonly (readonly string[])[];
	/** Instead of the language's. */
	readonly debug?: ReproducerDebug;
}

/**
 * How a debugger runs a script, instead of the last step of the way that is gone. In the texts of `configuration` stand,
 * besides what `steps` know: `{program}` for the absolute path of the last step's program, `{arguments}` for its arguments,
 * `{variables}` for the environment variables, with null for those to take away, and `{workspace}` for the folder the
 * checkout is a copy of.
 */
export interface ReproducerDebug {
	/** Id of the extension that has the debugger: what to install where it is missing. */
	readonly extension: string;
	/** The editor's debug configuration, but for its name. */
	readonly configuration: DebugConfigurationData;
	/** Instead of the language's and the way's, for a debugger that needs the script apart from the project's files. */
	readonly file?: string;
	/** Commands that only prepare, after those of the way. */
	readonly steps?: readonly (readonly string[])[];
	/**
	 * Regular expression (flag `m`) over all that is put out, for a debugger that reports no exit code, or a wrong one: its
	 * first group is the exit code. Null where nothing tells.
	 */
	readonly exitCode?: string | null;
}

export type DebugConfigurationData = Readonly<Record<string, unknown>> & { readonly type: string };
