import type { Argument } from './argument';
import type { CallRecorderData, CoverageData } from './coverageData';
import type { NeededFile } from './reproducerData';

/**
 * How the tests of projects in a language are run: `syntaxes/<id>/tests.json`. In commands and variables, `{folder}` is
 * the absolute path of the project's folder in the checkout, `{program}` the program, `{reporter}` the path of the
 * reporter, `{report}` the absolute path of the report, `{:}` the separator of paths in a list.
 */
export interface TestData {
	/** Of those that a folder has, the first one runs its tests. */
	readonly runners: readonly RunnerData[];
	/** How the lines that a program in the language executes are recorded. */
	readonly coverage?: CoverageData;
	/** How the calls of a program in the language are recorded. */
	readonly callRecorder?: CallRecorderData;
}

export interface RunnerData {
	/** As users know it: `pytest`. */
	readonly name: string;
	/**
	 * The files in a project's folder: at least one of these lists fits. Each of its files, a glob below the folder,
	 * exists and matches.
	 */
	readonly detect?: readonly (readonly NeededFile[])[];
	/** The same for the root only, if no folder is a project of any runner of the language. */
	readonly otherwise?: readonly (readonly NeededFile[])[];
	/** Globs over the names of files with tests. */
	readonly testFiles: readonly string[];
	/**
	 * Programs for `{program}`; the first that is installed is used. One that begins with a dot is in the checkout, from
	 * the project's folder; others are replaced by programs of the project's environment.
	 */
	readonly programs: readonly string[];
	/** The page that describes how to install it: an https address. */
	readonly installPage?: string;
	/** Environment variables. */
	readonly variables?: Readonly<Record<string, string>>;
	/** Programs of Faultline's own that write the report, in the language's folder: put into the checkout. */
	readonly reporter?: ReporterData;
	/** Commands run before, such as a compiler. */
	readonly prepare?: readonly (readonly string[])[];
	/** A program and its arguments, before the arguments of the selection. */
	readonly command: readonly string[];
	/** Arguments that run all tests; none unless given. */
	readonly all?: readonly Argument[];
	/**
	 * Arguments that run the tests of some files: `{file}` is its path in the project, `{directory}` the folder of that,
	 * `{stem}` its name without extension. Absent: all tests are run.
	 */
	readonly files?: readonly Argument[];
	/**
	 * Arguments that run some tests: `{id}`, `{leaf}` (the text after its last ` > ` or `::`), the groups of `id`. Absent:
	 * all tests of their files, or all.
	 */
	readonly tests?: readonly Argument[];
	/**
	 * Regular expression over the id of a test, with named groups. Each is also there as a regular expression for itself,
	 * with `Pattern` behind its name, in which ` > ` may be a blank.
	 */
	readonly id?: string;
	readonly report: ReportData;
	/** How the lines that its tests execute are recorded: its own way, else the language's. */
	readonly coverage?: CoverageData;
	/** How the calls of its tests are recorded: the language's way. */
	readonly callRecorder?: CallRecorderData;
	/** Regular expression (flag `m`) over the output: the runner, or the `module` that it needs, is not installed. */
	readonly missing?: string;
	/** Regular expression (flag `m`) over the output: tests are missing in the report, although it is whole. */
	readonly broken?: string;
}

export interface ReporterData {
	/** A file in the language's folder: `reporter.py`. */
	readonly program: string;
	/** Of the program; not in `tests.json`. */
	readonly text: string;
}

/** The report of a runner about its tests. Texts have placeholders for attributes, fields and groups. */
export type ReportData = JsonLinesReport | JunitReport | TrxReport | LinesReport;

/** A JSON object on each line of a file, or of the output. */
export interface JsonLinesReport {
	readonly format: 'jsonLines';
	/** In the output, not in `{report}`. */
	readonly inOutput?: true;
	/** Of a test; by default `{id}`. Objects that lack a field of it are not about a test. */
	readonly id?: string;
	/**
	 * The field that states the event, `event` by default, and the meaning of its values; by default the values
	 * themselves.
	 */
	readonly event?: string;
	readonly events?: Readonly<Record<string, TestEvent>>;
	/** The field with a part of a test's output: `Output`. */
	readonly output?: string;
	/** Regular expression for lines of it that are no message. */
	readonly noise?: string;
	/** Regular expression for a line that is no JSON, with the group `id`: a file or test that could not be loaded. */
	readonly notLoaded?: string;
	/**
	 * The id of a group of tests, for objects that lack a field of `id`: `{Package}`. Its end is the end of the report,
	 * and if it fails without a failed test in it, it could not be loaded. Ids of its tests begin with it.
	 */
	readonly group?: string;
}

/**
 * `notLoaded`: a file of tests that failed before its tests were known. `planned`: `total` tests will be run.
 * `finished`: the report is whole.
 */
export type TestEvent = 'started' | 'passed' | 'failed' | 'skipped' | 'notLoaded' | 'planned' | 'finished';

export interface JunitReport {
	readonly format: 'junit';
	/** A glob below the project's folder; `{report}` unless given. */
	readonly files?: string;
	/**
	 * By default `{classname}::{name}`, and a failure named like a class means it is not loaded; the attributes of a test,
	 * and of the suite around it.
	 */
	readonly id?: string;
	/** The file of a test in the project: `{file}` by default. */
	readonly file?: string;
}

/** The XML of the Visual Studio Test Platform. */
export interface TrxReport {
	readonly format: 'trx';
	/** A glob below the project's folder. */
	readonly files: string;
}

/** Lines of the output. */
export interface LinesReport {
	readonly format: 'lines';
	/** Regular expression for a line about a test, with the group `outcome` and the groups of `id`. */
	readonly test: string;
	/** Regular expression for a line that begins a group of tests; its groups are known in the lines that follow. */
	readonly group?: string;
	readonly id: string;
	readonly outcomes: Readonly<Record<string, TestEvent>>;
	/**
	 * Regular expression for the line above the output of a failed test, with the groups of `id`. Absent: the output
	 * follows the line about the test.
	 */
	readonly failure?: string;
	/** Regular expression, with a group, for a line that ends a group of tests: without one the report is not whole. */
	readonly end: string;
}
