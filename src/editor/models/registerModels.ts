import * as vscode from 'vscode';
import { askInput, askModal, pickRow, showMessage } from '../display';
import type { EditorLog } from '../editorLog';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import { changeKey } from './changeKey';
import { chooseModel } from './chooseModel';
import type { Dialogs } from './dialogs';
import type { Models } from './models';
import { findEndpoint } from './openModel';
import { testConnection } from './testConnection';

interface RegisterModelsDeps {
	readonly models: Models;
	readonly log: EditorLog;
}

/** Registers the commands for the model: choosing it and testing its connection. */
export function registerModels(services: RegisterModelsDeps): vscode.Disposable {
	const { log, models } = services;
	return vscode.Disposable.from(
		registerCommand(log, commands.modelChoose, () => chooseModel(services, windowDialogs)),
		registerCommand(log, commands.modelSetKey, () => setKey(services, windowDialogs)),
		registerCommand(log, commands.modelTest, () => testConnection(services, windowDialogs, models.choice)),
	);
}

/** Asks for the key of the model in use, or for a model if that one takes no key. Returns whether it was set. */
async function setKey(services: RegisterModelsDeps, dialogs: Dialogs): Promise<boolean> {
	const { keys, choice } = services.models;
	return choice.kind === 'endpoint' ? changeKey(keys, dialogs, findEndpoint(choice)) : chooseModel(services, dialogs);
}

/** VS Code's own dialogs. */
const windowDialogs: Dialogs = {
	input: options => askInput({ ignoreFocusOut: true, ...options }),
	pick: (rows, options) => pickRow(rows, { ignoreFocusOut: true, ...options }),
	inform: (message, ...actions) => showMessage('Information', message, ...actions),
	complain: (message, ...actions) => showMessage('Error', message, ...actions),
	confirm: async (message, action) => (await askModal(message, undefined, action)) === action,
};
