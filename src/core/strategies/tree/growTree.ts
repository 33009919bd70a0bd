import { CapReached } from '../../agent/limits/spending';
import type { BranchExit } from '../../model/run/treeEvents';
import { ModelError } from '../../modelError';
import { UserError } from '../../util/userError';
import { openTurn } from './openTurn';
import { type Move, nextMove } from './scheduler';
import { type SubmissionDeps, submitChanges } from './submissions';
import type { TreeAgent, TurnEnd } from './treeAgent';
import type { TreeContext } from './treeContext';
import { submitKey, treeTurns } from './treeTurns';
import { endedText, turnText } from './turnText';

export interface GrowingDeps extends SubmissionDeps {
	readonly agent: TreeAgent;
}

/**
 * Has the agent take turns, in the order of the scheduler, until a patch is proven or the limits are reached. Throws
 * `CapReached` and `UserError` where the model cannot be asked any more; what was changed until then is submitted before.
 */
export async function growTree(context: TreeContext, deps: GrowingDeps): Promise<void> {
	const { log, start, options, stageDeps } = context;
	for (;;) {
		stageDeps.agent.signal.throwIfAborted();
		const turns = treeTurns(log.run, start, options);
		const move = nextMove(turns, options);
		switch (move.kind) {
			case 'done':
				await log.once(start, { type: 'noted', text: doneTexts[move.why] });
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

const doneTexts: Readonly<Record<Extract<Move, { kind: 'done' }>['why'], string>> = {
	proven: 'The search ended: a patch is proven.',
	exhausted: 'The search ended: no branch is left.',
	maxTurns: 'The search ended at its limit of turns.',
};

async function takeTurn(context: TreeContext, deps: GrowingDeps, turn: string): Promise<void> {
	const { log } = context;
	const end = await endOf(context, deps, turn);
	if (end === 'acted') {
		await log.close(turn, turnText(log.run, turn));
	} else {
		await endBranch(context, deps, { turn, exit: end });
	}
}

/** A turn that fails for another reason than its model is tried once more. */
async function endOf(context: TreeContext, deps: GrowingDeps, turn: string): Promise<TurnEnd | BranchExit> {
	const { log } = context;
	for (let nTries = 1; ; nTries++) {
		try {
			return await deps.agent.take(turn);
		} catch (error) {
			if (error instanceof ModelError && error.kind === 'contextTooLong') {
				return failed(context, deps, { turn, exit: 'exit_context', error });
			}
			if (error instanceof CapReached || isOfModel(context, turn)) {
				await submitAtHand(context, deps, { turn, exit: error instanceof CapReached ? 'exit_cost' : 'exit_api' });
				throw error;
			}
			if (!(error instanceof UserError)) {
				throw error;
			}
			if (nTries > 1) {
				return failed(context, deps, { turn, exit: 'exit_error', error });
			}
			await log.once(turn, { type: 'noted', text: `${error.message} The action is tried once more.` });
		}
	}
}

/** Whether the newest request of a turn was not answered. */
function isOfModel({ log, stageDeps }: TreeContext, turn: string): boolean {
	const request = log.run.nodes[turn]?.requests.at(-1);
	return !stageDeps.agent.signal.aborted && request !== undefined && request.answer === undefined;
}

interface FailedTurn {
	readonly turn: string;
	readonly exit: BranchExit;
	readonly error: Error;
}

/** Nothing counts as done in it. */
async function failed({ log }: TreeContext, deps: GrowingDeps, { turn, exit, error }: FailedTurn): Promise<BranchExit> {
	await log.once(turn, { type: 'noted', text: error.message });
	await deps.bench.keep(turn, false);
	return exit;
}

/** Before the run stops at a turn that is taken when it continues: what was changed before this turn. */
async function submitAtHand(
	context: TreeContext,
	deps: GrowingDeps,
	{ turn, exit }: { readonly turn: string; readonly exit: 'exit_api' | 'exit_cost' },
): Promise<void> {
	const { log, start } = context;
	const { parent = start } = log.run.nodes[turn] ?? {};
	if (parent !== start) {
		await submitChanges(context, parent, { ...deps, key: `${submitKey} at hand`, exit });
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
