import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readingWorkspace } from '../../src/history/node/readingWorkspace';
import { type BenchInstance, readInstances, readJsonLines } from '../support/benchData';
import { groupBy } from '../support/groupBy';
import { KeptResults, keptOptions } from '../support/keptResults';
import { RepositoryTree, withCommits } from '../support/repositoryTree';
import { printApplied } from './applyReport';
import { type RecordedAnswer, type ReplayedAnswer, replayAnswer } from './replayedAnswer';

const usage = `Applies recorded patch answers of a model and compares with what AutoCodeRover made of them.
    npm run bench -- apply --bench DIR --repos DIR [--only OWNER/NAME|ISSUE] [--keep FILE] [--against FILE] [--list]`;

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
	const { bench, repos, only, list = false } = values;
	if (bench === undefined || repos === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const kept = new KeptResults(values);
	const answers = groupBy(
		readJsonLines<RecordedAnswer>(join(bench, 'raw_patches.jsonl.gz')),
		answer => answer.instance_id,
	);
	const instances = readInstances(bench).filter(({ repo, instance_id }) => !only || [repo, instance_id].includes(only));
	const present = withCommits(repos, instances);
	const replayed: ReplayedAnswer[] = [];
	for (const [project, issues] of groupBy(present, ({ repo }) => repo)) {
		replayed.push(...(await replayProject(project, issues, answers, repos)));
	}
	const missing = instances.filter(instance => !present.includes(instance));
	const nLeftOut = missing.reduce((sum, { instance_id }) => sum + (answers.get(instance_id)?.length ?? 0), 0);
	printApplied(replayed, { list, leftOut: { issues: missing.length, answers: nLeftOut } });
	for (const each of replayed) {
		keep(kept, each);
	}
	kept.finish();
}

function keep(kept: KeptResults, { answer: { instance_id: id, run, n }, applied }: ReplayedAnswer): void {
	const outcome = applied.status;
	const edits = applied.edits.map(({ why: _why, ...edit }) => edit);
	kept.add(`${id} ${run} ${n}`, { outcome, diff: applied.diff, edits }, outcome);
}

async function replayProject(
	project: string,
	issues: readonly BenchInstance[],
	answers: ReadonlyMap<string, readonly RecordedAnswer[]>,
	repos: string,
): Promise<ReplayedAnswer[]> {
	const tree = new RepositoryTree(repos, project);
	const replayed: ReplayedAnswer[] = [];
	try {
		for (const issue of issues) {
			tree.checkOut(issue.base_commit);
			tree.apply(issue.test_patch);
			const workspace = readingWorkspace({ folder: tree.folder, packageRoot: process.cwd(), log: console });
			for (const answer of answers.get(issue.instance_id) ?? []) {
				replayed.push(await replayAnswer(answer, workspace));
			}
			console.error(`${issue.instance_id}: ${answers.get(issue.instance_id)?.length ?? 0} answers`);
		}
	} finally {
		tree.dispose();
	}
	return replayed;
}
