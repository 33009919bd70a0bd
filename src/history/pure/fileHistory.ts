import { commitQuery } from './commitQuery';
import type { CommitIndex } from './index/commitIndex';
import { rankCommits } from './rankCommits';

/** Facts about files from the commits that led to the code, by path. */
export interface FileHistory {
	/** How much the commits that are most like the issue changed a file; 0..1, 1 for the one they changed the most. */
	readonly similar: ReadonlyMap<string, number>;
	/** The score of the best of these commits that changed a file; 0..1, 1 for the best of all. */
	readonly best: ReadonlyMap<string, number>;
	/** How often a file was changed in the year before the newest commit. */
	readonly changes: ReadonlyMap<string, number>;
	/** The same, but a change counts half after each 90 days. */
	readonly recent: ReadonlyMap<string, number>;
}

/** The number of commits that count as similar to the issue. */
const nSimilar = 100;
/** A commit with more files says little about each. */
const mostPaths = 30;
const daySeconds = 24 * 3600;
const [yearDays, halfLifeDays] = [365, 90];

/**
 * Looks for commits like an issue: files changed for something similar are often changed again (SimiScore: Zhou, Zhang
 * and Lo 2012, there over earlier reports), and so are recently changed files (Wang and Lo 2014).
 */
export function fileHistory(index: CommitIndex, text: string): FileHistory {
	return { ...similarCommits(index, text), ...changesOfYear(index) };
}

function similarCommits(index: CommitIndex, text: string): Pick<FileHistory, 'similar' | 'best'> {
	const squares = new Map<string, number>();
	const best = new Map<string, number>();
	const ranked = rankCommits(index, commitQuery(text), { nBest: nSimilar });
	const most = ranked[0]?.score ?? 0;
	for (const commit of most > 0 ? ranked : []) {
		const paths = index.pathsOf(commit);
		const score = commit.score / most;
		for (const path of paths.length > mostPaths ? [] : paths) {
			squares.set(path, (squares.get(path) ?? 0) + (score * score) / paths.length);
			best.set(path, Math.max(best.get(path) ?? 0, score));
		}
	}
	const mostOfAll = Math.max(...squares.values());
	return { similar: new Map([...squares].map(([path, sum]) => [path, Math.sqrt(sum / mostOfAll)])), best };
}

function changesOfYear(index: CommitIndex): Pick<FileHistory, 'changes' | 'recent'> {
	const changes = new Map<string, number>();
	const recent = new Map<string, number>();
	let newest = 0;
	for (const commit of index.all()) {
		newest = Math.max(newest, index.timeOf(commit));
	}
	for (const commit of index.all()) {
		const days = (newest - index.timeOf(commit)) / daySeconds;
		const paths = days < yearDays ? index.pathsOf(commit) : [];
		for (const path of paths.length > mostPaths ? [] : paths) {
			changes.set(path, (changes.get(path) ?? 0) + 1);
			recent.set(path, (recent.get(path) ?? 0) + 2 ** (-days / halfLifeDays));
		}
	}
	return { changes, recent };
}
