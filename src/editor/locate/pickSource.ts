import * as vscode from 'vscode';
import type { FailedCommands } from './failedCommands';
import { type AtHand, type OfferedSource, offeredSources } from './issueSources';
import { namesIssue } from './resolveIssue';
import { workspaceRemote } from './workspaceRemote';

/**
 * Shows the rows at once and adds those that take asking when the answer is there: for the clipboard a browser may ask
 * the person first, or never answer. Undefined: they changed their mind.
 */
export function pickSource(commands: FailedCommands): Promise<OfferedSource | undefined> {
	const pick = vscode.window.createQuickPick<OfferedSource>();
	pick.title = 'Locate Bug from Issue';
	pick.placeholder = 'Where is the issue? Choose, or type #123 or an address';
	pick.matchOnDescription = true;
	let atHand: AtHand = { clipboard: '', typed: '', remote: undefined, failedCommand: commands.last };
	const show = (change: Partial<AtHand>) => {
		atHand = { ...atHand, ...change };
		showRows(pick, offeredSources(atHand));
	};
	show({});
	pick.onDidChangeValue(typed => {
		if (namesIssue(typed) || namesIssue(atHand.typed)) {
			show({ typed });
		}
	});
	const chosen = chosenOf(pick);
	pick.show();
	void workspaceRemote().then(remote => remote && show({ remote }));
	vscode.env.clipboard.readText().then(
		clipboard => clipboard.trim() !== '' && show({ clipboard }),
		() => {
			// Not allowed to read it: then there is no such row.
		},
	);
	return chosen;
}

/** Whoever moved to a row stays there; else the first one is offered. */
function showRows(pick: vscode.QuickPick<OfferedSource>, rows: readonly OfferedSource[]): void {
	const [active] = pick.activeItems;
	const moved = active !== undefined && active !== pick.items[0];
	pick.items = rows;
	const same = moved ? rows.find(({ label }) => label === active.label) : undefined;
	if (same !== undefined) {
		pick.activeItems = [same];
	}
}

function chosenOf(pick: vscode.QuickPick<OfferedSource>): Promise<OfferedSource | undefined> {
	return new Promise(resolve => {
		pick.onDidAccept(() => {
			resolve(pick.selectedItems[0]);
			pick.hide();
		});
		pick.onDidHide(() => {
			resolve(undefined);
			pick.dispose();
		});
	});
}
