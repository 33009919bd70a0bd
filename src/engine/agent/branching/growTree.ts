import { CapReached } from '../../../models/pure/limits/spending';
import type { BranchExit } from '../../../runs/pure/events/treeEvents';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { RunNode, RunRequest } from '../../../runs/pure/fold/runNode';
import { pathTo, resultOf } from '../../../runs/pure/fold/runTree';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { UserError } from '../../../system/pure/errors/userError';
import { repeatsAccepted, type SubmissionDeps, submitChanges } from '../changes/submissions';
import type { FixAgent, TurnEnd } from '../turns/fixAgent';
import { endedText, turnText } from '../turns/turnText';
import { limitsAfter, type Move, nextMove, type TreeTurn } from './scheduler';
import { growthRoot, type TreeContext } from './treeContext';
import type { BranchKind, TreeRules } from './treeRules';
import {
	alternativeKey,
	endOfTurn,
	endsPath,
	submissionsOf,
	submitAtHandKey,
	submitKey,
	treeTurns,
	turnBefore,
	turnKey,
} from './treeTurns';

export interface GrowingDeps extends SubmissionDeps {
	readonly agent: FixAgent;
	/** Called before each decision on the next move. */
	readonly onMove: () => void;
}

/**
 * Has the agent take turns, in the order of the scheduler, until a patch is proven or the limits are reached. Throws
 * `CapReached` and `UserError` if the model cannot be asked any more; the changes until then are submitted before.
 */
export async function growTree(context: TreeContext, deps: GrowingDeps): Promise<void> {
	const { log, start, options, stageDeps } = context;
	await finishSubmitted(context, deps);
	for (;;) {
		stageDeps.agent.signal.throwIfAborted();
		deps.onMove();
		const turns = treeTurns(log.run, start, options);
		const root = growthRoot(context);
		const move = nextMove(turns, options, root);
		await noteUnfollowed(log, turns, root);
		const lost = move.kind === 'done' ? undefined : await deps.bench.checkStart();
		if (lost !== undefined) {
			return endAtLoss(log, root, lost);
		}
		switch (move.kind) {
			case 'done':
				await log.once(root, { type: 'noted', text: doneText(move.why, options) });
				return;
			case 'leave':
				await endBranch(context, deps, { turn: move.at, exit: 'exit_limit' });
				break;
			case 'continue':
			case 'branch':
				await takeTurn(context, deps, await openTurn(context, turns, move));
		}
	}
}

/** A run that stopped at a cap could not have its last changes reviewed. */
async function finishSubmitted(context: TreeContext, deps: GrowingDeps): Promise<void> {
	const { log, start, options } = context;
	const turns = treeTurns(log.run, start, options);
	const isAtHand = (id: string) => submissionsOf(log.run, id).some(({ key }) => key === submitAtHandKey);
	for (const { id } of turns.filter(turn => isAtHand(turn.id))) {
		await submitChanges(context, id, { ...deps, key: submitAtHandKey, exit: 'exit_cost' });
	}
}

/** The user gave other feedback before the tree came to it. */
async function noteUnfollowed(log: RunLog, turns: readonly TreeTurn[], root: string): Promise<void> {
	const at = turns.findIndex(({ id }) => id === root);
	const parents = new Set(turns.map(({ parent }) => parent));
	for (const { id } of turns.slice(0, Math.max(0, at)).filter(({ isRemark }) => isRemark)) {
		if (!parents.has(id)) {
			await log.once(id, { type: 'noted', text: 'Newer feedback came before this could be followed.' });
		}
	}
}

type DoneWhy = Extract<Move, { kind: 'done' }>['why'];

const doneTexts: Readonly<Record<DoneWhy, string>> = {
	proven: 'The search ended: a patch passes all that judges it.',
	exhausted: 'The search ended: no branch is left.',
	maxTurns: 'The search ended at its limit of turns.',
};

function doneText(why: DoneWhy, { accepts }: TreeRules): string {
	return why === 'proven' && accepts === 'unrefuted'
		? 'The search ended: nothing speaks against a patch.'
		: doneTexts[why];
}

/** Without the state that the tree began with, it cannot grow; patches that were submitted are ranked all the same. */
async function endAtLoss(log: RunLog, root: string, lost: UserError): Promise<void> {
	if (fixOf(log.run, root).patches.length === 0) {
		throw lost;
	}
	await log.once(root, { type: 'noted', text: `${lost.message} The search ended: patches from before are ranked.` });
}

/** Whether the search began with a patch, or something was named or changed on the path to a node. */
function isLocated(run: Run, node: string, start: string): boolean {
	if (run.nodes[start]?.phase === 'patch') {
		return true;
	}
	const { locations, isProvisional } = resultOf(run, node);
	const hasChanged = ({ calls }: RunNode) =>
		calls.some(({ tool, answer }) => changing.has(tool) && answer?.ok === true);
	return (locations.length > 0 && !isProvisional) || pathTo(run, node).some(hasChanged);
}

const changing: ReadonlySet<string> = new Set(['create', 'append', 'edit', 'insert']);

/** Opens the node of the turn that the scheduler chose; one that a killed process left is returned as it is. */
function openTurn(
	{ log, start, options }: TreeContext,
	turns: readonly TreeTurn[],
	move: Extract<Move, { kind: 'continue' | 'branch' }>,
): Promise<string> {
	const parent = move.at === undefined ? start : endOfTurn(log.run, move.at);
	const limits = Object.entries(limitsAfter(turns, options, move.at));
	const left = Object.fromEntries(limits.filter(([kind]) => (options.limits[kind as BranchKind] ?? 0) > 0));
	const node = { kind: 'round', ...(isLocated(log.run, parent, start) && { phase: 'patch' as const }) } as const;
	if (move.kind === 'continue') {
		return log.open(parent, { ...node, key: turnKey, title: 'Take the next action', expansion: { left } });
	}
	const replaces = turns.find(({ id }) => id === move.replaces)?.kind ?? '';
	const number = 1 + turns.filter(turn => turn.replaces === move.replaces).length;
	return log.open(parent, {
		...{ ...node, key: alternativeKey(number), title: `Look for an alternative to ${replaces}` },
		expansion: { replaces, left },
	});
}

async function takeTurn(context: TreeContext, deps: GrowingDeps, turn: string): Promise<void> {
	const { log } = context;
	const end = await endOf(context, deps, turn);
	if (end !== 'acted') {
		await endBranch(context, deps, { turn, exit: end });
	} else if (endsPath(log.run, turn, context.options) || (await repeatsAccepted(context, turn))) {
		await log.once(turn, { type: 'branchEnded', exit: 'submitted' });
		await log.close(turn, endedText('submitted'));
	} else {
		await log.close(turn, turnText(log.run, turn));
	}
}

/** A turn that fails for another reason than its model is tried once more. */
async function endOf(context: TreeContext, deps: GrowingDeps, turn: string): Promise<TurnEnd | BranchExit> {
	const { log } = context;
	for (let nTries = 1; ; nTries++) {
		try {
			return await deps.agent.take(turn);
		} catch (error) {
			context.stageDeps.agent.signal.throwIfAborted();
			const request = log.run.nodes[turn]?.requests.at(-1);
			const isUnanswered = request !== undefined && request.answer === undefined;
			if (error instanceof CapReached) {
				await submitAtHand(context, deps, { turn, exit: 'exit_cost' });
				throw error;
			}
			if (!(error instanceof UserError)) {
				throw error;
			}
			const exit = isUnanswered ? exitAfter(request) : undefined;
			if (exit !== undefined) {
				return failed(context, deps, { turn, exit, error });
			}
			if (isUnanswered) {
				await submitAtHand(context, deps, { turn, exit: 'exit_api' });
				throw error;
			}
			if (nTries > 1) {
				return failed(context, deps, { turn, exit: 'exit_error', error });
			}
			await log.once(turn, { type: 'noted', text: `${error.message} The action is tried once more.` });
		}
	}
}

/** How a branch ends at a request that other branches need not fail at. */
function exitAfter({ failures }: RunRequest): BranchExit | undefined {
	switch (failures.at(-1)?.kind) {
		case 'contextTooLong':
			return 'exit_context';
		case 'empty':
			return 'exit_format';
		default:
			return undefined;
	}
}

interface FailedTurn {
	readonly turn: string;
	readonly exit: BranchExit;
	readonly error: Error;
}

/** Nothing counts as done in it. */
async function failed({ log }: TreeContext, deps: GrowingDeps, { turn, exit, error }: FailedTurn): Promise<BranchExit> {
	await log.once(turn, { type: 'noted', text: error.message });
	await deps.bench.keep(turn);
	return exit;
}

/** Before the run stops at a turn that is taken when it continues: submits the changes before this turn. */
async function submitAtHand(
	context: TreeContext,
	deps: GrowingDeps,
	{ turn, exit }: { readonly turn: string; readonly exit: 'exit_api' | 'exit_cost' },
): Promise<void> {
	const { log, start } = context;
	const node = log.run.nodes[turn];
	const before = node && turnBefore(log.run, node, start);
	if (before !== undefined) {
		await submitChanges(context, before, { ...deps, key: submitAtHandKey, exit });
	}
}

async function endBranch(
	context: TreeContext,
	deps: GrowingDeps,
	{ turn, exit }: { readonly turn: string; readonly exit: BranchExit },
): Promise<void> {
	const { log } = context;
	if (exit !== 'dropped') {
		await submitChanges(context, turn, { ...deps, key: submitKey, exit });
	}
	await log.once(turn, { type: 'branchEnded', exit });
	await log.close(turn, endedText(exit));
}
