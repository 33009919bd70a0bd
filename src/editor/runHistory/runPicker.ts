import * as vscode from 'vscode';
import { shownRows } from '../display';
import type { ContextValues } from '../earlyServices';
import { contextKeys } from '../ids';
import { type RunRow, runButtons } from './runRows';

/** The user's choice: a row, or a button of it. */
export interface PickedRun {
	readonly row: RunRow;
	readonly button?: vscode.QuickInputButton;
	/** The text typed to find it. */
	readonly typed: string;
}

interface OpenPicker {
	readonly pick: vscode.QuickPick<RunRow>;
	readonly choose: (row: RunRow | undefined, button?: vscode.QuickInputButton) => void;
}

/** Lets the user search runs by all that their rows show. VS Code's row buttons need a mouse: `press` does the same by key. */
export class RunPicker {
	private open: OpenPicker | undefined;

	constructor(private readonly context: Pick<ContextValues, 'set'>) {}

	/** Undefined: the user cancelled. */
	pick(rows: readonly RunRow[], typed: string): Promise<PickedRun | undefined> {
		const pick = vscode.window.createQuickPick<RunRow>();
		pick.title = vscode.l10n.t('Faultline Runs');
		pick.placeholder = vscode.l10n.t('Open a run: search by title, model, state or date');
		pick.prompt = vscode.l10n.t('F2 renames the selected run, Alt+Delete removes it, Alt+Enter resumes it');
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.items = shownRows(rows);
		pick.value = typed;
		return new Promise(resolve => {
			const choose: OpenPicker['choose'] = (row, button) => {
				resolve(row && { row, typed: pick.value, ...(button !== undefined && { button }) });
				pick.hide();
			};
			pick.onDidAccept(() => choose(pick.selectedItems[0]));
			pick.onDidTriggerItemButton(({ item, button }) => choose(item, button));
			pick.onDidHide(() => {
				resolve(undefined);
				pick.dispose();
				this.follow(undefined);
			});
			this.follow({ pick, choose });
			pick.show();
		});
	}

	/** Presses a button of the row at the cursor, if it has that. False: the picker is closed. */
	press(name: keyof typeof runButtons): boolean {
		if (this.open === undefined) {
			return false;
		}
		const { pick, choose } = this.open;
		const [row] = pick.activeItems;
		const button = runButtons[name];
		if (row?.buttons?.includes(button) === true) {
			choose(row, button);
		}
		return true;
	}

	private follow(open: OpenPicker | undefined): void {
		this.open = open;
		this.context.set(contextKeys.runPickerOpen, open !== undefined);
	}
}
