import * as vscode from 'vscode';
import type { EditorLog } from './editorLog';
import { showError } from './showError';

/** Registers a command whose failure is shown to the user; a bare rejection would only reach VS Code's own log. */
export function registerCommand(
	log: EditorLog,
	id: string,
	handler: (...args: readonly unknown[]) => unknown,
): vscode.Disposable {
	return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
		try {
			return await handler(...args);
		} catch (error) {
			void showError(log, error);
			return undefined;
		}
	});
}
