import * as vscode from 'vscode';
import { askInput, askModal, pickRow, showMessage } from '../display';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { chooseModel } from './chooseModel';
import type { Dialogs } from './dialogs';
import { testConnection } from './testConnection';

/** Registers the commands for the model: choosing it and testing its connection. */
export function registerModels(services: Services): vscode.Disposable {
	const { log, models, context } = services;
	const setContext = () => context.set(contextKeys.modelKind, models.choice.kind);
	setContext();
	return vscode.Disposable.from(
		models.onDidChange(setContext),
		registerCommand(log, commands.modelChoose, () => chooseModel(services, windowDialogs)),
		registerCommand(log, commands.modelTest, () => testConnection(services, windowDialogs, models.choice)),
	);
}

/** VS Code's own dialogs. */
const windowDialogs: Dialogs = {
	input: options => askInput({ ignoreFocusOut: true, ...options }),
	pick: (rows, options) => pickRow(rows, { ignoreFocusOut: true, ...options }),
	inform: (message, ...actions) => showMessage('Information', message, ...actions),
	complain: (message, ...actions) => showMessage('Error', message, ...actions),
	confirm: async (message, action) => (await askModal(message, undefined, action)) === action,
};
