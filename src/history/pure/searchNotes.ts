import { grouped } from '../../system/pure/text/counted';
import { writtenWords } from './commitTerms';
import type { CommitIndex, HistoryState, IndexedCommit } from './index/commitIndex';

/** Describes the part of a history that is not indexed yet. */
export function stateNotes({ nCommits, nIndexed, hasNewest, isCounted }: HistoryState): string[] {
	if (isCounted && nIndexed >= nCommits) {
		return [];
	}
	if (nIndexed === 0) {
		return ['The commits are being indexed, and none can be found yet: search again later.'];
	}
	const newest = hasNewest ? `The newest ${grouped(nIndexed)}` : grouped(nIndexed);
	return [`${newest}${isCounted ? ` of ${grouped(nCommits)}` : ''} commits are indexed so far.`];
}

/** That a search by words found nothing. */
export function nothingFound({ nCommits, nIndexed, isCounted }: HistoryState): string {
	return nIndexed < nCommits || !isCounted
		? `None of the ${grouped(nIndexed)} indexed commits has any of these words.`
		: 'No commit has any of these words.';
}

/** The words of a query, as they are written, that none of the commits has that are shown. */
export function missingNotes(index: CommitIndex, query: string, commits: readonly IndexedCommit[]): string[] {
	const missing = [...writtenWords(query)].filter(([, term]) => !commits.some(commit => index.mayHave(commit, term)));
	return missing.length === 0 ? [] : [`None of these commits has ${missing.map(([word]) => `"${word}"`).join(', ')}.`];
}

/** That a search was ended before it was done. */
export function deadlineNote(limitMs: number): string {
	return `The search was ended after ${Math.round(limitMs / 1000)} s: not all commits were read.`;
}
