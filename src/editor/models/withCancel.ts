import * as vscode from 'vscode';
import { isCancel } from '../showError';

/** Shows progress with a cancel button while `work` runs; undefined: it was cancelled. */
export function withCancel<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T | undefined> {
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title, cancellable: true },
		async (_progress, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
			try {
				return await work(abort.signal);
			} catch (error) {
				if (isCancel(error)) {
					return undefined;
				}
				throw error;
			}
		},
	);
}
