import * as vscode from 'vscode';
import { type OfferedSource, offeredSources } from './issueSources';

/**
 * Shows the rows at once and adds the clipboard's when its text is there: a browser may ask the person first, or never
 * answer. Undefined: they changed their mind.
 */
export function pickSource(): Promise<OfferedSource | undefined> {
	const pick = vscode.window.createQuickPick<OfferedSource>();
	pick.title = 'Locate Bug from Issue';
	pick.placeholder = 'Where is the issue?';
	pick.matchOnDescription = true;
	pick.items = offeredSources('');
	const chosen = new Promise<OfferedSource | undefined>(resolve => {
		pick.onDidAccept(() => {
			resolve(pick.selectedItems[0]);
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
	});
	pick.show();
	vscode.env.clipboard.readText().then(
		text => {
			if (text.trim() !== '') {
				pick.items = offeredSources(text);
			}
		},
		() => {
			// Not allowed to read it: then there is no such row.
		},
	);
	return chosen;
}
