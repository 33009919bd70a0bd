import * as vscode from 'vscode';
import { ModelError } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import { commands } from '../ids';
import type { Services } from '../services';
import { isCancel, showError } from '../showError';
import { changeKey } from './changeKey';
import type { Dialogs } from './dialogs';
import type { ModelChoice } from './modelChoice';
import { findEndpoint } from './openModel';

interface Failure {
	readonly error: unknown;
	/** The model that failed. */
	readonly choice: ModelChoice;
	/** Does again what failed, once the person has mended something. */
	readonly again: () => Promise<void>;
}

const actions = { changeKey: 'Change Key', chooseModel: 'Choose Model', showLog: 'Show Log' } as const;

/** Says in the error's own words what is wrong with a model, with the ways out. */
export async function showModelError(
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
