import type { NamedTest } from '../../runs/pure/model/issue';
import type { TestResult } from '../../runs/pure/model/testing/testReport';
import type { Checkout } from '../../sandbox/pure/execution/checkouts';
import { ProgramMissingError } from '../../system/pure/errors/programMissingError';
import { UserError } from '../../system/pure/errors/userError';
import type { DetectedRunner } from './detectRunners';
import { JoinedSuite } from './joinedSuite';
import { RunnerSuite, type TestingDeps } from './runnerSuite';
import type { TestRunOptions } from './testSuite';

/** The one test that is meant, or why none is used: a sentence for users. */
export type FoundTest = { readonly id: string } | { readonly problem: string };

export interface FindTestDeps extends TestingDeps {
	readonly checkout: Checkout;
	/** The workspace has several projects, of which these may be some. */
	readonly isOneOfSeveral: boolean;
}

/**
 * Runs the file of a named test, all tests if its file is not known, and looks for the test in the results. Of several
 * projects, the id begins with the name of the test's project. Returns how long that took as well. Throws the signal's
 * reason.
 */
export async function findTest(
	named: NamedTest,
	projects: readonly DetectedRunner[],
	{ checkout, isOneOfSeveral, ...deps }: FindTestDeps,
	options: TestRunOptions,
): Promise<{ readonly found: FoundTest; readonly durationMs: number }> {
	const { file } = named;
	if (file !== undefined && !projects.some(({ folder }) => folder === '' || file.startsWith(`${folder}/`))) {
		return { found: matchTest(named, []), durationMs: 0 };
	}
	const suites = projects.map(detected => new RunnerSuite(detected, deps));
	const suite = !isOneOfSeveral && suites[0] !== undefined ? suites[0] : new JoinedSuite(suites);
	try {
		const selection = file === undefined ? 'all' : { files: [file] };
		const { tests, execution } = await suite.run(checkout, selection, options);
		return { found: matchTest(named, tests), durationMs: execution.durationMs };
	} catch (error) {
		if (!(error instanceof ProgramMissingError)) {
			throw error;
		}
		return { found: { problem: error.message }, durationMs: 0 };
	}
}

/** The id of a test; of one that is named in another way by running its file. Throws `UserError` if it is not found for sure. */
export async function idOfTest(
	test: string | NamedTest,
	projects: readonly DetectedRunner[],
	deps: Omit<FindTestDeps, 'isOneOfSeveral'>,
	options: TestRunOptions,
): Promise<string> {
	if (typeof test === 'string') {
		return test;
	}
	const { found } = await findTest(test, projects, { ...deps, isOneOfSeveral: projects.length > 1 }, options);
	if ('problem' in found) {
		throw new UserError(found.problem);
	}
	return found.id;
}

/**
 * The test with a runner's id that is the named one: in the same file, and its id ends the named id, or its whole name
 * is the last of the names. Separators do not count, as each extension has others. None is used if several are equally
 * likely.
 */
export function matchTest(named: NamedTest, tests: readonly TestResult[]): FoundTest {
	const ofFile = tests.filter(({ file }) => file === undefined || named.file === undefined || file === named.file);
	const shown = named.names.join(' › ');
	const [found, ...others] = mostLikely(named, ofFile);
	if (found === undefined) {
		return { problem: `The failed test "${shown}" was not found among the tests that Faultline can run.` };
	}
	if (others.length > 0) {
		const ids = [found, ...others.slice(0, 2)].map(({ id }) => id).join(', ');
		return { problem: `The failed test "${shown}" is not known for sure: it could be ${ids}.` };
	}
	return { id: found.id };
}

/** By id, else by as many names as possible: suites distinguish tests of one name. */
function mostLikely({ id: namedId, names }: NamedTest, tests: readonly TestResult[]): readonly TestResult[] {
	const plain = namedId.replaceAll('\\', '/');
	const byId = tests.filter(({ id }) => id.includes('::') && (plain === id || plain.endsWith(`/${id}`)));
	if (byId.length > 0) {
		return byId;
	}
	for (let at = 0; at < names.length; at++) {
		const name = names.slice(at).map(withoutSeparators).join('');
		const byName = name === '' ? [] : tests.filter(({ id }) => withoutSeparators(nameInFile(id)) === name);
		if (byName.length > 0) {
			return byName;
		}
	}
	// An extension that shows no suites names none.
	const own = names.length === 1 ? withoutSeparators(names[0] ?? '') : '';
	return own === '' ? [] : tests.filter(({ id }) => withoutSeparators(lastPart(id)) === own);
}

function lastPart(id: string): string {
	return id.split(/::| > /).at(-1) ?? id;
}

/** Ids begin with a file, package or class. */
function nameInFile(id: string): string {
	const at = id.indexOf('::');
	return at === -1 ? id : id.slice(at + 2);
}

/** `Cart > adds`, `Cart::adds`, `Cart/adds` and `Cart adds` are one name; `adds()` is `adds`. */
function withoutSeparators(name: string): string {
	return name.replace(/\(\)$/, '').replace(/::|[\s>/]/g, '');
}
