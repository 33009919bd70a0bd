import type { SearchScope } from '../../code/pure/search/scope/searchScopes';
import type { TextPattern } from '../../code/pure/search/text/textScan';
import type { Commit } from '../../runs/pure/model/commit';
import { isInScope } from './commitScopes';
import type { Deadline, History } from './history';
import type { CommitIndex, IndexedCommit } from './index/commitIndex';
import { mayBeIn, patternCandidates } from './patternCandidates';

export interface PatternRequest {
	readonly pattern: TextPattern;
	readonly scope: SearchScope;
	readonly isEligible: (commit: IndexedCommit) => boolean;
	readonly nWanted: number;
	/** Older commits are not read after it. */
	readonly deadline?: Deadline | undefined;
	readonly signal?: AbortSignal | undefined;
}

export interface PatternHits {
	/** Newest first. */
	readonly commits: readonly IndexedCommit[];
	/** Changes of older commits were not read, as there are too many. */
	readonly isLimited: boolean;
}

/** Of so many commits git is asked at first; then of more, as few of them match. */
const batches = { first: 5, largest: 256 };
/** Amounts, so that the speed of the machine seldom matters. */
const limits = { diffs: 6000, messageCharacters: 256 * 1024 * 1024 };

/**
 * Returns the commits in which a pattern matches the message or a changed line, newest first. Commits that the index
 * cannot exclude are read from git, so that each hit is a true one.
 */
export async function patternCommits(
	history: History,
	index: CommitIndex,
	{ pattern, scope, isEligible, nWanted, deadline, signal }: PatternRequest,
): Promise<PatternHits> {
	const candidates = pattern.needed === undefined ? undefined : patternCandidates(index, pattern.needed);
	const found: IndexedCommit[] = [];
	let waiting: Waiting[] = [];
	let [size, nDiffs, nCharacters, nRead] = [batches.first, 0, 0, 0];
	const flush = async () => {
		const ids = waiting.filter(({ isFound }) => !isFound).map(({ commit }) => index.idOf(commit));
		const options = { nContext: 0, signal, ...(deadline && { timeoutMs: deadline.leftMs() }) };
		const read = deadline?.leftMs() === 0 ? [] : await history.commits(ids, options);
		const changed = new Set(read.filter(commit => hasChange(commit, pattern)).map(({ id }) => id));
		const hits = waiting.filter(({ commit, isFound }) => isFound || changed.has(index.idOf(commit)));
		found.push(...hits.map(({ commit }) => commit));
		nRead += waiting.length;
		waiting = [];
		// Of those that all match, no more are read than are wanted: one may change thousands of files.
		const expected = Math.ceil(((nWanted - found.length) * nRead) / found.length);
		size = found.length === 0 ? Math.min(batches.largest, 2 * size) : Math.min(batches.largest, expected);
	};
	const isLimited = () => nDiffs >= limits.diffs || nCharacters >= limits.messageCharacters || deadline?.leftMs() === 0;
	for (const commit of index.all()) {
		if (found.length >= nWanted || isLimited()) {
			break;
		}
		const [inMessage, inLines] = [mayBeIn('message', candidates, commit), mayBeIn('lines', candidates, commit)];
		if (!(inMessage || inLines) || !isEligible(commit) || !isInScope(scope, index, commit)) {
			continue;
		}
		const message = inMessage ? index.messageOf(commit) : '';
		nCharacters += message.length;
		const isFound = inMessage && matches(pattern, message);
		if (isFound || inLines) {
			waiting.push({ commit, isFound });
			nDiffs += isFound ? 0 : 1;
		}
		if (waiting.length >= size) {
			await flush();
		}
	}
	if (found.length < nWanted) {
		await flush();
	}
	return { commits: found.slice(0, nWanted), isLimited: isLimited() && found.length < nWanted };
}

interface Waiting {
	readonly commit: IndexedCommit;
	/** By its message. */
	readonly isFound: boolean;
}

function hasChange({ files }: Commit, pattern: TextPattern): boolean {
	return files.some(({ hunks }) => hunks.some(({ lines }) => lines.some(line => matches(pattern, line.slice(1)))));
}

function matches(pattern: TextPattern, text: string): boolean {
	for (const _match of pattern.find(text)) {
		return true;
	}
	return false;
}
