import * as vscode from 'vscode';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { chooseModel } from './chooseModel';
import { testConnection } from './testConnection';
import { windowDialogs } from './windowDialogs';

/** Which model locates: choosing it, and trying whether it answers. */
export function registerModels(services: Services): vscode.Disposable {
	const { log, models, context } = services;
	const tell = () => context.set(contextKeys.modelKind, models.choice.kind);
	tell();
	return vscode.Disposable.from(
		models.onDidChange(tell),
		registerCommand(log, commands.chooseModel, () => chooseModel(services, windowDialogs)),
		registerCommand(log, commands.testModel, () => testConnection(services, windowDialogs, models.choice)),
	);
}
