import type { Run } from '../../core/model/run';
import type { Checkouts, Clock } from '../../core/ports';
import { embeddedEngine, embeddedSetup, modelSetup, type RunSetup } from '../../core/strategies/runSetup';
import { strategyNamed } from '../../core/strategies/strategies';
import { UserError } from '../../core/util/userError';
import { openExecution } from '../fix/openExecution';
import type { Models } from '../models/models';
import { withCancel } from '../models/withCancel';
import { readSettings } from '../settings';
import type { RunWatch } from './runController';

export interface RunSetupDeps {
	readonly models: Models;
	readonly clock: Clock;
	/** Copies of the workspace as it is then. */
	readonly checkouts: Checkouts;
}

/**
 * Who locates: the chosen model, or the embedded localizer; for a run that goes on, whichever of the two it began with. A
 * patch is always written by a model. Undefined: the person changed their mind. Throws `UserError` and `ModelError` where the model cannot be had.
 */
export async function openRunSetup(
	parts: RunSetupDeps,
	watch: RunWatch,
	run?: Run,
	goal?: 'fix',
): Promise<RunSetup | undefined> {
	const { models, clock } = parts;
	const settings = readSettings();
	const strategy = strategyNamed(run?.strategy ?? settings.strategy);
	const isEmbedded = (run === undefined ? models.choice.kind : run.engine) === embeddedEngine;
	if (isEmbedded && goal === undefined) {
		return embeddedSetup(strategy);
	}
	if (models.choice.kind === 'embedded') {
		throw new UserError(
			goal === 'fix'
				? 'A patch is written by a model: run "Faultline: Choose Model" first.'
				: `This run was begun with ${run?.engine}: choose a model first, then go on with it.`,
		);
	}
	const model = await withCancel(`Connecting to ${models.label}`, signal => models.current(signal));
	if (model === undefined) {
		return undefined;
	}
	const { maxRounds, seedWithEmbedded: seeds, caps, pricing, nCandidates, testCommand } = settings;
	const options = { ...watch, clock, maxRounds, seeds, caps, price: pricing[model.name] };
	if (goal === undefined) {
		return modelSetup(strategy, model, options);
	}
	const execution = await openExecution(parts.checkouts, model.name, testCommand);
	return execution === 'cancelled'
		? undefined
		: modelSetup(strategy, model, {
				...options,
				nCandidates,
				execution: execution === 'nothing' ? undefined : execution,
			});
}
