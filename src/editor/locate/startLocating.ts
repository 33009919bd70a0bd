import * as vscode from 'vscode';
import type { IssueSource } from '../../core/model/issue';
import { views } from '../ids';
import type { Services } from '../services';
import { workspaceRoots } from '../workspacePaths';
import type { CheckedIssue } from './checkIssue';
import type { FailedCommands } from './failedCommands';
import { type AtHand, type OfferedSource, offeredSources } from './issueSources';
import { type ReadParts, readIssueText, readSource } from './readSource';
import { namesIssue } from './resolveIssue';
import { workspaceRemote } from './workspaceRemote';

type Parts = Pick<Services, 'controller' | 'trajectory'> & ReadParts;

/** The command: asks where the issue is, then runs. Returns when the run has ended. */
export async function startLocating(parts: Parts, commands: FailedCommands): Promise<void> {
	if (workspaceRoots().length === 0) {
		// The views say what to do first.
		await vscode.commands.executeCommand(`workbench.view.extension.${views.container}`);
		return;
	}
	if (await isBusy(parts)) {
		return;
	}
	const source = await pickSource(commands);
	const chosen = source && (await readSource(parts, source));
	if (chosen === 'compose') {
		await parts.trajectory.compose();
	} else if (chosen !== undefined) {
		await locateIssue(parts, chosen);
	}
}

/** Runs on a text. Throws `UserError` for a text that is no issue. */
export async function locateText(parts: Parts, text: string, source: IssueSource): Promise<void> {
	if (!(await isBusy(parts))) {
		await locateIssue(parts, await readIssueText(parts, text, source));
	}
}

async function locateIssue({ controller, trajectory }: Parts, { issue, notice }: CheckedIssue): Promise<void> {
	if (notice !== undefined) {
		void vscode.window.showInformationMessage(notice);
	}
	await trajectory.focus();
	await controller.start(issue);
}

/** One run at a time: says so, and offers to end the other. */
async function isBusy({ controller, trajectory }: Parts): Promise<boolean> {
	if (!controller.isRunning) {
		return false;
	}
	const show = 'Show Run';
	const cancel = 'Cancel Run';
	const answer = await vscode.window.showInformationMessage('A run is under way.', show, cancel);
	if (answer === show) {
		await trajectory.focus();
	} else if (answer === cancel) {
		controller.cancel();
	}
	return true;
}

/**
 * Shows the rows at once and adds those that take asking when the answer is there: for the clipboard a browser may ask
 * the person first, or never answer. Undefined: they changed their mind.
 */
function pickSource(commands: FailedCommands): Promise<OfferedSource | undefined> {
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
