import * as vscode from 'vscode';
import { shownRows } from '../display';
import type { RunRow } from './runRows';

/** What the user chose: a row, or a button of it. */
export interface PickedRun {
	readonly row: RunRow;
	readonly button?: vscode.QuickInputButton;
	/** What was typed to find it. */
	readonly typed: string;
}

/** Lets the user search runs by all that their rows show. Undefined: the user cancelled. */
export function pickRun(rows: readonly RunRow[], typed: string): Promise<PickedRun | undefined> {
	const pick = vscode.window.createQuickPick<RunRow>();
	pick.title = 'Faultline Runs';
	pick.placeholder = 'Open a run: search by title, model, state or date';
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	pick.items = shownRows(rows);
	pick.value = typed;
	return new Promise(resolve => {
		const choose = (row: RunRow | undefined, button?: vscode.QuickInputButton) => {
			resolve(row && { row, typed: pick.value, ...(button !== undefined && { button }) });
			pick.hide();
		};
		pick.onDidAccept(() => choose(pick.selectedItems[0]));
		pick.onDidTriggerItemButton(({ item, button }) => choose(item, button));
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}
