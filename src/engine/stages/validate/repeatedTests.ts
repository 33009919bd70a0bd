import type { TestReport, TestResult } from '../../../runs/pure/model/testing/testReport';
import type { TestSelection } from '../../../testing/pure/testSuite';
import type { ChangedTest } from './compareReports';

/** Runs tests once more, with the patch or without it. */
export type RunTests = (side: 'patched' | 'plain', selection: TestSelection) => Promise<TestReport>;

/** The changed tests that are left once they were repeated. */
export interface Repeated {
	/** In each run the same. */
	readonly broken: readonly ChangedTest[];
	/** Names of tests whose outcome differs from run to run. */
	readonly flaky: readonly string[];
	/** Names of new failures that occur without the patch as well. */
	readonly alsoWithout: readonly string[];
}

/** How often each side is repeated; a command with only an exit code is always run whole. */
const nRepeats = { byName: 3, byExitCode: 1 } as const;
/** So many are repeated at once. Once some are confirmed, the rest is not repeated. */
const mostAtOnce = 50;

/**
 * Repeats changed tests, first with the patch and then without it. A test is broken if it is never better with the
 * patch and always passes without it.
 */
export async function repeatChanged(
	changed: readonly ChangedTest[],
	isByExitCode: boolean,
	run: RunTests,
	times: number = isByExitCode ? nRepeats.byExitCode : nRepeats.byName,
): Promise<Repeated> {
	const flaky: string[] = [];
	const alsoWithout: string[] = [];
	for (let at = 0; at < changed.length; at += mostAtOnce) {
		const own = changed.slice(at, at + mostAtOnce);
		let left = own;
		for (let time = 0; time < 2 * times && left.length > 0; time++) {
			const side = time < times ? 'patched' : 'plain';
			const results = await runAgain(left, side, run);
			const [failingWithout, others] = split(left, each => each.isNew && side === 'plain' && isFailed(results, each));
			const [same, differing] = split(others, each => isSame(each, results, side));
			alsoWithout.push(...failingWithout.map(({ id }) => id));
			flaky.push(...differing.map(({ id }) => id));
			left = same;
		}
		if (left.length > 0) {
			return { broken: [...left, ...changed.slice(at + mostAtOnce)], flaky, alsoWithout };
		}
	}
	return { broken: [], flaky, alsoWithout };
}

/** A runner refuses names it does not know, so that a missing test is looked for in its file. */
async function runAgain(
	changed: readonly ChangedTest[],
	side: 'patched' | 'plain',
	run: RunTests,
): Promise<ReadonlyMap<string, TestResult>> {
	const [unknown, known] = split(changed, ({ how, isNew }) => isNew || (side === 'patched' && how === 'missing'));
	const placed = unknown.filter(({ file }) => file !== undefined);
	const selections: TestSelection[] = [
		...(known.length > 0 ? [{ tests: known.map(({ id }) => id) }] : []),
		...(unknown.length > placed.length ? ['all' as const] : []),
		...(placed.length > 0 ? [{ files: [...new Set(placed.flatMap(({ file }) => file ?? []))] }] : []),
	];
	const results = new Map<string, TestResult>();
	for (const selection of selections) {
		for (const test of (await run(side, selection)).tests) {
			results.set(test.id, test);
		}
	}
	return results;
}

/** Whether a test is as bad with the patch again, and as good without it. */
function isSame(
	{ id, isNew }: ChangedTest,
	results: ReadonlyMap<string, TestResult>,
	side: 'patched' | 'plain',
): boolean {
	const outcome = results.get(id)?.outcome;
	if (side === 'plain') {
		return isNew ? outcome !== 'failed' : outcome !== 'failed' && outcome !== undefined;
	}
	return isNew ? outcome === 'failed' : outcome !== 'passed';
}

function isFailed(results: ReadonlyMap<string, TestResult>, { id }: ChangedTest): boolean {
	return results.get(id)?.outcome === 'failed';
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
	return [items.filter(isFirst), items.filter(item => !isFirst(item))];
}
