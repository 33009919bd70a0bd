import { parseArgs } from 'node:util';
import { searchToolset } from '../../src/engine/stages/locate/agent/searchStyle';
import { performRun } from '../../src/engine/strategies/performRun';
import { rover } from '../../src/engine/strategies/rover';
import { modelSetup } from '../../src/engine/strategies/runSetup';
import type { Workspace } from '../../src/history/pure/workspace';
import { resolvePlaces } from '../../src/localizer/pure/resolve/resolvePlaces';
import { createOpenAiModel } from '../../src/models/node/openAiModel';
import { unattended } from '../../src/models/pure/limits/supervisor';
import { jsonReply } from '../../src/models/pure/reply/jsonReply';
import { type Run, rootNode } from '../../src/runs/pure/fold/run';
import { nodesOf, roundsOf } from '../../src/runs/pure/fold/runTree';
import { nullRunStore } from '../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../src/runs/pure/log/runLog';
import { placeName } from '../../src/runs/pure/model/placeText';
import { startScriptedModelServer } from '../../test/support/scriptedModelServer';
import { KeptResults, keptOptions } from '../support/keptResults';
import { RepositoryTree, withCommits } from '../support/repositoryTree';
import { TreeWorkspaces } from '../support/treeWorkspaces';
import { RecordedModel } from './recordedModel';
import { finalJson, readTranscripts, type Transcript } from './transcript';

const usage = `Plays recorded runs of a model again, in the prose and proxy protocol, through the real client.
    npm run bench -- transcripts --bench DIR --repos DIR [--only ISSUE] [--keep FILE] [--against FILE]`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { bench: { type: 'string' }, repos: { type: 'string' }, only: { type: 'string' }, ...keptOptions },
	});
	const { bench, repos, only } = values;
	if (bench === undefined || repos === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const kept = new KeptResults(values);
	const all = readTranscripts(bench).filter(({ instance_id: id }) => only === undefined || id === only);
	const playable = withCommits(repos, all);
	const outcomes: boolean[] = [];
	for (const transcript of playable) {
		outcomes.push(await playInTree(transcript, repos, kept));
	}
	console.log(`${outcomes.filter(Boolean).length} of ${outcomes.length} runs end in the recorded locations`);
	kept.finish();
}

async function playInTree(transcript: Transcript, repos: string, kept: KeptResults): Promise<boolean> {
	const tree = new RepositoryTree(repos, transcript.repo);
	const workspaces = new TreeWorkspaces(process.cwd());
	try {
		tree.checkOut(transcript.base_commit);
		tree.apply(transcript.test_patch);
		return await play(transcript, await workspaces.open(tree.folder), kept);
	} finally {
		tree.dispose();
		workspaces.dispose();
	}
}

async function play(transcript: Transcript, workspace: Workspace, kept: KeptResults): Promise<boolean> {
	const recorded = new RecordedModel(transcript);
	const server = await startScriptedModelServer();
	server.script(recorded.script);
	try {
		const run = await locate(transcript, workspace, server.baseUrl);
		kept.add(transcript.instance_id, playedRun(run), run.state);
		kept.add(`${transcript.instance_id} requests`, server.bodies);
		return await report(transcript, run, workspace, { nConversions: recorded.nConversions, ...server });
	} finally {
		await server.close();
	}
}

/** The visible parts of the run, without ids and times. */
function playedRun(run: Run): unknown {
	const { state, message, nRequests, selected } = run;
	const { isProvisional, locations, ranking } = selected;
	return {
		...{ state, isProvisional, message, nRequests, ranking },
		locations: locations.map(({ id: _id, evidence, ...location }) => ({
			...location,
			evidence: evidence.map(({ kind, text }) => ({ kind, text })),
		})),
		rounds: roundsOf(run).map(({ title, summary, reasoning, notes, calls }) => ({
			...{ title, summary, reasoning, notes },
			calls: calls.map(({ tool, args, answer }) => ({ tool, args, answer })),
		})),
	};
}

async function locate({ problem_statement: body }: Transcript, workspace: Workspace, baseUrl: string): Promise<Run> {
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'bench');
	const issue = { title: body.split('\n')[0] ?? '', body, source: { kind: 'text' } } as const;
	const model = createOpenAiModel({ baseUrl, model: 'recorded', replyForm: 'prose', contextTokens: 128_000 });
	await log.emit(rootNode, {
		type: 'runStarted',
		...{ runId: 'bench', issue, engine: model.name, workspace: [], version: '' },
	});
	await performRun(log, {
		open: async () => workspace,
		setup: modelSetup(rover, model, {
			...{ supervisor: unattended, caps: {}, maxRounds: 15, seeds: false },
			clock: { now: () => 0, wait: async () => undefined },
		}),
		log: console,
		signal: new AbortController().signal,
	});
	return log.run;
}

/** Whether every place the recorded run ended with is among those of this run, or something more exact in its file. */
async function report(
	transcript: Transcript,
	run: Run,
	workspace: Workspace,
	{ nConversions, unexpected }: { readonly nConversions: number; readonly unexpected: readonly string[] },
): Promise<boolean> {
	const { report: named } = jsonReply(finalJson(transcript), searchToolset);
	const { locations: expected, unresolved } = await resolvePlaces(named, workspace, { node: '' });
	const missed = expected.filter(
		place =>
			!run.selected.locations.some(
				({ id, file }) =>
					id === place.id || (file === place.file && place.class === undefined && place.method === undefined),
			),
	);
	const more = run.selected.locations.filter(({ id }) => !expected.some(place => place.id === id));
	const rounds = nodesOf(run).filter(({ kind }) => kind === 'round').length;
	const list = (places: readonly { readonly file: string }[]) => places.map(placeName).join(', ');
	const isSame = run.state === 'done' && !run.selected.isProvisional && missed.length === 0 && unexpected.length === 0;
	console.log(
		[
			`${isSame ? 'same' : 'OTHER'}  ${transcript.instance_id}: ${rounds} rounds, ${run.nRequests} requests, ${nConversions} to put prose as JSON`,
			...(missed.length > 0 ? [`missed ${list(missed)}; has ${list(run.selected.locations)}`] : []),
			...(more.length > 0 ? [`besides ${list(more)}`] : []),
			...unresolved.map(({ problem }) => `recorded but not there: ${problem}`),
			...(isSame ? [] : [`${run.state} ${run.message ?? ''} ${run.selected.isProvisional ? 'provisional' : ''}`]),
			...unexpected,
		].join('\n       '),
	);
	return isSame;
}
