import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../../system/pure/errors/userError';
import type { CallRecorderData, CoverageData, RecorderData, RecorderProgram } from '../../pure/languages/coverageData';
import type { RunnerData, TestData } from '../../pure/languages/runnerData';

/**
 * How the tests of projects in a language are run, with the texts of the reporters; undefined if the language has no
 * `tests.json`. Throws `UserError` with the field that is wrong, and if a reporter cannot be read.
 */
export function readTestData(folder: string): TestData | undefined {
	const file = join(folder, 'tests.json');
	if (!existsSync(file)) {
		return undefined;
	}
	const { runners, coverage: given, callRecorder: named } = JSON.parse(readFileSync(file, 'utf8')) as Partial<TestFile>;
	if (!Array.isArray(runners)) {
		throw new UserError('tests.json: "runners" must be a list');
	}
	const coverage = given && withRecorder(folder, given);
	const callRecorder = named && withTracer(folder, named);
	const recorders = { ...(coverage && { coverage }), ...(callRecorder && { callRecorder }) };
	return { ...recorders, runners: runners.map(runner => ({ ...recorders, ...whole(folder, checked(runner)) })) };
}

interface TestFile {
	readonly runners: readonly unknown[];
	readonly coverage: CoverageFile;
	readonly callRecorder?: Named<CallRecorderData>;
}

/** Programs by the names of their files. */
type Named<Data extends RecorderData> = Omit<Data, 'recorder' | 'beside'> & {
	readonly recorder?: string;
	readonly beside?: readonly string[];
	/** Files of npm packages, `<npm package>/<file>`, by the names under which they lie beside it. */
	readonly packages?: Readonly<Record<string, string>>;
};

type RunnerFile = Omit<RunnerData, 'reporter' | 'coverage'> & {
	readonly reporter?: string;
	readonly coverage?: CoverageFile;
};
type CoverageFile = Named<CoverageData>;

/** With the texts of its programs. */
function whole(folder: string, { reporter, coverage, ...runner }: RunnerFile): RunnerData {
	return {
		...runner,
		...(reporter !== undefined && { reporter: programOf(folder, reporter) }),
		...(coverage !== undefined && { coverage: withRecorder(folder, coverage) }),
	};
}

function withRecorder(folder: string, coverage: CoverageFile): CoverageData {
	const { recorder, beside, packages, ...data } = coverage;
	const { name, format, per } = data;
	if (typeof name !== 'string' || !formats.includes(format) || !['test', 'process'].includes(per)) {
		throw new UserError('tests.json: "coverage" needs a "name", a known "format", and "per": test or process');
	}
	return { ...data, ...programsOf(folder, { recorder, beside, packages }) };
}

function withTracer(folder: string, named: Named<CallRecorderData>): CallRecorderData {
	const { recorder, beside, packages, ...data } = named;
	return { ...data, ...programsOf(folder, { recorder, beside, packages }) };
}

interface ProgramNames {
	readonly recorder: string | undefined;
	readonly beside: readonly string[] | undefined;
	readonly packages: Readonly<Record<string, string>> | undefined;
}

function programsOf(
	folder: string,
	{ recorder, beside = [], packages = {} }: ProgramNames,
): Pick<RecorderData, 'recorder' | 'beside'> {
	const ofPackages = Object.entries(packages).map(([program, file]) => ({
		program,
		text: readFileSync(join(folder, '..', '..', 'node_modules', file), 'utf8'),
	}));
	const others = [...beside.map(each => programOf(folder, each)), ...ofPackages];
	return {
		...(recorder !== undefined && { recorder: programOf(folder, recorder) }),
		...(others.length > 0 && { beside: others }),
	};
}

const formats: readonly unknown[] = [
	...(['tests', 'lcov', 'goCover', 'v8', 'gcov', 'jacoco'] satisfies readonly CoverageData['format'][]),
];

/** `file`: from the language's folder; programs lie in one folder when they run. */
function programOf(folder: string, file: string): RecorderProgram {
	return { program: basename(file), text: readFileSync(join(folder, file), 'utf8') };
}

function checked(runner: unknown): RunnerFile {
	const {
		name,
		detect = [],
		otherwise = [],
		testFiles,
		programs,
		command,
		report,
		id,
		missing,
		broken,
	} = Object(runner) as Record<string, unknown>;
	const problems = [
		typeof name !== 'string' && '"name" must be a text',
		![detect, otherwise].every(isDetection) && '"detect" and "otherwise" must be lists of lists of files',
		![testFiles, programs, command].every(isTexts) && '"testFiles", "programs" and "command" must be lists of texts',
		!['jsonLines', 'junit', 'trx', 'lines'].includes(String(Object(report).format)) &&
			'"report" needs a known "format"',
		![id, missing, broken].every(isExpression) && '"id", "missing" and "broken" must be regular expressions',
	];
	const problem = problems.find(each => typeof each === 'string');
	if (problem !== undefined) {
		throw new UserError(`tests.json: ${String(name)}: ${problem}`);
	}
	return runner as RunnerFile;
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'string');
}

function isDetection(value: unknown): boolean {
	return Array.isArray(value) && value.every(list => Array.isArray(list) && list.length > 0 && list.every(isNeeded));
}

function isNeeded(value: unknown): boolean {
	const { file, matches } = Object(value) as Record<string, unknown>;
	return (
		typeof value === 'string' || (typeof file === 'string' && typeof matches === 'string' && isExpression(matches))
	);
}

function isExpression(value: unknown): boolean {
	try {
		return value === undefined || new RegExp(value as string, 'm') instanceof RegExp;
	} catch {
		return false;
	}
}
