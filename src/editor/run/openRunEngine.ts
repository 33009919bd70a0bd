import type { Run } from '../../core/model/run';
import type { Checkouts, Clock } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import { embeddedEngine, fixEngine, modelEngine, type RunEngine } from '../../node/runEngine';
import { openExecution } from '../fix/openExecution';
import type { Models } from '../models/models';
import { withCancel } from '../models/withCancel';
import { readSettings } from '../settings';
import type { RunWatch } from './runController';

export interface RunEngineParts {
	readonly models: Models;
	readonly clock: Clock;
	/** Copies of the workspace as it is then. */
	readonly checkouts: Checkouts;
}

/**
 * Who locates: the chosen model, or the embedded localizer; for a run that goes on, whichever of the two it began with. A
 * patch is always written by a model. Undefined: the person changed their mind. Throws `UserError` and `ModelError` where the model cannot be had.
 */
export async function openRunEngine(
	parts: RunEngineParts,
	watch: RunWatch,
	run?: Run,
	goal?: 'fix',
): Promise<RunEngine | undefined> {
	const { models, clock } = parts;
	const isEmbedded = (run === undefined ? models.choice.kind : run.engine) === embeddedEngine.engine;
	if (isEmbedded && goal === undefined) {
		return embeddedEngine;
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
	const { maxRounds, seedWithEmbedded: seeds, caps, pricing, nCandidates, testCommand } = readSettings();
	const options = { ...watch, clock, maxRounds, seeds, caps, price: pricing[model.name] };
	if (goal === undefined) {
		return modelEngine(model, options);
	}
	const execution = await openExecution(parts.checkouts, model.name, testCommand);
	return execution === 'cancelled'
		? undefined
		: fixEngine(model, {
				...options,
				nCandidates,
				execution: execution === 'nothing' ? undefined : execution,
			});
}
