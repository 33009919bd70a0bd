import type { TestResult } from '../../model/testing/testReport';

/**
 * Tests in the order in which they show most if the time is not enough for all: one of each file in turn, beginning with
 * the file `first`.
 */
export function inTurn(tests: readonly TestResult[], first: string | undefined): readonly TestResult[] {
	const byFile = new Map<string, TestResult[]>(first === undefined ? [] : [[first, []]]);
	for (const test of tests) {
		const file = test.file ?? '';
		const known = byFile.get(file);
		if (known === undefined) {
			byFile.set(file, [test]);
		} else {
			known.push(test);
		}
	}
	return [...byFile.values()]
		.flatMap((own, file) => own.map((test, at) => ({ test, at, file })))
		.sort((a, b) => a.at - b.at || a.file - b.file)
		.map(({ test }) => test);
}
