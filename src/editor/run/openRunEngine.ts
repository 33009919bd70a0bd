import type { Run } from '../../core/model/run';
import { UserError } from '../../core/util/userError';
import { embeddedEngine, modelEngine, type RunEngine } from '../../node/runEngine';
import { withCancel } from '../models/withCancel';
import type { Services } from '../services';
import { readSettings } from '../settings';
import type { RunWatch } from './runController';

type Parts = Pick<Services, 'models' | 'clock'>;

/**
 * Who locates: the chosen model, or the embedded localizer; for a run that goes on, whichever of the two it began with.
 * Undefined: the person would not wait for the model. Throws `UserError` and `ModelError` where the model cannot be had.
 */
export async function openRunEngine(parts: Parts, watch: RunWatch, run?: Run): Promise<RunEngine | undefined> {
	const { models, clock } = parts;
	if (run?.engine === embeddedEngine.engine || (run === undefined && models.choice.kind === 'embedded')) {
		return embeddedEngine;
	}
	if (models.choice.kind === 'embedded') {
		throw new UserError(`This run was begun with ${run?.engine}: choose a model first, then go on with it.`);
	}
	const model = await withCancel(`Connecting to ${models.label}`, signal => models.current(signal));
	if (model === undefined) {
		return undefined;
	}
	const { maxRounds, seedWithEmbedded: seeds, caps, pricing } = readSettings();
	return modelEngine(model, { ...watch, clock, maxRounds, seeds, caps, price: pricing[model.name] });
}
