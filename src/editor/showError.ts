import * as vscode from 'vscode';
import { ModelError } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';

/**
 * Shows an error once, with the way to the log. What was not written for the person is named as our fault; a cancel is no
 * error.
 */
export async function showError(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
	if (isCancel(error)) {
		return;
	}
	log.error(error instanceof Error ? error : String(error));
	const message =
		error instanceof UserError || error instanceof ModelError
			? error.message
			: `Faultline met an error it does not know: ${errorText(error)}`;
	const showLog = 'Show Log';
	if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) {
		log.show();
	}
}

export function isCancel(error: unknown): boolean {
	return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'AbortError');
}
