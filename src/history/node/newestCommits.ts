import { CommitIndex } from '../pure/index/commitIndex';
import { segmentInMemory } from '../pure/index/segmentData';
import { indexCommits } from './indexCommits';
import type { PrivateRepository } from './privateRepository';
import { reachableCommits } from './reachableCommits';
import type { SourceRepository } from './sourceRepository';

/** So many commits are read in seconds. */
const nNewest = 512;
const mostMs = 10_000;

/**
 * An index of the newest commits in memory, for a search that begins before any commit is indexed; undefined if none
 * could be read.
 */
export async function newestCommits(
	repository: PrivateRepository,
	{ head, prefix }: SourceRepository,
	signal: AbortSignal | undefined,
): Promise<CommitIndex | undefined> {
	const { missing, idBytes } = await reachableCommits(repository, head, [], { signal, nNewest });
	const segments = [];
	let nIndexed = 0;
	const limit = new AbortController();
	const end = () => limit.abort();
	const timer = setTimeout(end, mostMs);
	signal?.addEventListener('abort', end, { once: true });
	try {
		const work = { repository, prefix, missing, idBytes, onProgress: () => undefined, signal: limit.signal };
		for await (const data of indexCommits(work)) {
			const { nCommits } = data.facts;
			const isAlive = new Uint8Array(nCommits).fill(1);
			segments.push({ key: `newest ${nIndexed}`, source: segmentInMemory(data), isAlive });
			nIndexed += nCommits;
		}
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', end);
	}
	signal?.throwIfAborted();
	const state = { nCommits: missing.length / idBytes, nIndexed, hasNewest: true, isCounted: false };
	return nIndexed === 0 ? undefined : CommitIndex.of(segments, state);
}
