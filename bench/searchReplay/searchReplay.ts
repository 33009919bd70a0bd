import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchInstance, readInstances, readJsonLines } from '../support/benchData';
import { groupBy } from '../support/groupBy';
import { KeptResults, keptOptions } from '../support/keptResults';
import { RepositoryTree, withCommits } from '../support/repositoryTree';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { NamedThings } from './namedThings';
import type { RecordedCall } from './recordedCall';
import { type ReplayedCall, replayCall } from './replayedCall';
import { printLost, printReport } from './replayReport';
import { TreeTexts } from './treeTexts';

const usage = `Repeats recorded search calls of a model and counts what becomes of them.
    npm run bench -- searchReplay --bench DIR --repos DIR [--only OWNER/NAME] [--keep FILE] [--against FILE] [--list]`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			bench: { type: 'string' },
			repos: { type: 'string' },
			only: { type: 'string' },
			list: { type: 'boolean' },
			...keptOptions,
		},
	});
	if (values.bench === undefined || values.repos === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const kept = new KeptResults(values);
	const calls = groupBy(
		readJsonLines<RecordedCall>(join(values.bench, 'search_calls.jsonl.gz')),
		call => call.instance_id,
	);
	const selected = readInstances(values.bench).filter(({ repo }) => values.only === undefined || repo === values.only);
	const instances = withCommits(values.repos, selected);
	const replayed: ReplayedCall[] = [];
	for (const [project, issues] of groupBy(instances, ({ repo }) => repo)) {
		replayed.push(...(await replayProject(project, issues, calls, values.repos)));
	}
	if (values.list) {
		printLost(replayed);
	}
	printReport(replayed);
	for (const { call, answer } of replayed) {
		kept.add(`${call.instance_id} ${call.run} ${call.i}`, answer);
	}
	kept.finish();
}

async function replayProject(
	project: string,
	issues: readonly BenchInstance[],
	calls: ReadonlyMap<string, readonly RecordedCall[]>,
	repos: string,
): Promise<ReplayedCall[]> {
	const tree = new RepositoryTree(repos, project);
	const workspaces = new TreeWorkspaces(process.cwd());
	const replayed: ReplayedCall[] = [];
	try {
		for (const issue of issues) {
			tree.checkOut(issue.base_commit);
			tree.apply(issue.test_patch);
			const workspace = await workspaces.open(tree.folder);
			const things = new NamedThings(new TreeTexts(tree.folder));
			const startedMs = performance.now();
			for (const call of calls.get(issue.instance_id) ?? []) {
				replayed.push(await replayCall(call, workspace, things));
			}
			const ms = Math.round(performance.now() - startedMs);
			console.error(`${issue.instance_id}: ${calls.get(issue.instance_id)?.length ?? 0} calls, ${ms} ms`);
		}
	} finally {
		tree.dispose();
		workspaces.dispose();
	}
	return replayed;
}
