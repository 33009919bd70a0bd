import type { CallRecorderData, CoverageData } from './coverageData';
import type { TraceData } from './traceData';

/**
 * How a standalone script that shows a bug is run, and how its failures look: `reproducer` in `language.json`. In
 * `file`, `steps` and `variables`, `{folder}` is the checkout's folder, `{file}` the script's path in it, `{out}` a
 * file a compiler may write, `{:}` the separator of paths in a list.
 */
export interface ReproducerData {
	/** The script's path in the checkout, below the project's root so that the project can be imported. */
	readonly file: string;
	/** Instead of `file` for a script in which `uses` (a regular expression, flag `m`) matches; the first match counts. */
	readonly files?: readonly { readonly file: string; readonly uses: string }[];
	/** The page that describes how to install the programs it needs: an https address. */
	readonly installPage?: string;
	/** The first one with an installed program and an existing required file is used. */
	readonly ways: readonly ReproducerWay[];
	/** Programs for `{interpreter}` as first word of a step; the first that is installed is used. */
	readonly interpreter?: readonly string[];
	/** The arguments with which its programs print their version, if they all do. */
	readonly version?: readonly string[];
	/** The files in which a project describes itself. */
	readonly manifests?: readonly ManifestData[];
	/** Environment variables. */
	readonly variables?: Readonly<Record<string, string>>;
	/** How the script is changed so that it prints a mark at its end; absent if that is not possible. */
	readonly end?: EndData;
	/** How the script imports the project's code, in words for the author of the script. */
	readonly reach?: string;
	/** How the script has to fail, in words for its author: "an uncaught AssertionError". */
	readonly failBy: string;
	/** How its language reports errors: from `traces.json`. */
	readonly traces?: TraceData;
	/**
	 * Regular expressions (flag `m`) over the output for a failed assertion. A group `file` is the file of the assertion,
	 * if no stack trace shows it.
	 */
	readonly assertionFailures: readonly string[];
	/** The same for anything not installed, not built or not found: failures that are no evidence of the bug. */
	readonly environmentErrors: readonly string[];
	/** The environment errors that name the missing module or file. */
	readonly missingModules?: readonly MissingModuleData[];
	/** How missing modules are installed; the first whose required file exists. */
	readonly install?: readonly InstallData[];
	/** Packages of modules that have another name. */
	readonly packageNames?: Readonly<Record<string, string>>;
	/** How the lines it executes are recorded: from `tests.json`; absent if that is not possible. */
	readonly coverage?: CoverageData;
	/** How its calls are recorded: from `tests.json`; absent if that is not possible. */
	readonly callRecorder?: CallRecorderData;
	/**
	 * Instead of the last step while its calls are recorded, where no interpreter takes the options of the recorder: `{recorder}` is
	 * that.
	 */
	readonly traced?: readonly (readonly string[])[];
	/** How to debug it; absent if no debugger is known. */
	readonly debug?: ReproducerDebug;
}

/** Texts in which `{mark}` is replaced by the mark, and in `replace` also `$1` by the first group of `find`. */
export interface EndData {
	/** Regular expression (flag `m`) for the head of the main function, which `replace` replaces on the same line. */
	readonly find?: string;
	readonly replace?: string;
	/** Added after the last line. */
	readonly append?: string;
}

/** How an output names a module that is not installed, or a file that is missing. */
export interface MissingModuleData {
	/** Regular expression (flag `m`) with a group `module`. */
	readonly error: string;
	/** It never names one of the project's files, even if a name matches. */
	readonly isPackage?: boolean;
}

/** A command that installs a project's requirements, with `{module}`, and `{interpreter}` for the program that ran. */
export interface InstallData {
	/** A file of the projects it is meant for: `poetry.lock`. */
	readonly needs?: string;
	readonly command: string;
}

/** The parts of a file such as `package.json` that state how the project's code is loaded and run. */
export interface ManifestData {
	/** Glob over its name. */
	readonly file: string;
	/** Regular expression (flag `m`) for the name under which the project's code can be loaded, as first group. */
	readonly name?: string;
	/** Of a JSON object: the fields. */
	readonly fields?: readonly string[];
	/** The values of fields that may be absent. */
	readonly defaults?: Readonly<Record<string, string>>;
	/** Of another format: regular expressions (flag `m`) for the lines. */
	readonly lines?: readonly string[];
}

/** A path, or one with a regular expression (flag `m`) that the text must match. */
export type NeededFile = string | { readonly file: string; readonly matches: string };

export interface ReproducerWay {
	/** A file that the checkout must contain, or several: `Cargo.toml`. */
	readonly needs?: NeededFile | readonly NeededFile[];
	/** Instead of the language's. */
	readonly reach?: string;
	/** Instead of the language's. */
	readonly file?: string;
	/** Commands run in sequence, each a program and its arguments; all but the last only prepare. */
	readonly steps: readonly (readonly string[])[];
	/** Instead of the language's. */
	readonly traced?: ReproducerData['traced'];
	/** Instead of the language's. */
	readonly debug?: ReproducerDebug;
}

/**
 * How a debugger runs a script, instead of the last step of the chosen way. In addition to the variables of `steps`,
 * the texts of `configuration` may contain `{program}` for the absolute path of the last step's program, `{arguments}`
 * for its arguments, `{variables}` for the environment variables, with null for variables to unset, and `{workspace}`
 * for the folder the checkout is a copy of.
 */
export interface ReproducerDebug {
	/** Id of the extension that provides the debugger and is to be installed if it is missing. */
	readonly extension: string;
	/** The editor's debug configuration, without its name. */
	readonly configuration: DebugConfigurationData;
	/** Instead of the language's and the way's, for a debugger that needs the script outside the project's files. */
	readonly file?: string;
	/** Commands that only prepare, after the commands of the way. */
	readonly steps?: readonly (readonly string[])[];
	/**
	 * Regular expression (flag `m`) over the whole output, for a debugger that reports no exit code, or a wrong one: its
	 * first group is the exit code. Null if the output does not contain it.
	 */
	readonly exitCode?: string | null;
}

export type DebugConfigurationData = Readonly<Record<string, unknown>> & { readonly type: string };

/** Returns the path of a script, which depends on the modules it uses. */
export function scriptFile({ file, files = [] }: Pick<ReproducerData, 'file' | 'files'>, text: string): string {
	return files.find(({ uses }) => new RegExp(uses, 'm').test(text))?.file ?? file;
}
