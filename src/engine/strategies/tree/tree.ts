import { actionTools } from '../../../models/pure/tools/actions/actionTools';
import { submitTool } from '../../../models/pure/tools/actions/submitTool';
import type { Tool } from '../../../models/pure/tools/tool';
import { searchTools } from '../../../models/pure/tools/toolTable';
import { type Run, rootNode } from '../../../runs/pure/fold/run';
import { pathTo } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { openWorkbench } from '../../../sandbox/pure/workbench/openWorkbench';
import type { Workbench } from '../../../sandbox/pure/workbench/workbench';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { beginRun } from '../beginRun';
import type { FixEvidence } from '../rover/fixEvidence';
import { FixSteps } from '../rover/fixSteps';
import { locateIssue } from '../rover/locateIssue';
import type { ModelContext, Strategy } from '../strategy';
import given from './agent/given.md';
import { fixWithAgent, type PatchSearch } from './searchPatch';
import { maxResamples, type TreeOptions } from './treeRules';

/** The copy in which the agent of a run acts, and its tools. */
export interface TreeParts {
	readonly tools: readonly Tool[];
	readonly openWorkbench: (log: RunLog, context: ModelContext) => Promise<Workbench>;
}

/**
 * DARS's strategy: one agent searches, edits and runs programs in a copy of the project. It goes back to the points at
 * which another action would change most, and takes one. Each patch it submits is judged, and the best is selected. If
 * only locations are wanted, it searches as `rover` does.
 */
export function treeStrategy(parts: TreeParts): Strategy {
	return {
		name: 'tree',
		needs: ['agent', 'execution'],
		choosesCommands: true,
		announce: ({ tree }, { requests }) => requestsText(tree, requests),
		async run(log, context) {
			await beginRun(log, context);
			const { agent } = context;
			if (agent === undefined) {
				throw new Error('a run of this strategy has a model');
			}
			const own = { ...context, agent };
			if (log.run.goal === 'fix') {
				await fixWithAgent(log, own, evidence => beginSearch(log, own, { ...parts, evidence }));
			} else {
				await locateIssue(log, rootNode, own, { clues: [] });
			}
		},
	};
}

/** With the actions on a scratch checkout. */
export const tree = treeStrategy({
	tools: [...actionTools, ...searchTools, submitTool],
	openWorkbench: benchOnCopy,
});

/** A workbench on a scratch checkout, for a run that may execute programs. */
export async function benchOnCopy(
	log: RunLog,
	{ workspace, execution, agent, signal }: ModelContext,
): Promise<Workbench> {
	if (execution === undefined) {
		throw new Error('a run of this strategy may execute programs');
	}
	return openWorkbench({ workspace, execution, clock: agent.clock, runId: log.run.id, signal });
}

async function beginSearch(
	log: RunLog,
	context: ModelContext,
	{ tools, openWorkbench, evidence }: TreeParts & { readonly evidence: FixEvidence },
): Promise<PatchSearch> {
	const { agent, options } = context;
	const steps = new FixSteps(log, evidence, locateIssue);
	const { at, shown } = await steps.reproduce(locatedNode(log.run) ?? rootNode, []);
	const start = await log.open(at, { kind: 'stage', phase: 'patch', key: 'tree', title: 'Search for a patch' });
	const known = await evidence.known(shown);
	// Before a patch is paid for: how tests and commands end without one is shown then.
	await evidence.judging.endPlain();
	await log.once(start, {
		type: 'noted',
		text: requestsText(options.tree, agent.spending.limitOf(log.run, 'requests')),
	});
	const program = shown === undefined ? [] : [fillTemplate(given, { file: shown.reproducer.file })];
	return {
		...{ start, options: options.tree, toolset: { tools }, reproducer: shown?.reproducer },
		known: { clues: [...known.clues, ...program] },
		openWorkbench: () => openWorkbench(log, context),
	};
}

/** The node at which the search for locations ended on the path that is shown; undefined if there was none. */
export function locatedNode(run: Run): string | undefined {
	const path = pathTo(run, run.selected.leaf);
	return path.findLast(({ kind, expansion, named }) => {
		const isSearch = kind === 'round' && expansion === undefined;
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
