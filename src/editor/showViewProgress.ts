import * as vscode from 'vscode';
import { views } from './ids';

/** Shows a progress bar above the view of the run while work is active. */
export function showViewProgress(
	title: string,
	onDidChange: vscode.Event<unknown>,
	isActive: () => boolean,
): vscode.Disposable {
	let end: (() => void) | undefined;
	return onDidChange(() => {
		if (!isActive()) {
			end?.();
			end = undefined;
		} else if (end === undefined) {
			const ended = new Promise<void>(resolve => {
				end = resolve;
			});
			void vscode.window.withProgress({ location: { viewId: views.trajectory }, title }, () => ended);
		}
	});
}
