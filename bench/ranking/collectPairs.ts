import { mkdirSync } from 'node:fs';
import { gitOutput } from '../mine/commits';
import { openParsing } from '../mine/minePart';
import { type Pair, type Part, readPairs } from '../mine/pair';
import { remakePairs } from '../mine/remakePairs';
import type { MinedPair } from '../mine/repositoryMiner';
import { groupBy } from '../support/groupBy';
import { gitDirOf, RepositoryTree } from '../support/repositoryTree';
import { seededOrder } from '../support/seededOrder';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { CollectedFile } from './collected';
import { collectIssue } from './collectIssue';

export interface CollectRequest {
	/** The folder of the clones. */
	readonly repos: string;
	readonly part: Part;
	/** bench/pairs */
	readonly pairs: string;
	/** The most pairs of one repository. */
	readonly most: number;
	/** Each pair gets the text of another one of its repository: nothing that helps can be learnt from that. */
	readonly isShuffled: boolean;
	/** Features of the history as well: all commits before each fix are indexed. */
	readonly indexesHistory: boolean;
	/** Of these repositories; empty: of all. */
	readonly only: readonly string[];
	readonly output: string;
}

const seed = 17;

/** Collects the features of the pairs of a part; what was collected before is kept. */
export async function collectPairs(request: CollectRequest): Promise<void> {
	const { repos, part, pairs, most, only, output } = request;
	mkdirSync(output, { recursive: true });
	for (const [repo, all] of groupBy(readPairs(pairs, part), pair => pair.repo)) {
		if (only.length === 0 || only.includes(repo)) {
			const some = seededOrder(all, ({ commit }) => commit, seed).slice(0, most);
			await collectRepository(repo, inTime(some, gitDirOf(repos, repo)), request);
		}
	}
}

/** Neighbors in time have most files in common. */
function inTime(pairs: readonly Pair[], gitDir: string): Pair[] {
	const commits = pairs.map(({ commit }) => commit).join('\n');
	const order = gitOutput(gitDir, ['rev-list', '--no-walk=sorted', '--stdin'], commits).toString().split('\n');
	return pairs.toSorted((a, b) => order.indexOf(a.commit) - order.indexOf(b.commit));
}

async function collectRepository(
	repo: string,
	pairs: readonly Pair[],
	{ repos, output, isShuffled, indexesHistory }: CollectRequest,
): Promise<void> {
	const into = new CollectedFile(output, repo.replace('/', '__'));
	const known = new Set(into.issues.map(({ id }) => id));
	const made = await madePairs(pairs, repos);
	// Neighbors in time may be about the same.
	const away = isShuffled ? made.length >> 1 : 0;
	const tree = new RepositoryTree(repos, repo);
	const workspaces = new TreeWorkspaces(process.cwd());
	try {
		for (const [at, { pair }] of made.entries()) {
			if (!known.has(pair.commit)) {
				tree.checkOut(pair.parent);
				const { commit: id, language, kind, names_symbol: namesSymbol, files, modules, functions } = pair;
				const text = made[(at + away) % made.length]?.text ?? '';
				const issue = { id, repo, language, kind, namesSymbol, files, modules, functions, text };
				await collectIssue(issue, await workspaces.open(tree.folder, { indexesHistory }), into);
			}
			if ((at + 1) % 10 === 0 || at + 1 === made.length) {
				console.error(`${repo}: ${at + 1} of ${made.length}`);
			}
		}
	} finally {
		tree.dispose();
		workspaces.dispose();
	}
}

async function madePairs(pairs: readonly Pair[], repos: string): Promise<MinedPair[]> {
	const found: MinedPair[] = [];
	for await (const { made } of remakePairs(pairs, repos, openParsing())) {
		made !== undefined && found.push(made);
	}
	return found;
}
