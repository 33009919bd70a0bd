import { type Run, rootNode } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import { branchRoot, leavesOf, pathTo, resultOf } from '../../runs/pure/fold/runTree';
import type { RunLog } from '../../runs/pure/log/runLog';
import type { Patch } from '../../runs/pure/model/patch';
import type { TreeRules } from './branching/treeRules';
import { isAcceptedPatch } from './branching/treeTurns';

/** Where a trajectory of the agent begins. */
export interface TrajectoryStart {
	/** The node that it follows. */
	readonly at: string;
	/** From 1. */
	readonly number: number;
	/** The node is one of its own. */
	readonly isOwnNode: boolean;
	/** The node at which the search before ended; absent if the agent looks itself. */
	readonly located: string | undefined;
	/** Another one begins with the same facts: its answers must differ. */
	readonly temperature?: number;
	/** Patches of others that are wrong, which it is shown. */
	readonly failed: readonly Patch[];
}

/** How further trajectories begin after dead ends. */
interface Again {
	/** So many at most. */
	readonly most: number;
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
	{ nCandidates, again }: { readonly nCandidates: number; readonly again: Again | undefined },
	locate: Locate | undefined,
): AsyncGenerator<TrajectoryStart> {
	const ends = await searchEnds(log, locate);
	for (let number = 1; number <= nCandidates; number++) {
		const isSample = number > Math.max(1, ends.length);
		const located = isSample ? ends[0] : ends[number - 1];
		const before = located ?? rootNode;
		const at =
			number === 1
				? before
				: await log.open(before, { kind: 'trajectory', key: `candidate ${number}`, title: 'Write another patch' });
		yield {
			...{ at, number, located, isOwnNode: number > 1, failed: [] },
			...(isSample && { temperature: sampleTemperature }),
		};
	}
	const [located] = ends;
	const from = located ?? rootNode;
	for (let number = 1; again !== undefined && number <= again.most; number++) {
		const { patches } = fixOf(log.run);
		const key = `again ${number}`;
		const hasBegun = log.run.nodes[from]?.children.some(child => log.run.nodes[child]?.key === key) === true;
		// After feedback, only that is followed.
		const isOver = branchRoot(log.run) !== rootNode || patches.some(({ id }) => isAcceptedPatch(log.run, id, again));
		if (!hasBegun && (isOver || patches.length === 0)) {
			return;
		}
		const at = await log.open(from, { kind: 'trajectory', key, title: 'Begin again, with what failed' });
		const failed = await log.value(at, 'patches that failed', {}, async () =>
			patches.slice(-mostFailed).map(({ id }) => id),
		);
		yield {
			...{ at, number: nCandidates + number, located, isOwnNode: true },
			failed: patches.filter(({ id }) => failed.includes(id)),
		};
	}
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
