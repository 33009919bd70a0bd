import * as vscode from 'vscode';
import type { EditorLog } from './editorLog';
import { showError } from './showError';

/**
 * Registers a command whose failure is shown to the user; a bare rejection would only reach VS Code's own log. A cure that
 * succeeds repeats it.
 */
export function registerCommand(
	log: EditorLog,
	id: string,
	handler: (...args: readonly unknown[]) => unknown,
): vscode.Disposable {
	const run = async (...args: readonly unknown[]): Promise<unknown> => {
		try {
			return await handler(...args);
		} catch (error) {
			void showError(log, error, () => run(...args));
			return undefined;
		}
	};
	return vscode.commands.registerCommand(id, run);
}
