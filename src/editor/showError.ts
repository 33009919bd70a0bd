import * as vscode from 'vscode';
import { ModelError } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';
import { showMessage } from './display';
import type { EditorLog } from './editorLog';

/**
 * Shows an error once, with a button for the log. An error without a message for the user is shown as an internal error; a
 * cancellation is not shown.
 */
export async function showError(log: EditorLog, error: unknown): Promise<void> {
	if (isCancel(error)) {
		return;
	}
	log.error(errorText(error), error);
	const message =
		error instanceof UserError || error instanceof ModelError
			? error.message
			: `Internal error in Faultline: ${errorText(error)}`;
	const showLog = 'Show Log';
	if ((await showMessage('Error', message, showLog)) === showLog) {
		log.show();
	}
}

/** Whether an error reports a cancellation. */
export function isCancel(error: unknown): boolean {
	return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'AbortError');
}
