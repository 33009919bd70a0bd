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

type Parts = Pick<Services, 'models' | 'log'>;

/** Tries a model with a few small requests and says what it can do, or what is wrong and what helps. */
export async function testConnection(parts: Parts, dialogs: Dialogs, choice: ModelChoice): Promise<void> {
	if (choice.kind === 'embedded') {
		await dialogs.inform('The embedded localizer needs no connection: nothing leaves this machine.');
		return;
	}
	try {
		const tried = await withCancel('Testing the model', signal => parts.models.try(choice, signal));
		if (tried !== undefined) {
			parts.log.info(foundText(tried));
			await dialogs.inform(foundText(tried));
		}
	} catch (error) {
		const again = () => testConnection(parts, dialogs, choice);
		await showModelError(parts, dialogs, { error, choice, again });
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
	/** Does again what failed, once the person has mended something. */
	readonly again: () => Promise<void>;
}

const actions = { changeKey: 'Change Key', chooseModel: 'Choose Model', showLog: 'Show Log' } as const;

/** Says in the error's own words what is wrong with a model, with the ways out. */
async function showModelError(
	parts: Pick<Services, 'models' | 'log'>,
	dialogs: Dialogs,
	{ error, choice, again }: Failure,
): Promise<void> {
	const isTold = error instanceof ModelError || error instanceof UserError;
	if (!isTold || isCancel(error)) {
		return showError(parts.log, error);
	}
	parts.log.error(error.message);
	const isRefused = error instanceof ModelError && error.kind === 'refused' && choice.kind === 'endpoint';
	const offered = [...(isRefused ? [actions.changeKey] : []), actions.chooseModel, actions.showLog];
	switch (await dialogs.complain(error.message, ...offered)) {
		case actions.changeKey:
			if (choice.kind === 'endpoint' && (await changeKey(parts.models.keys, dialogs, findEndpoint(choice.name)))) {
				await again();
			}
			return;
		case actions.chooseModel:
			await vscode.commands.executeCommand(commands.chooseModel);
			return;
		case actions.showLog:
			parts.log.show();
	}
}
