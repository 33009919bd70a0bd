import { parseArgs } from 'node:util';
import { parseDiff } from '../../src/runs/pure/diff/parseDiff';
import { type NearTest, nearestTests } from '../../src/testing/pure/nearest/nearestTests';
import { type BenchGold, type BenchInstance, readGolds, readInstances } from '../support/benchData';
import { groupBy } from '../support/groupBy';
import { RepositoryTree, withCommits } from '../support/repositoryTree';
import { TreeWorkspaces } from '../support/treeWorkspaces';

/** How often the test files that the developers changed with a fix are among the nearest to it. README.md explains it. */
const usage = 'npm run bench -- nearestTests --repos DIR [--bench DIR] [--history]';

const sizes = [1, 5, 12, 20];

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			repos: { type: 'string' },
			bench: { type: 'string', default: '../shared/bench' },
			history: { type: 'boolean', default: false },
		},
	});
	const { repos, bench, history } = values;
	if (repos === undefined) {
		throw new Error(usage);
	}
	const golds = readGolds(bench);
	const workspaces = new TreeWorkspaces(process.cwd());
	const ranks: number[] = [];
	try {
		for (const [repo, all] of groupBy(withCommits(repos, readInstances(bench)), each => each.repo)) {
			const tree = new RepositoryTree(repos, repo);
			for (const issue of all) {
				tree.checkOut(issue.base_commit);
				const workspace = await workspaces.open(tree.folder, { indexesHistory: history });
				const code = { places: placesOf(golds.get(issue.instance_id)), text: issue.problem_statement };
				ranks.push(...rankOf(await nearestTests(workspace, code, { most: Number.MAX_SAFE_INTEGER }), issue));
			}
			tree.dispose();
		}
	} finally {
		workspaces.dispose();
	}
	const share = (most: number) => ((100 * ranks.filter(rank => rank < most).length) / ranks.length).toFixed(1);
	console.log(`${ranks.length} fixes: ${sizes.map(most => `among ${most}: ${share(most)} %`).join(', ')}`);
}

function placesOf(gold: BenchGold | undefined) {
	const { files = [], functions = [] } = gold ?? {};
	return files.map(path => {
		const own = functions.filter(name => name.startsWith(`${path}:`));
		return { path, names: own.flatMap(name => name.slice(path.length + 1).split('.')) };
	});
}

/** The rank of the first test file that the fix changed, from 0; infinite if none is near. Empty if it only adds files. */
function rankOf(near: readonly NearTest[], { test_patch }: BenchInstance): number[] {
	const changed = parseDiff(test_patch).flatMap(({ oldPath }) => oldPath ?? []);
	const at = near.findIndex(({ path }) => changed.includes(path));
	return changed.length === 0 ? [] : [at === -1 ? Number.POSITIVE_INFINITY : at];
}
