import { type Run, rootNode } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import { branchRoot, leavesOf, pathTo, resultOf } from '../../runs/pure/fold/runTree';
import type { NewNode, RunLog } from '../../runs/pure/log/runLog';
import type { Patch } from '../../runs/pure/model/patch';
import type { TreeRules } from './branching/treeRules';
import { isAcceptedPatch } from './branching/treeTurns';

/** Where a trajectory of the agent begins. */
export interface TrajectoryStart {
	/** The node that it follows. */
	readonly at: string;
	/** The summary of the node at its end, if it is one of its own: after a patch, and without one. */
	readonly summary?: { readonly written: string; readonly nothing: string };
	/** The node at which the search before ended; absent if the agent looks itself. */
	readonly located: string | undefined;
	/** Another one begins with the same facts: its answers must differ. */
	readonly temperature?: number;
	/** Patches of others that are wrong, which it is shown. */
	readonly failed: readonly Patch[];
}

/** Which trajectories follow the first one. */
export interface FurtherTrajectories {
	/** Patches to choose from. */
	readonly nCandidates: number;
	/** Whether another patch is worth writing, which is asked before each. */
	readonly mayCompare: () => Promise<boolean>;
	/** After dead ends so many begin again at most. */
	readonly beginsAgain: number;
	readonly accepts: TreeRules['accepts'];
}

/** So many of the newest are shown. */
const mostFailed = 3;
/** For another answer than the most likely one: Agentless' temperature for its samples. */
const sampleTemperature = 0.8;

/** Searches for the bug, and returns the node it ended in. */
type Locate = () => Promise<string>;

/**
 * The trajectories of a fix: as many as patches are to be chosen from. The first ones follow the searches for the bug that
 * ended, best first; those after that begin as the first one did, as samples. If none of their patches is accepted, others
 * begin again, and know these.
 */
export async function* trajectoryStarts(
	log: RunLog,
	{ nCandidates, mayCompare, beginsAgain, accepts }: FurtherTrajectories,
	locate: Locate | undefined,
): AsyncGenerator<TrajectoryStart> {
	const ends = await searchEnds(log, locate);
	const [first] = ends;
	yield { at: first ?? rootNode, located: first, failed: [] };
	for (let number = 2; number <= nCandidates && (await mayCompare()); number++) {
		const isSample = number > Math.max(1, ends.length);
		const located = isSample ? first : ends[number - 1];
		yield {
			at: await open(log, located, { key: `candidate ${number}`, title: 'Write another patch' }),
			...{ located, failed: [], summary: { written: 'Wrote another patch', nothing: 'Wrote no other patch' } },
			...(isSample && { temperature: sampleTemperature }),
		};
	}
	for (let number = 1; number <= beginsAgain; number++) {
		const { patches } = fixOf(log.run);
		const key = `again ${number}`;
		const hasBegun = log.run.nodes[first ?? rootNode]?.children.some(child => log.run.nodes[child]?.key === key);
		// After feedback, only that is followed.
		const isOver =
			branchRoot(log.run) !== rootNode || patches.some(({ id }) => isAcceptedPatch(log.run, id, { accepts }));
		if (hasBegun !== true && (isOver || patches.length === 0)) {
			return;
		}
		const at = await open(log, first, { key, title: 'Begin again, with what failed' });
		const failed = await log.value(at, 'patches that failed', {}, async () =>
			patches.slice(-mostFailed).map(({ id }) => id),
		);
		yield {
			...{ at, located: first, summary: beganAgain },
			failed: patches.filter(({ id }) => failed.includes(id)),
		};
	}
}

const beganAgain = {
	written: 'Began again, with what failed',
	nothing: 'Began again, with what failed: no patch was written',
};

function open(log: RunLog, located: string | undefined, node: Pick<NewNode, 'key' | 'title'>): Promise<string> {
	return log.open(located ?? rootNode, { kind: 'trajectory', phase: 'patch', ...node });
}

/** The nodes at which searches for the bug ended, the best first. Recorded: patches that follow them change nothing. */
async function searchEnds(log: RunLog, locate: Locate | undefined): Promise<readonly string[]> {
	const branch = branchRoot(log.run);
	const before = await log.value(branch, 'search before the fix', {}, async () => locatedNode(log.run) ?? null);
	const located = before ?? (await locate?.());
	return located === undefined
		? []
		: log.value(branch, 'searches before the fix', { located }, async () => [located, ...otherEnds(log.run, located)]);
}

/** Whether the newest feedback, if any, was given in this trajectory, or before it began. */
export function isOfTrajectory(run: Run, { at }: TrajectoryStart): boolean {
	const path = pathTo(run, branchRoot(run));
	const own = path.findIndex(({ id }) => id === at);
	const isBefore = pathTo(run, at).some(({ id }) => id === path.at(-1)?.id);
	return isBefore || (own !== -1 && !path.slice(own + 1).some(({ kind }) => kind === 'trajectory'));
}

/** The node at which the search for locations ended on the path that is shown; undefined if there was none. */
function locatedNode(run: Run): string | undefined {
	const path = pathTo(run, run.selected.leaf);
	return path.findLast(({ kind, phase, expansion, named }) => {
		const isSearch = (kind === 'round' && expansion === undefined) || (kind === 'stage' && phase === 'locate');
		return isSearch && named?.isProvisional === false;
	})?.id;
}

/** The nodes at which other searches than the one that ended in `located` ended with locations of their own. */
function otherEnds(run: Run, located: string): readonly string[] {
	const own = pathTo(run, located).find(({ kind }) => kind === 'trajectory');
	const beside = run.nodes[own?.parent ?? '']?.children.flatMap(id => run.nodes[id] ?? []) ?? [];
	return beside
		.filter(({ id, kind }) => kind === 'trajectory' && id !== own?.id)
		.flatMap(({ id }) => leavesOf(run, id).slice(0, 1))
		.map(({ id }) => resultOf(run, id))
		.filter(({ locations, isProvisional }) => locations.length > 0 && !isProvisional)
		.map(({ leaf }) => leaf);
}
