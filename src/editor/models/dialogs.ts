import type * as vscode from 'vscode';

/** The dialogs that the user answers; tests answer them instead. */
export interface Dialogs {
	input(options: vscode.InputBoxOptions): Thenable<string | undefined>;
	pick<Row extends vscode.QuickPickItem>(
		rows: readonly Row[],
		options: vscode.QuickPickOptions,
	): Thenable<Row | undefined>;
	/** Returns the action that was clicked. */
	inform(message: string, ...actions: readonly string[]): Thenable<string | undefined>;
	complain(message: string, ...actions: readonly string[]): Thenable<string | undefined>;
	/** Asks before an action that cannot be undone; returns whether to continue. */
	confirm(message: string, action: string): Promise<boolean>;
}
