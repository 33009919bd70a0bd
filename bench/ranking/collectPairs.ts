import { mkdirSync } from 'node:fs';
import { gitOutput } from '../mine/commits';
import { openParsing } from '../mine/minePart';
import { type Pair, type Part, readPairs } from '../mine/pair';
import { remakePairs } from '../mine/remakePairs';
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
	/** Of these repositories; empty: of all. */
	readonly only: readonly string[];
	readonly output: string;
}

const seed = 17;

/** Collects the features of the pairs of a part; what was collected before is kept. */
export async function collectPairs({ repos, part, pairs, most, only, output }: CollectRequest): Promise<void> {
	mkdirSync(output, { recursive: true });
	for (const [repo, all] of groupBy(readPairs(pairs, part), pair => pair.repo)) {
		if (only.length === 0 || only.includes(repo)) {
			const some = seededOrder(all, ({ commit }) => commit, seed).slice(0, most);
			await collectRepository(repo, inTime(some, gitDirOf(repos, repo)), { repos, output });
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
	{ repos, output }: Pick<CollectRequest, 'repos' | 'output'>,
): Promise<void> {
	const into = new CollectedFile(output, repo.replace('/', '__'));
	const known = new Set(into.issues.map(({ id }) => id));
	const left = pairs.filter(({ commit }) => !known.has(commit));
	const tree = new RepositoryTree(repos, repo);
	const workspaces = new TreeWorkspaces(process.cwd());
	let nDone = 0;
	try {
		for await (const { pair, made } of remakePairs(left, repos, openParsing())) {
			if (made !== undefined) {
				tree.checkOut(pair.parent);
				const { commit: id, language, kind, names_symbol: namesSymbol, files, modules, functions } = pair;
				const issue = { id, repo, language, kind, namesSymbol, files, modules, functions, text: made.text };
				await collectIssue(issue, await workspaces.open(tree.folder), into);
			}
			nDone++;
			if (nDone % 10 === 0 || nDone === left.length) {
				console.error(`${repo}: ${nDone} of ${left.length}`);
			}
		}
	} finally {
		tree.dispose();
		workspaces.dispose();
	}
}
