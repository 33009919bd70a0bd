import { DamagedIndexError, withSoundIndex } from '../../code/pure/index/tables/damagedIndex';
import type { Workspace } from '../../history/pure/workspace';
import type { RunEnded } from '../../runs/pure/events/runEvent';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { resultSummary } from '../../runs/pure/fold/runResult';
import type { RunLog } from '../../runs/pure/log/runLog';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import type { Log } from '../../system/pure/log';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import { nameProvisional } from './nameProvisional';
import type { RunSetup } from './runSetup';
import type { StrategyNeed } from './strategy';

export interface RunDeps {
	/** The indexed workspace. Throws `UserError` if there is nothing to search. */
	readonly open: () => Promise<Workspace>;
	readonly setup: RunSetup;
	readonly log: Log;
	readonly signal: AbortSignal;
}

/** Performs a started or resumed run to its end, which its log records. Rejects only if that cannot be written. */
export async function performRun(run: RunLog, deps: RunDeps): Promise<void> {
	const end = await ending(run, deps);
	await run.emit(rootNode, { ...end, summary: resultSummary(run.run) });
}

async function ending(run: RunLog, { open, setup, log, signal }: RunDeps): Promise<RunEnded> {
	try {
		refuseWithoutNeeds(setup, run.run);
		// The work done until damage is found is replayed.
		await withSoundIndex(log, async () => {
			const workspace = await untilAborted(open(), signal);
			const { nFiles, nSymbols } = workspace.index;
			await run.emit(rootNode, { type: 'indexed', nFiles, nSymbols });
			await withStrategy(run, setup, workspace, signal);
		});
		signal.throwIfAborted();
		return { type: 'runEnded', outcome: 'done' };
	} catch (error) {
		if (signal.aborted) {
			return { type: 'runEnded', outcome: 'cancelled' };
		}
		if (error instanceof UserError) {
			const { message, cures } = error;
			return { type: 'runEnded', outcome: 'failed', message, ...(cures.length > 0 && { cures }) };
		}
		log.error('The run failed.', error);
		return { type: 'runEnded', outcome: 'failed', message: `Internal error: ${errorText(error)}. See the log.` };
	}
}

/** If the model fails before it names a location, the embedded localizer's are named before this throws. */
async function withStrategy(run: RunLog, setup: RunSetup, workspace: Workspace, signal: AbortSignal): Promise<void> {
	const { strategy, agent, execution, options, unavailable } = setup;
	agent?.gate.learn(`${run.run.issue.title}\n${run.run.issue.body}`);
	try {
		if (unavailable !== undefined) {
			throw unavailable;
		}
		await strategy.run(run, {
			...{ workspace, signal, options },
			...(agent !== undefined && { agent: { ...agent, signal } }),
			...(execution !== undefined && { execution }),
		});
	} catch (error) {
		const isOfModel = (agent ?? unavailable) !== undefined && !(error instanceof DamagedIndexError);
		if (isOfModel && error instanceof UserError && !signal.aborted) {
			await nameProvisional(run, { workspace, gate: agent?.gate, signal });
		}
		throw error;
	}
}

const missing: Readonly<Record<StrategyNeed, string>> = {
	agent: 'needs a model: choose one',
	execution: 'needs to run commands: allow it (on the command line with --execute)',
};

/**
 * If only locations are wanted, nothing is executed. A model that cannot be asked was chosen: the run ends with the
 * reason.
 */
function refuseWithoutNeeds({ strategy, ...setup }: RunSetup, { goal }: Pick<Run, 'goal'>): void {
	if (setup.unavailable !== undefined) {
		return;
	}
	const needs = strategy.needs.filter(each => goal === 'fix' || each !== 'execution');
	const need = needs.find(each => setup[each] === undefined);
	if (need !== undefined) {
		throw new UserError(`The strategy "${strategy.name}" ${missing[need]}.`, {
			cures: [{ kind: need === 'agent' ? 'chooseModel' : 'retry' }],
		});
	}
}
