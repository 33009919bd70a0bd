import { commitFacts, type FailureClues } from '../../history/pure/culprit/commitFacts';
import type { GraphCommit } from '../../history/pure/culprit/commitGraph';
import type { CommitSource, RangeOptions } from '../../history/pure/culprit/commitSource';
import { type CommitFacts, culpritPrior } from '../../history/pure/culprit/culpritPrior';
import type { Commit } from '../../runs/pure/model/commit';
import { inParallel } from '../../system/pure/waiting/inParallel';

/** Commits that lead to a bad one and not to its limits. */
export interface JudgedRange {
	/** Children first. */
	readonly listed: readonly GraphCommit[];
	readonly bad: string;
	readonly limits: readonly string[];
	/** Only commits that change one of these are suspected; all with none. */
	readonly paths: readonly string[];
	readonly options: RangeOptions;
}

export interface RangePriorDeps {
	readonly source: CommitSource;
	readonly clues: FailureClues;
}

/** How likely each commit of a range is the culprit, before anything is run: parents before their children. */
export async function rangePrior(range: JudgedRange, deps: RangePriorDeps): Promise<readonly number[]> {
	const { facts, changes } = await rangeFacts(range, deps);
	const { listed, paths } = range;
	const suspected = new Set(changes.filter(each => changesOneOf(each, paths)).map(({ id }) => id));
	const isSuspected = (at: number) => paths.length === 0 || suspected.has(listed[at]?.id ?? '');
	return culpritPrior(facts)
		.map((each, at) => (isSuspected(at) ? each : each * notSuspected))
		.reverse();
}

/** What is known about the commits of a range, children first, and the changes of those whose changes could be read. */
export async function rangeFacts(
	range: JudgedRange,
	{ source, clues }: RangePriorDeps,
): Promise<{ readonly facts: readonly CommitFacts[]; readonly changes: readonly Commit[] }> {
	const { listed, options } = range;
	const ids = listed.map(({ id }) => id);
	const changes = await source.changes(ids.slice(0, mostJudged), options);
	const isMerge = ({ parents }: GraphCommit) => parents.length > 1;
	const merges = new Set(options.isFirstParent ? [] : listed.filter(isMerge).map(({ id }) => id));
	const executedLines = await executedLinesOf(range, changes, { source, clues });
	return { facts: commitFacts({ ids, merges, changes, executedLines }, clues), changes };
}

/** Of a range, the newest ones. */
const mostJudged = 5000;
/** The user may be wrong. */
const notSuspected = 1e-4;

function changesOneOf({ files }: Commit, paths: readonly string[]): boolean {
	const isBelow = (file: string) => paths.some(path => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
	return files.some(({ path, oldPath }) => isBelow(path) || (oldPath !== undefined && isBelow(oldPath)));
}

/** How many executed lines each commit was the last to change: of the most executed files that the range changes. */
async function executedLinesOf(
	{ bad, limits, options: { signal } }: JudgedRange,
	changes: readonly Commit[],
	{ source, clues: { executed, isTest } }: RangePriorDeps,
): Promise<ReadonlyMap<string, number>> {
	const changed = new Set(changes.flatMap(({ files }) => files.map(({ path }) => path)));
	const files = [...(executed ?? [])]
		.filter(([path]) => changed.has(path) && !isTest(path))
		.sort(([, a], [, b]) => b.size - a.size)
		.slice(0, mostBlamed);
	const counts = new Map<string, number>();
	await inParallel(
		files,
		async ([path, lines]) => {
			for (const { line, commit } of await source.blame(path, bad, limits, signal)) {
				if (lines.has(line)) {
					counts.set(commit, (counts.get(commit) ?? 0) + 1);
				}
			}
		},
		atOnce,
	);
	return counts;
}

const mostBlamed = 30;
const atOnce = 2;
