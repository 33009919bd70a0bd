import type { NamedPlace } from '../../../localizer/pure/resolve/namedPlaces';
import { withNewWindow } from '../../../models/pure/requests/agentDeps';
import { showResultTool } from '../../../models/pure/tools/actions/showResultTool';
import type { CallInText, Toolset } from '../../../models/pure/tools/toolset';
import { readAnswer } from '../../../patches/pure/edits/reading/readAnswer';
import { nodesOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { Reproducer } from '../../../runs/pure/model/reproducer';
import type { Workbench } from '../../../sandbox/pure/workbench/workbench';
import { NamedSuspects } from '../../stages/locate/agent/namedSuspects';
import type { FixEvidence } from '../rover/fixEvidence';
import { rankedFix } from '../rover/rankedFix';
import type { ModelContext } from '../strategy';
import { agentOpening, type KnownAtStart } from './agent/agentOpening';
import { TreeAgent } from './agent/treeAgent';
import { TurnActions } from './agent/turnActions';
import { growTree } from './growTree';
import { TreeBench } from './treeBench';
import type { TreeOptions } from './treeRules';

/** The search for a patch by an agent: where it begins, what it knows, and what it acts with. */
export interface PatchSearch {
	/** The node that its first turn follows. */
	readonly start: string;
	readonly options: TreeOptions;
	readonly known: KnownAtStart;
	readonly toolset: Toolset<NamedPlace>;
	readonly openWorkbench: () => Promise<Workbench>;
	/** In its copy from the beginning. */
	readonly reproducer?: Reproducer | undefined;
}

/**
 * Fixes with one agent. A remark that the user makes when the search has ended, while patches are compared, is followed
 * before the run ends. `begin`: called for each search.
 */
export async function fixWithAgent(
	log: RunLog,
	context: ModelContext,
	begin: (evidence: FixEvidence) => Promise<PatchSearch>,
): Promise<void> {
	const newest = () => nodesOf(log.run).findLast(({ kind }) => kind === 'feedback')?.id;
	let followed: string | undefined;
	const onMove = () => {
		followed = newest();
	};
	do {
		// Also if the search does not begin because a limit was reached.
		onMove();
		await rankedFix(log, context, async evidence =>
			searchPatch(log, context, { ...(await begin(evidence)), evidence, onMove }),
		);
	} while (followed !== newest());
}

interface SearchDeps extends PatchSearch {
	readonly evidence: FixEvidence;
	readonly onMove: () => void;
}

async function searchPatch(
	log: RunLog,
	context: ModelContext,
	{ start, options, known, toolset, openWorkbench, reproducer, evidence, onMove }: SearchDeps,
): Promise<void> {
	const { workspace, agent, signal } = context;
	const { opening, ranking } = await agentOpening(log, start, context, known);
	const bench = new TreeBench(log, await openWorkbench(), start);
	try {
		await bench.begin(reproducer);
		const stageDeps = { log, agent: withNewWindow(agent), context: { workspace, signal } };
		const tree = { log, start, options, stageDeps };
		const { nFullObservations } = options;
		const tools = nFullObservations === undefined ? toolset.tools : [...toolset.tools, showResultTool];
		const treeAgent = new TreeAgent(tree, {
			...{ bench, toolset: { ...toolset, tools, inText: editsInText }, opening },
			suspects: new NamedSuspects(log, evidence.context.workspace, { ranking, signal }),
			fixing: turn => new TurnActions(tree, turn, { bench, evidence }),
		});
		await growTree(tree, { bench, judging: evidence.judging, agent: treeAgent, onMove });
	} finally {
		await bench.workbench.dispose();
	}
	if (log.run.nodes[start]?.kind === 'stage') {
		await log.close(start, 'Searched for a patch');
	}
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
