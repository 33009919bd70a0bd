import * as vscode from 'vscode';
import { views } from './ids';

/** The moving bar above the trajectory, for as long as something goes on. */
export function showViewProgress(
	title: string,
	onDidChange: vscode.Event<unknown>,
	goesOn: () => boolean,
): vscode.Disposable {
	let end: (() => void) | undefined;
	return onDidChange(() => {
		if (!goesOn()) {
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
