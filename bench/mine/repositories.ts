import trees from './benchmarkTrees.json';
import { parts } from './pair';
import data from './repositories.json';

/** A repository that pairs come from; all of them are of one part. */
export interface Repository {
	readonly repo: string;
	readonly language: string;
	readonly part: string;
	/** The newest commit that counts, so that what came later changes nothing. */
	readonly head: string;
	/** The most pairs. */
	readonly most: number;
}

/** A project whose code no pair may have, at one commit. */
export interface BenchmarkTree {
	readonly repo: string;
	readonly commit: string;
}

export const benchmarkTrees: readonly BenchmarkTree[] = trees.trees;

/** In the order in which they are mined. Throws for one that no pair may come from, and for an unknown part. */
export function readRepositories(): readonly Repository[] {
	const excluded = new Set(trees.excluded.map(nameOf));
	for (const { repo, part } of data.repositories) {
		if (excluded.has(nameOf(repo)) || !parts.some(each => each === part)) {
			throw new Error(`${repo} in repositories.json: ${part} is no part, or the project is excluded`);
		}
	}
	return data.repositories;
}

/** A fork has the name of its project. */
function nameOf(repo: string): string {
	return repo.slice(repo.lastIndexOf('/') + 1).toLowerCase();
}
