import { parentPort, workerData } from 'node:worker_threads';
import type { Issue } from '../../src/core/model/issue';
import { type Run, rootNode } from '../../src/core/model/run/run';
import { nodesOf, roundsOf } from '../../src/core/model/run/runTree';
import { nullRunStore } from '../../src/core/nullRunStore';
import { RunLog } from '../../src/core/runLog';
import { rover } from '../../src/core/strategies/rover/rover';
import { defaultOptions } from '../../src/core/strategies/strategy';
import type { Workspace } from '../../src/core/workspace';
import type { BenchInstance } from '../support/benchData';
import { RepositoryTree } from '../support/repositoryTree';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { baselineRanking } from './baselineRanking';
import type { IssueResult, LocatedPlace } from './results';

/** The task of one worker thread. */
export interface ProjectRequest {
	readonly repos: string;
	/** `owner/name`. */
	readonly project: string;
	readonly issues: readonly BenchInstance[];
}

/** The worker's side: locates the issues of one project, one commit after the other. */
export function serveProjects(): void {
	const request = workerData as ProjectRequest;
	void locateIssues(request, result => parentPort?.postMessage(result));
}

async function locateIssues(request: ProjectRequest, onResult: (result: IssueResult) => void): Promise<void> {
	const tree = new RepositoryTree(request.repos, request.project);
	const workspaces = new TreeWorkspaces(process.cwd());
	try {
		for (const instance of request.issues) {
			tree.checkOut(instance.base_commit);
			const workspace = await workspaces.open(tree.folder);
			onResult(await locateIssue(instance, workspace));
		}
	} finally {
		tree.dispose();
		workspaces.dispose();
	}
}

async function locateIssue({ instance_id: id, problem_statement: body }: BenchInstance, workspace: Workspace) {
	const [title = ''] = body.split('\n');
	const issue: Issue = { title, body, source: { kind: 'text' } };
	const startedMs = performance.now();
	const run = await locate(issue, workspace);
	const ms = Math.round(performance.now() - startedMs);
	const nCalls = nodesOf(run).reduce((sum, node) => sum + node.calls.length, 0);
	return {
		...{ id, ms, nCalls, located: run.selected.ranking, locations: locatedPlaces(run) },
		baseline: await baselineRanking(issue, workspace),
	};
}

function locatedPlaces(run: Run): LocatedPlace[] {
	const rounds = roundsOf(run).map(({ id }) => id);
	return run.selected.locations.map(({ id: _id, evidence, ...location }) => ({
		...location,
		evidence: evidence.map(({ kind, text, node }) => ({
			...{ kind, text },
			...(node !== undefined && { round: rounds.indexOf(node) + 1 }),
		})),
	}));
}

/** The same as `faultline locate`, without storing the run. */
async function locate(issue: Issue, workspace: Workspace): Promise<Run> {
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'bench');
	const started = {
		type: 'runStarted',
		runId: 'bench',
		issue,
		engine: 'embedded',
		workspace: [],
		version: '',
	} as const;
	await log.emit(rootNode, started);
	await rover.run(log, { workspace, signal: new AbortController().signal, options: defaultOptions });
	return log.run;
}
