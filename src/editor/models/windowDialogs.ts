import * as vscode from 'vscode';
import type { Dialogs } from './dialogs';

/** VS Code's own dialogs. */
export const windowDialogs: Dialogs = {
	input: options => vscode.window.showInputBox({ ignoreFocusOut: true, ...options }),
	pick: (rows, options) => vscode.window.showQuickPick(rows, { ignoreFocusOut: true, ...options }),
	inform: (message, ...actions) => vscode.window.showInformationMessage(message, ...actions),
	complain: (message, ...actions) => vscode.window.showErrorMessage(message, ...actions),
	confirm: async (message, action) =>
		(await vscode.window.showWarningMessage(message, { modal: true }, action)) === action,
};
