import { CapReached } from '../../models/pure/limits/spending';
import { withNewWindow } from '../../models/pure/requests/agentDeps';
import { showResultTool } from '../../models/pure/tools/actions/showResultTool';
import type { CallInText } from '../../models/pure/tools/toolset';
import { readAnswer } from '../../patches/pure/edits/reading/readAnswer';
import { rootNode } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import { branchRoot, nodesOf, subtreeOf } from '../../runs/pure/fold/runTree';
import type { NewNode, RunLog } from '../../runs/pure/log/runLog';
import { openWorkbench } from '../../sandbox/pure/workbench/openWorkbench';
import { OverlayWorkbench } from '../../sandbox/pure/workbench/overlayWorkbench';
import type { Workbench } from '../../sandbox/pure/workbench/workbench';
import { FixEvidence, shownBug } from '../evidence/fixEvidence';
import { NamedSuspects } from '../stages/locate/agent/namedSuspects';
import { selectPatches } from '../stages/select/selectPatches';
import { growTree } from './branching/growTree';
import type { TreeOptions } from './branching/treeRules';
import { TreeBench } from './changes/treeBench';
import type { LocateIssue } from './locateIssue';
import type { AgentContext } from './options';
import { isOfTrajectory, type TrajectoryStart, trajectoryStarts } from './trajectories';
import { agentOpening } from './turns/agentOpening';
import { FixAgent } from './turns/fixAgent';
import type { FixToolset } from './turns/fixTools';
import { TurnActions } from './turns/turnActions';

/** How the agent works under the name of a strategy. */
export interface FixPreset {
	/** Searches for the bug, if no search has ended yet; else the agent looks for it itself. */
	readonly locate?: LocateIssue;
	/** When a path is left for another one. */
	readonly options: TreeOptions;
	readonly toolset: FixToolset;
	/** Further patches are written only where an execution can tell them apart. */
	readonly writesCandidates?: 'ifTested';
	/** So often the agent begins again, with what failed, if no patch is accepted. */
	readonly beginsAgain?: number;
	/** A stage that the first turn follows. */
	readonly stage?: Pick<NewNode, 'key' | 'title'>;
	/** For the user, before the first turn. */
	readonly notice?: string;
	/** A copy of the project unless given. */
	readonly openWorkbench?: (log: RunLog, context: AgentContext) => Promise<Workbench>;
}

/**
 * Fixes a bug with one agent, in one conversation for each trajectory: it looks, runs programs, edits, and has its changes
 * judged. Afterwards all patches are ranked. A remark that the user makes meanwhile is followed before the run ends. A
 * limit that is reached ends it with the patches so far. Nothing is written to the workspace.
 */
export async function fixWithAgent(log: RunLog, context: AgentContext, preset: FixPreset): Promise<void> {
	const newest = () => nodesOf(log.run).findLast(({ kind }) => kind === 'feedback')?.id;
	let followed: string | undefined;
	const onMove = (trajectory: TrajectoryStart) => {
		// A remark on another one is followed after this one.
		followed = isOfTrajectory(log.run, trajectory) ? newest() : followed;
	};
	do {
		// Also if the search does not begin because a limit was reached.
		followed = newest();
		await rankedFix(log, context, evidence => takeTrajectories({ log, context, preset, evidence, onMove }));
	} while (followed !== newest());
}

async function rankedFix(
	log: RunLog,
	context: AgentContext,
	write: (evidence: FixEvidence) => Promise<void>,
): Promise<void> {
	const evidence = await FixEvidence.create(log, context);
	let mayVote = true;
	try {
		evidence.judging.startPlain();
		await write(evidence);
	} catch (error) {
		if (!(error instanceof CapReached)) {
			throw error;
		}
		// The patches written until then are ranked and kept.
		await log.once(rootNode, { type: 'noted', text: error.message });
		mayVote = false;
	} finally {
		await evidence.dispose();
	}
	// Patches are ranked within the branch that is shown.
	const below = branchRoot(log.run);
	await selectPatches(below, fixOf(log.run, below), evidence.selection(mayVote));
}

interface FixDeps {
	readonly log: RunLog;
	readonly context: AgentContext;
	readonly preset: FixPreset;
	readonly evidence: FixEvidence;
	/** Called before each move of a trajectory. */
	readonly onMove: (trajectory: TrajectoryStart) => void;
}

/** One for each patch that is to be chosen from. After feedback only the one that it was given in continues. */
async function takeTrajectories(deps: FixDeps): Promise<void> {
	const { log, context, preset, evidence } = deps;
	const { locate } = preset;
	const search = locate && (async () => locate(log, rootNode, context, await evidence.knownOfTest()));
	const { beginsAgain = 0, options, writesCandidates } = preset;
	const mayCompare = async () => {
		const isWorthIt = writesCandidates !== 'ifTested' || evidence.tellsApart();
		if (!isWorthIt) {
			const text = 'No further patch is written: no program or test could tell it from the first one.';
			await log.once(rootNode, { type: 'noted', text });
		}
		return isWorthIt;
	};
	const { nCandidates } = context.options;
	const further = { nCandidates, mayCompare, beginsAgain, accepts: options.accepts };
	for await (const start of trajectoryStarts(log, further, search)) {
		if (isOfTrajectory(log.run, start)) {
			await searchPatch(deps, start);
		}
	}
}

async function searchPatch(
	{ log, context, preset, evidence, onMove }: FixDeps,
	trajectory: TrajectoryStart,
): Promise<void> {
	const { at, located, temperature, failed, summary } = trajectory;
	const { workspace, agent, signal } = context;
	const { stage } = preset;
	const start = stage === undefined ? at : await log.open(at, { kind: 'stage', phase: 'patch', ...stage });
	if (preset.notice !== undefined) {
		await log.once(start, { type: 'noted', text: preset.notice });
	}
	const toolset = await preset.toolset(log, context, evidence);
	const { opening, ranking } = await agentOpening({ log, start, located, failed, context, evidence });
	const bench = new TreeBench(log, await workbenchOf(log, context, preset), start);
	try {
		await bench.begin(shownBug(fixOf(log.run))?.reproducer);
		const options = { ...preset.options, ...(temperature !== undefined && { temperature }) };
		const stageDeps = { log, agent: withNewWindow(agent), context: { workspace, signal } };
		const tree = { log, start, options, stageDeps };
		const tools = options.nFullObservations === undefined ? toolset.tools : [...toolset.tools, showResultTool];
		const fixAgent = new FixAgent(tree, {
			...{ bench, toolset: { ...toolset, tools, inText: editsInText }, opening },
			suspects: new NamedSuspects(log, evidence.context.workspace, { ranking, signal }),
			measured: () => evidence.measuredClue(),
			fixing: turn => new TurnActions(tree, turn, { bench, evidence }),
		});
		await growTree(tree, { bench, judging: evidence.judging, agent: fixAgent, onMove: () => onMove(trajectory) });
	} finally {
		await bench.workbench.dispose();
	}
	if (stage !== undefined) {
		await log.close(start, 'Searched for a patch');
	}
	if (summary !== undefined) {
		const hasWritten = subtreeOf(log.run, at).some(({ patches }) => patches.length > 0);
		await log.close(at, hasWritten ? summary.written : summary.nothing, hasWritten ? undefined : { kind: 'nothing' });
	}
}

/** Where nothing may be executed, files change in memory only. */
async function workbenchOf(log: RunLog, context: AgentContext, preset: FixPreset): Promise<Workbench> {
	const { workspace, execution, agent, signal } = context;
	if (preset.openWorkbench !== undefined) {
		return preset.openWorkbench(log, context);
	}
	return execution === undefined
		? OverlayWorkbench.open(workspace, signal)
		: openWorkbench({ workspace, execution, clock: agent.clock, runId: log.run.id, signal });
}

/** The edits in the text of an answer, as calls: models write patches as they have learnt to. */
function editsInText(text: string): readonly CallInText[] {
	return readAnswer(text).edits.flatMap(({ form, file, original, patched }): CallInText[] => {
		if (form !== 'replace' || file === undefined) {
			return [];
		}
		const isNew = original.trim() === '';
		return [
			isNew
				? { tool: 'create', args: { path: file, text: patched }, written: `create ${file}` }
				: { tool: 'edit', args: { original, patched, path: file }, written: `edit ${file}` },
		];
	});
}
