import { withNewWindow } from '../../../models/pure/requests/agentDeps';
import { actionTools } from '../../../models/pure/tools/actions/actionTools';
import { showResultTool } from '../../../models/pure/tools/actions/showResultTool';
import { submitTool } from '../../../models/pure/tools/actions/submitTool';
import type { Toolset } from '../../../models/pure/tools/toolset';
import { searchTools } from '../../../models/pure/tools/toolTable';
import { type Run, rootNode } from '../../../runs/pure/fold/run';
import { nodesOf, pathTo } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { openWorkbench } from '../../../sandbox/pure/workbench/openWorkbench';
import type { Workbench } from '../../../sandbox/pure/workbench/workbench';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { beginRun } from '../beginRun';
import type { FixSteps } from '../rover/fixSteps';
import { locateIssue } from '../rover/locateIssue';
import { rankedFix } from '../rover/rankedFix';
import type { ModelContext, Strategy } from '../strategy';
import { agentOpening } from './agent/agentOpening';
import given from './agent/given.md';
import { TreeAgent } from './agent/treeAgent';
import { type GrowingDeps, growTree } from './growTree';
import { TreeBench } from './treeBench';
import { maxResamples, type TreeOptions } from './treeRules';

/** The copy in which the agent of a run acts, and its tools. */
export interface TreeParts {
	/** The tools, and the one that submits. */
	readonly toolset: Toolset<string>;
	readonly openWorkbench: (log: RunLog, context: ModelContext) => Promise<Workbench>;
}

/**
 * DARS's strategy: one agent searches, edits and runs programs in a copy of the project. It goes back to the points at
 * which another action would change most, and takes one. Each patch it submits is checked, and the best is selected. If
 * only locations are wanted, it searches as `rover` does.
 */
export function treeStrategy(parts: TreeParts): Strategy {
	return {
		name: 'tree',
		needs: ['agent', 'execution'],
		announce: ({ tree }, { requests }) => requestsText(tree, requests),
		async run(log, context) {
			await beginRun(log, context);
			const { agent } = context;
			if (agent === undefined) {
				throw new Error('a run of this strategy has a model');
			}
			const own = { ...context, agent };
			if (log.run.goal === 'fix') {
				await fixWithRemarks(log, own, parts);
			} else {
				await locateIssue(log, rootNode, own, { clues: [] });
			}
		},
	};
}

/** With the actions on a scratch checkout. */
export const tree = treeStrategy({
	toolset: { tools: [...actionTools, ...searchTools], ending: submitTool },
	openWorkbench: async (log, { workspace, execution, agent, signal }) => {
		if (execution === undefined) {
			throw new Error('a run of this strategy may execute programs');
		}
		return openWorkbench({ workspace, execution, clock: agent.clock, runId: log.run.id, signal });
	},
});

/** A remark that the user makes when the search has ended, while patches are compared, is followed before the run ends. */
async function fixWithRemarks(log: RunLog, context: ModelContext, parts: TreeParts): Promise<void> {
	const newest = () => nodesOf(log.run).findLast(({ kind }) => kind === 'feedback')?.id;
	let followed: string | undefined;
	const onMove = () => {
		followed = newest();
	};
	do {
		// Also if the search does not begin because a limit was reached.
		onMove();
		await rankedFix(log, context, locateIssue, steps => searchPatch(log, context, { ...parts, steps, onMove }));
	} while (followed !== newest());
}

async function searchPatch(
	log: RunLog,
	context: ModelContext,
	{ toolset, openWorkbench, steps, onMove }: TreeParts & Pick<GrowingDeps, 'onMove'> & { readonly steps: FixSteps },
): Promise<void> {
	const { workspace, agent, signal, options } = context;
	const { at, shown } = await steps.reproduce(locatedNode(log.run) ?? rootNode, []);
	const start = await log.open(at, { kind: 'stage', phase: 'patch', key: 'tree', title: 'Search for a patch' });
	const known = await steps.known(shown);
	const clues = [
		...known.clues,
		...(shown === undefined ? [] : [fillTemplate(given, { file: shown.reproducer.file })]),
	];
	const opening = await agentOpening(log, start, context, clues);
	// Before a patch is paid for: how tests and commands end without one is shown then.
	await steps.judging.endPlain();
	await log.once(start, {
		type: 'noted',
		text: requestsText(options.tree, agent.spending.limitOf(log.run, 'requests')),
	});
	const bench = new TreeBench(log, await openWorkbench(log, context), start);
	try {
		await bench.begin(shown?.reproducer);
		const stageDeps = { log, agent: withNewWindow(agent), context: { workspace, signal } };
		const tree = { log, start, options: options.tree, stageDeps };
		const tools = { ...toolset, tools: [...toolset.tools, showResultTool] };
		const treeAgent = new TreeAgent(tree, { bench, toolset: tools, opening });
		await growTree(tree, { bench, judging: steps.judging, shown, agent: treeAgent, onMove });
	} finally {
		await bench.workbench.dispose();
	}
	await log.close(start, 'Searched for a patch');
}

/** The node at which the search for locations ended on the path that is shown; undefined if there was none. */
function locatedNode(run: Run): string | undefined {
	const path = pathTo(run, run.selected.leaf);
	return path.findLast(({ kind, phase, named }) => {
		const isSearch = kind === 'round' && phase === undefined;
		return isSearch && named?.isProvisional === false;
	})?.id;
}

/**
 * For the user, before the first turn: how many requests a search takes at most, and the limit of the run if that is
 * less. Each turn is one; one that takes an alternative samples it, perhaps once more, and asks the critic.
 */
function requestsText(options: TreeOptions, cap: number | undefined): string {
	const { maxTurns, nSamples, nAlternatives, limits, summarizesAttempts } = options;
	const share = Object.values(limits).some(limit => limit > 0) ? nAlternatives / (nAlternatives + 1) : 0;
	const most = Math.floor(maxTurns * share);
	const perAlternative = (1 + maxResamples) * nSamples + 1 + (summarizesAttempts ? 1 : 0);
	const nRequests = maxTurns - most + most * perAlternative;
	const text = `This takes up to about ${counted(nRequests, 'request')}, besides retries`;
	return cap !== undefined && cap < nRequests ? `${text}; the limit of this run is ${cap}.` : `${text}.`;
}
