import type * as vscode from 'vscode';

/** The recipient of requests to one of VS Code's models: `VS Code (copilot)`. */
export function vscodeServerLabel({ vendor }: Pick<vscode.LanguageModelChat, 'vendor'>): string {
	return `VS Code (${vendor})`;
}
