import { offlineWorkspace } from '../../../../../code/pure/codeWorkspace';
import type { Workspace } from '../../../../../history/pure/workspace';
import { TrajectoryMemory } from '../../../../../models/pure/memory/trajectoryMemory';
import type { RunLog } from '../../../../../runs/pure/log/runLog';
import { counted } from '../../../../../system/pure/text/counted';
import { listed } from '../../../../../system/pure/text/listed';
import { embeddedFindings } from '../../agent/embeddedFindings';
import { searchableHistory } from '../searchableHistory';
import { Investigation } from './investigation';
import { nameReached } from './nameReached';
import { type Seed, seedsOf } from './seeds';

export interface EmbeddedResearchDeps {
	readonly workspace: Workspace;
	readonly signal: AbortSignal;
	readonly maxRounds: number;
	/** The size of the findings that stay open, in estimated tokens. */
	readonly memoryTokens: number;
}

/**
 * Deep research without a model: from the frames of a crash, or the first suspects of the embedded localizer, it
 * follows the members and functions of the suspected lines to the other code that assigns, passes on and checks them,
 * and reads the code it reaches with the tools and the working memory of Code Researcher. The same workspace and brief
 * give the same events, once the history is indexed. Returns the last node. Throws the signal's reason.
 */
export async function researchEmbedded(log: RunLog, start: string, deps: EmbeddedResearchDeps): Promise<string> {
	const { signal, maxRounds, memoryTokens } = deps;
	const workspace = offlineWorkspace(deps.workspace);
	const { brief, issue } = log.run;
	if (brief === undefined) {
		throw new Error('a run has its brief before anything is located');
	}
	const hasHistory = await searchableHistory(log, deps);
	const embedded = await embeddedFindings(log, start, workspace, { issue, brief, signal });
	const trajectory = await log.open(start, { key: 'trajectory 1', kind: 'trajectory', title: 'Trajectory 1' });
	const seeds = await seedsOf(brief, workspace, embedded.locations);
	const memory = new TrajectoryMemory(log, trajectory, memoryTokens);
	const investigation = new Investigation(log, trajectory, {
		...{ workspace, signal, memory, seeds, maxRounds, hasHistory },
	});
	await investigation.run();
	const { reached, rounds } = investigation;
	const node = await nameReached(log, rounds.node, { reached: reached.ranked, embedded, workspace });
	await log.close(trajectory, summaryOf(seeds, rounds.nRounds, reached.ranked.length));
	return node;
}

function summaryOf(seeds: readonly Seed[], nRounds: number, nReached: number): string {
	const from = listed(
		seeds.map(({ name }) => name),
		2,
	);
	const began = from === '' ? '' : ` from ${from}`;
	return `Trajectory 1: reached ${counted(nReached, 'function')}${began} in ${counted(nRounds, 'round')}`;
}
