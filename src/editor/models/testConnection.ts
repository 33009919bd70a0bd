import * as vscode from 'vscode';
import { ModelError } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import { commands } from '../ids';
import type { Services } from '../services';
import { isCancel, showError } from '../showError';
import { changeKey } from './changeKey';
import type { Dialogs } from './dialogs';
import type { ModelChoice } from './modelChoice';
import type { TriedModel } from './models';
import { findEndpoint } from './openModel';
import { withCancel } from './withCancel';

type TestConnectionDeps = Pick<Services, 'models' | 'log'>;

/** Probes a model with a few small requests and reports its capabilities, or the error and its remedies. */
export async function testConnection(deps: TestConnectionDeps, dialogs: Dialogs, choice: ModelChoice): Promise<void> {
	if (choice.kind === 'embedded') {
		await dialogs.inform('The embedded localizer needs no connection: nothing leaves this machine.');
		return;
	}
	try {
		const tried = await withCancel('Testing the model', signal => deps.models.try(choice, signal));
		if (tried !== undefined) {
			deps.log.info(foundText(tried));
			await dialogs.inform(foundText(tried));
		}
	} catch (error) {
		const retry = () => testConnection(deps, dialogs, choice);
		await showModelError(deps, dialogs, { error, choice, retry });
	}
}

function foundText({ model, notes }: TriedModel): string {
	const { name, server, contextTokens } = model;
	return [`${name} answers at ${server}.`, ...notes, `${contextTokens.toLocaleString('en')} tokens of context.`].join(
		' ',
	);
}

interface Failure {
	readonly error: unknown;
	/** The model that failed. */
	readonly choice: ModelChoice;
	/** Repeats the failed action after the user fixed the cause. */
	readonly retry: () => Promise<void>;
}

const actions = { changeKey: 'Change Key', chooseModel: 'Choose Model', showLog: 'Show Log' } as const;

/** Shows the error of a model with its remedies as buttons. */
async function showModelError(
	deps: TestConnectionDeps,
	dialogs: Dialogs,
	{ error, choice, retry }: Failure,
): Promise<void> {
	const isForUser = error instanceof ModelError || error instanceof UserError;
	if (!isForUser || isCancel(error)) {
		return showError(deps.log, error);
	}
	deps.log.error(error.message);
	const isRefused = error instanceof ModelError && error.kind === 'refused' && choice.kind === 'endpoint';
	const offered = [...(isRefused ? [actions.changeKey] : []), actions.chooseModel, actions.showLog];
	switch (await dialogs.complain(error.message, ...offered)) {
		case actions.changeKey:
			if (choice.kind === 'endpoint' && (await changeKey(deps.models.keys, dialogs, findEndpoint(choice.name)))) {
				await retry();
			}
			return;
		case actions.chooseModel:
			await vscode.commands.executeCommand(commands.modelChoose);
			return;
		case actions.showLog:
			deps.log.show();
	}
}
