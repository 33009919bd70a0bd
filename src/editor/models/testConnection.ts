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

/** Probes a model with a few small requests and reports its capabilities, or the error and its remedies. True if it works. */
export async function testConnection(
	deps: TestConnectionDeps,
	dialogs: Dialogs,
	choice: ModelChoice,
): Promise<boolean> {
	if (choice.kind === 'embedded') {
		await dialogs.inform('The embedded localizer needs no connection: nothing leaves this machine.');
		return false;
	}
	try {
		const tried = await withCancel('Testing the model', signal => deps.models.try(choice, signal));
		if (tried !== undefined) {
			deps.log.info(foundText(tried));
			// What follows does not wait until the user closes the message.
			void dialogs.inform(foundText(tried));
		}
		return tried !== undefined;
	} catch (error) {
		const retry = () => testConnection(deps, dialogs, choice);
		return showModelError(deps, dialogs, { error, choice, retry });
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
	readonly retry: () => Promise<boolean>;
}

const actions = { changeKey: 'Change Key', chooseModel: 'Choose Model', showLog: 'Show Log' } as const;

/** Shows the error of a model with its remedies as buttons. True if one of them led to a model that works. */
async function showModelError(
	deps: TestConnectionDeps,
	dialogs: Dialogs,
	{ error, choice, retry }: Failure,
): Promise<boolean> {
	const isForUser = error instanceof ModelError || error instanceof UserError;
	if (!isForUser || isCancel(error)) {
		await showError(deps.log, error);
		return false;
	}
	deps.log.error(error.message);
	const isRefused = error instanceof ModelError && error.kind === 'refused' && choice.kind === 'endpoint';
	const offered = [...(isRefused ? [actions.changeKey] : []), actions.chooseModel, actions.showLog];
	switch (await dialogs.complain(error.message, ...offered)) {
		case actions.changeKey: {
			const isChanged =
				choice.kind === 'endpoint' && (await changeKey(deps.models.keys, dialogs, findEndpoint(choice.name)));
			return isChanged && (await retry());
		}
		case actions.chooseModel:
			return (await vscode.commands.executeCommand(commands.modelChoose)) === true;
		case actions.showLog:
			deps.log.show();
	}
	return false;
}
