import type { Parsing } from '../../src/code/pure/index/indexText';
import { groupBy } from '../support/groupBy';
import { gitDirOf } from '../support/repositoryTree';
import { commitsNamed } from './commits';
import type { Pair } from './pair';
import { type MinedPair, RepositoryMiner } from './repositoryMiner';

/** A stored pair, and what the clone yields today; nothing where the rules make no pair of it any more. */
export interface RemadePair {
	readonly pair: Pair;
	readonly made: MinedPair | undefined;
}

const pairsAtOnce = 50;

/** Makes pairs again from their commits, with their texts, which are stored nowhere. */
export async function* remakePairs(
	pairs: readonly Pair[],
	repos: string,
	parsing: Parsing,
): AsyncGenerator<RemadePair, void, undefined> {
	for (const [repo, group] of groupBy(pairs, pair => pair.repo)) {
		const gitDir = gitDirOf(repos, repo);
		for (let at = 0; at < group.length; at += pairsAtOnce) {
			const some = group.slice(at, at + pairsAtOnce);
			const commits = commitsNamed(
				gitDir,
				some.map(({ commit }) => commit),
			);
			const language = some[0]?.language ?? '';
			const examined = await new RepositoryMiner({ gitDir, repo, language, parsing, known: [] }).examine(commits);
			const made = new Map(examined.flatMap(each => ('reason' in each ? [] : [[each.pair.commit, each] as const])));
			yield* some.map(pair => ({ pair, made: made.get(pair.commit) }));
		}
	}
}
