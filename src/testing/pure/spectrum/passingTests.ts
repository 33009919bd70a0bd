import type { PassingTests, Suspect, TestedLines } from '../../../runs/pure/model/testing/spectrum';

/** So many tests of a line are known, the first that were measured. */
export const mostOfLine = 20;
/** Of all suspects. */
const mostRanges = 1000;

/**
 * The passing tests of the lines of suspects, as a run keeps them. `testsOf`: the numbers of those that executed a line.
 * `names`: by number.
 */
export function passingTests(
	suspects: readonly Suspect[],
	names: readonly string[],
	testsOf: (file: string, line: number) => readonly number[],
): PassingTests {
	const found: TestedLines[] = [];
	for (const suspect of suspects) {
		if (found.length >= mostRanges) {
			break;
		}
		found.push(...testedLines(suspect, testsOf));
	}
	const ranges = found.slice(0, mostRanges);
	const used = [...new Set(ranges.flatMap(({ tests }) => tests))].sort((a, b) => a - b);
	const positions = new Map(used.map((test, at) => [test, at]));
	return {
		names: used.flatMap(test => names[test] ?? []),
		lines: ranges.map(range => ({ ...range, tests: range.tests.flatMap(test => positions.get(test) ?? []) })),
	};
}

/** Adjacent lines are one range if the same tests executed them. */
function testedLines(
	{ file, lines }: Suspect,
	testsOf: (file: string, line: number) => readonly number[],
): readonly TestedLines[] {
	const ranges: TestedLines[] = [];
	for (const { line } of lines) {
		const tests = testsOf(file, line);
		const last = ranges.at(-1);
		if (last?.endLine === line - 1 && last.tests.join() === tests.join()) {
			ranges[ranges.length - 1] = { ...last, endLine: line };
		} else {
			ranges.push({ file, startLine: line, endLine: line, tests });
		}
	}
	return ranges.filter(({ tests }) => tests.length > 0);
}
