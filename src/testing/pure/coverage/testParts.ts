import type { TestResult } from '../../../runs/pure/model/testing/testReport';
import type { TestSelection } from '../testSuite';

/** The tests one process runs. */
export interface TestPart {
	readonly id: string;
	readonly selection: TestSelection;
}

/** A process for each test. */
export function perTest(tests: readonly TestResult[]): TestPart[] {
	return tests.map(({ id }) => ({ id, selection: { tests: [id] } }));
}

/** A process for each file of tests. */
export function perFile(tests: readonly TestResult[]): TestPart[] {
	return [...grouped(tests)].map(([id, own]) => ({
		id,
		selection: own[0]?.file === undefined ? { tests: own.map(test => test.id) } : { files: [own[0].file] },
	}));
}

/** The file of a test; if the runner reports none, its container by its id, such as its class. */
export function groupOf({ file, id }: Pick<TestResult, 'file' | 'id'>): string {
	return file ?? id.slice(0, id.includes('::') ? id.lastIndexOf('::') : id.length);
}

function grouped(tests: readonly TestResult[]): Map<string, TestResult[]> {
	const groups = new Map<string, TestResult[]>();
	for (const test of tests) {
		const group = groupOf(test);
		groups.set(group, [...(groups.get(group) ?? []), test]);
	}
	return groups;
}

/**
 * Tests in the order that shows most if the time is not enough for all: one of each file in turn, beginning with the
 * file of `first`.
 */
export function inTurn(tests: readonly TestResult[], first: TestResult | undefined): readonly TestResult[] {
	const own = first === undefined ? undefined : groupOf(first);
	return [...grouped(tests)]
		.sort(([a], [b]) => Number(b === own) - Number(a === own))
		.flatMap(([, each], group) => each.map((test, at) => ({ test, at, group })))
		.sort((a, b) => a.at - b.at || a.group - b.group)
		.map(({ test }) => test);
}
