import { CapReached } from '../../../models/pure/limits/spending';
import { ModelError } from '../../../models/pure/modelError';
import type { StageDeps } from '../../../models/pure/requests/agentDeps';
import type { RunFix } from '../../../runs/pure/fold/runFix';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { GradedPatch } from './gradePatch';
import { type Parsing, patchKey } from './patchKey';
import { equalPatches, rankPatches } from './rankPatches';
import { tallyOf, type Vote } from './tally';
import { nVotes, type VotedTask, voteOn } from './votes';

export interface SelectionDeps {
	readonly log: RunLog;
	readonly workspace: Parsing;
	readonly signal: AbortSignal;
	/** Votes if nothing else distinguishes the best patches; without a model, the smaller change is better. */
	readonly voting?: { readonly deps: StageDeps; readonly task: VotedTask };
}

/** More are too long for one comparison; the smaller changes are compared. */
const mostCompared = 6;

/**
 * Ranks the patches of a fix and records the ranking at node `node`. Equal ones become one. If several are equally
 * proven and reviewed, the model compares them in three votes; the ranking without votes is recorded before, so that it
 * is there even if they fail. A fix without patches is no error: the ranking is empty.
 */
export async function selectPatches(node: string, fix: RunFix, deps: SelectionDeps): Promise<void> {
	const { log, voting } = deps;
	const groups = await equalGroups(fix, deps);
	await log.once(node, { type: 'patchesRanked', ranking: rankPatches(fix, groups) });
	const equal = equalPatches(fix, groups).slice(0, mostCompared);
	if (voting === undefined || equal.length < 2) {
		return;
	}
	const votes: (Vote | undefined)[] = [];
	for (let number = 1; number <= nVotes; number++) {
		votes.push(await voteIn(node, log, { ...voting, patches: equal, number }));
	}
	const ids = equal.map(({ patch }) => patch.id);
	await log.once(node, { type: 'patchesRanked', ranking: rankPatches(fix, groups, tallyOf(ids, votes)) });
}

/** In a node of its own, which is no branch. */
async function voteIn(
	parent: string,
	log: RunLog,
	{ deps, task, patches, number }: OneVote,
): Promise<Vote | undefined> {
	const node = await log.open(parent, {
		...{ key: `vote ${number}`, kind: 'stage', phase: 'patch', isAside: true },
		title: `Compare ${patches.length} patches (vote ${number} of ${nVotes})`,
	});
	try {
		const vote = await voteOn(node, deps, { task, patches, number });
		if (vote === undefined) {
			await log.close(node, 'The vote cannot be read', { kind: 'nothing' });
		} else {
			await log.close(node, `Compared the patches: ${vote.reason}`);
		}
		return vote;
	} catch (error) {
		if (!(error instanceof ModelError || error instanceof CapReached)) {
			throw error;
		}
		await log.once(node, { type: 'noted', text: error.message });
		const next = 'Compare the patches yourself.';
		await log.close(node, 'The model could not compare the patches', { kind: 'failed', next });
		return undefined;
	}
}

interface OneVote extends NonNullable<SelectionDeps['voting']> {
	readonly patches: readonly GradedPatch[];
	readonly number: number;
}

/** The ids of patches, those that are the same change together. */
async function equalGroups(
	{ patches }: RunFix,
	{ workspace, signal }: SelectionDeps,
): Promise<readonly (readonly string[])[]> {
	const groups = new Map<string, string[]>();
	for (const patch of patches) {
		const key = await patchKey(patch, workspace, signal);
		groups.set(key, [...(groups.get(key) ?? []), patch.id]);
	}
	return [...groups.values()];
}
