import * as vscode from 'vscode';
import {
	embeddedEngine,
	embeddedSetup,
	modelSetup,
	type RunSetup,
	unavailableSetup,
} from '../../engine/strategies/runSetup';
import { strategyNamed } from '../../engine/strategies/strategies';
import type { ChatModel } from '../../models/pure/chatModel';
import { ModelError } from '../../models/pure/modelError';
import type { Run } from '../../runs/pure/fold/run';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import type { Checkouts } from '../../sandbox/pure/execution/checkouts';
import type { Clock } from '../../system/pure/clock';
import { UserError } from '../../system/pure/errors/userError';
import type { CopiesFor, ExecutionPlace } from '../execution/executionPlace';
import type { ChosenModel } from '../models/chosenModel';
import { withCancel } from '../models/withCancel';
import { priceOf, readSettings } from '../settings/settings';
import type { RunWatch } from './runCaller';

type UsedModel = Pick<ChosenModel, 'beside' | 'choice' | 'current' | 'label' | 'modelName' | 'recipient'>;

interface RunSetupDeps {
	readonly models: UsedModel;
	readonly clock: Clock;
	readonly execution: Pick<ExecutionPlace, 'ask'>;
	readonly checkouts: { with(dependencies: Confinement['dependencies']): Checkouts };
}

/**
 * The engine of a run: the chosen model or the embedded localizer; a run that continues keeps the kind of engine it
 * started with. A patch is always written by a model; if that is not available, the run fails with the reason.
 * Undefined: the user cancelled. Throws `UserError` if no model is chosen.
 */
export async function openRunSetup(
	deps: RunSetupDeps,
	watch: RunWatch,
	run?: Run,
	goal?: 'fix',
): Promise<RunSetup | undefined> {
	const { models, clock } = deps;
	const settings = readSettings();
	const strategy = strategyNamed(run?.strategy ?? settings.strategy);
	const isEmbedded = (run === undefined ? models.choice.kind : run.engine) === embeddedEngine;
	if (isEmbedded && goal === undefined) {
		return embeddedSetup(strategy);
	}
	if (models.choice.kind === 'embedded') {
		throw new UserError(
			goal === 'fix'
				? 'Patches are written by a model. Choose one first.'
				: `This run was started with ${run?.engine}. Choose a model first, then continue the run.`,
			{ cures: [{ kind: 'chooseModel' }] },
		);
	}
	const opened = await openModels(models, goal === 'fix' ? settings.judgeModel : undefined);
	if (opened === undefined || opened instanceof UserError) {
		const { modelName: engine, recipient: server } = models;
		return opened && unavailableSetup(strategy, { engine, ...(server !== undefined && { server }) }, opened);
	}
	const { model, judge } = opened;
	const { maxRounds, embeddedHints: seeds, caps, nCandidates } = settings;
	const { effort, memoryTokens, filtersMemory, tree } = settings;
	const search = { maxRounds, seeds, effort, memoryTokens, filtersMemory, tree };
	const options = {
		...watch,
		clock,
		...search,
		judge,
		caps,
		price: priceOf([model.name, ...(judge === undefined ? [] : [judge.name])], settings),
	};
	if (goal === undefined) {
		return modelSetup(strategy, model, options);
	}
	const copiesFor: CopiesFor = dependencies => deps.checkouts.with(dependencies);
	const execution = await deps.execution.ask(model.name, strategy, copiesFor, run?.id);
	return execution === 'cancelled'
		? undefined
		: modelSetup(strategy, model, {
				...options,
				nCandidates,
				execution: execution === 'nothing' ? undefined : execution,
			});
}

interface OpenedModels {
	readonly model: ChatModel;
	readonly judge: ChatModel | undefined;
}

/** The model in use and its judge, or why they cannot be used. Undefined: the user cancelled. */
async function openModels(
	models: UsedModel,
	judgeModel: string | undefined,
): Promise<OpenedModels | UserError | undefined> {
	try {
		return await withCancel(vscode.l10n.t('Connecting to {0}', models.label), async signal => {
			const model = await models.current(signal);
			const judge = judgeModel === undefined ? undefined : await openJudge(models, judgeModel, signal);
			return model && { model, judge };
		});
	} catch (error) {
		if (error instanceof UserError) {
			return error;
		}
		if (error instanceof ModelError) {
			return new UserError(error.message, { cures: error.cures });
		}
		throw error;
	}
}

async function openJudge(models: UsedModel, judgeModel: string, signal: AbortSignal): Promise<ChatModel | undefined> {
	try {
		return await models.beside(judgeModel, signal);
	} catch (error) {
		throw error instanceof UserError || error instanceof ModelError
			? new UserError(
					`The model that compares ("${judgeModel}", the setting faultline.judgeModel) cannot be used. ${error.message}`,
				)
			: error;
	}
}
