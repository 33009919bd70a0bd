import * as vscode from 'vscode';
import type { ContextValues } from '../earlyServices';
import { contextKeys } from '../ids';
import { type ModelChoice, readModelChoice } from './modelChoice';
import { settingNames } from './settingNames';

/** The model in the settings. */
export function chosenModel(): ModelChoice {
	return readModelChoice(vscode.workspace.getConfiguration().get<unknown>(settingNames.model));
}

/** Keeps the context key of the kind of the chosen model. */
export function registerModelKind(context: ContextValues): vscode.Disposable {
	const offer = () => context.set(contextKeys.modelKind, chosenModel().kind);
	offer();
	return vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration(settingNames.model) && offer());
}
