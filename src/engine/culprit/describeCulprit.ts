import type { CommitSource } from '../../history/pure/culprit/commitSource';
import type { Commit } from '../../runs/pure/model/commit';
import { addedByText } from '../../runs/pure/model/culprit';
import { compareText } from '../../system/pure/text/compareText';
import { inParallel } from '../../system/pure/waiting/inParallel';
import type { ExecutedLines } from '../../testing/pure/coverage/testCoverage';
import type { CulpritLine, CulpritReport, CulpritRun, ShownCommit } from './culpritReport';
import type { FoundCulprit } from './findCulprit';
import type { Oracle } from './oracle';

export interface SearchedCulprit {
	readonly found: FoundCulprit;
	readonly runs: readonly Omit<CulpritRun, 'subject'>[];
	readonly executed: ExecutedLines | undefined;
}

export interface DescribeCulpritDeps {
	readonly source: CommitSource;
	readonly oracle: Oracle;
	readonly signal: AbortSignal;
}

/** Adds what users want to know about the commits of an answer. */
export async function describeCulprit(
	{ found, runs, executed }: SearchedCulprit,
	{ source, oracle, signal }: DescribeCulpritDeps,
): Promise<CulpritReport> {
	const { commits, lastGood, ...answer } = found;
	const ids = [...commits.slice(0, mostShown), ...runs.map(each => each.commit), ...[lastGood ?? []].flat()];
	const options = { isFirstParent: true, signal };
	const read = new Map((await source.changes([...new Set(ids)], options)).map(each => [each.id, each]));
	const [first] = commits;
	const culprit = found.kind === 'found' && first !== undefined ? read.get(first) : undefined;
	return {
		...answer,
		test: oracle.name,
		commits: commits.map(id => shownCommit(id, read.get(id))),
		...(lastGood !== undefined && { lastGood: shownCommit(lastGood, read.get(lastGood)) }),
		runs: runs.map(each => ({ ...each, subject: subjectOf(read.get(each.commit)) })),
		nRuns: runs.filter(({ isKept }) => !isKept).length,
		...(culprit !== undefined && { diff: await source.diff(culprit.id, signal) }),
		lines: culprit === undefined ? [] : await linesOf(culprit, lastGood, executed, { source, oracle, signal }),
	};
}

const mostShown = 20;

function shownCommit(id: string, commit: Commit | undefined): ShownCommit {
	return { id, subject: subjectOf(commit), author: commit?.author ?? '', time: commit?.time ?? 0 };
}

function subjectOf(commit: Commit | undefined): string {
	return commit?.message.split('\n', 1)[0] ?? '';
}

/** The lines of today's code that the culprit was the last to change and the test executes, whatever its files are named. */
async function linesOf(
	{ id }: Commit,
	lastGood: string | undefined,
	executed: ExecutedLines | undefined,
	{ source, signal }: DescribeCulpritDeps,
): Promise<readonly CulpritLine[]> {
	const evidence = addedByText(id);
	const files = [...(executed ?? [])].sort(([, a], [, b]) => b.size - a.size).slice(0, mostBlamed);
	const good = lastGood === undefined ? [] : [lastGood];
	const found = await inParallel(
		files,
		async ([file, own]) => {
			const blamed = await source.blame(file, source.head, good, signal);
			const lines = blamed.filter(each => each.commit === id && own.has(each.line));
			return lines.map(({ line, text }) => ({ file, line, text, evidence }));
		},
		atOnce,
	);
	return found.flat().sort((a, b) => compareText(a.file, b.file) || a.line - b.line);
}

/** Of the files that the test executes, those of which it executes the most. */
const mostBlamed = 60;
const atOnce = 2;
