import type * as vscode from 'vscode';

/** The dialogs a person answers here; a test answers them in the person's place. */
export interface Dialogs {
	input(options: vscode.InputBoxOptions): Thenable<string | undefined>;
	pick<Row extends vscode.QuickPickItem>(
		rows: readonly Row[],
		options: vscode.QuickPickOptions,
	): Thenable<Row | undefined>;
	/** Answers the action that was clicked. */
	inform(message: string, ...actions: readonly string[]): Thenable<string | undefined>;
	complain(message: string, ...actions: readonly string[]): Thenable<string | undefined>;
	/** Before something that cannot be taken back; answers whether to go on. */
	confirm(message: string, action: string): Promise<boolean>;
}
