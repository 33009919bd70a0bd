import * as vscode from 'vscode';
import type { LanguageData } from '../../code/pure/languages/languageData';
import type { IssueSource } from '../../runs/pure/model/issue';
import { UserError } from '../../system/pure/errors/userError';
import { askModal, showMessage, shownRows } from '../display';
import { engineText } from '../engineText';
import {
	commandIssueText,
	commandLabel,
	type FailedCommand,
	isRead,
	type ReadCommand,
} from '../failedCommands/failedCommand';
import type { FailedCommands } from '../failedCommands/failedCommands';
import { views } from '../ids';
import { withCancel } from '../models/withCancel';
import type { Services } from '../services';
import { workspaceRoots } from '../workspacePaths';
import type { CheckedIssue } from './checkIssue';
import type { OfferedSource, SourceInputs } from './issueSources';
import { type ReadSourceDeps, readIssueText, readSource } from './readSource';
import { namesIssue } from './resolveIssue';
import { workspaceRemote } from './workspaceRemote';

export type StartLocatingDeps = Pick<Services, 'controller' | 'trajectory' | 'index'> & ReadSourceDeps;

/** The command: asks for the source of the issue, then starts a run. Resolves when the run has ended. */
export async function startLocating(deps: StartLocatingDeps, commands: FailedCommands): Promise<void> {
	if (workspaceRoots().length === 0) {
		// The views show the first step.
		await vscode.commands.executeCommand(`workbench.view.extension.${views.container}`);
		return;
	}
	if (await isBusy(deps)) {
		return;
	}
	const source = await pickSource(commands, await deps.index.languages());
	const chosen = source && (await readSource(deps, source));
	if (chosen === 'compose') {
		await deps.trajectory.compose();
	} else if (chosen === 'command') {
		await locateCommand(deps, commands);
	} else if (chosen !== undefined) {
		await locateIssue(deps, chosen);
	}
}

/**
 * Starts a run on the last failed command. If its output was not read, asks to run it again. Throws `UserError` if there is
 * none, or it cannot be run again.
 */
export async function locateCommand(deps: StartLocatingDeps, commands: FailedCommands): Promise<void> {
	const { last } = commands;
	if (last === undefined) {
		throw new UserError(
			'No failed command was seen in a terminal. Run the command again, in a terminal with shell integration.',
		);
	}
	const read = isRead(last) ? last : await runAgain(commands, last);
	if (read !== undefined) {
		await locateText(deps, commandIssueText(read), { kind: 'command', ref: commandLabel(read) });
	}
}

/** Undefined: the user declined or cancelled, or the command did not fail this time. */
async function runAgain(commands: FailedCommands, last: FailedCommand): Promise<ReadCommand | undefined> {
	const run = vscode.l10n.t('Run Again');
	const why = vscode.l10n.t(
		'Faultline did not read its output, because it was not in use yet. The command runs in its own terminal.',
	);
	if ((await askModal(vscode.l10n.t('Run "{0}" again?', last.commandLine), why, run)) !== run) {
		return undefined;
	}
	const title = vscode.l10n.t('Running {0} again', engineText(commandLabel(last)));
	const ended = await withCancel(title, signal => commands.runAgain(signal));
	if (ended === 'noFailure') {
		void showMessage(
			'Information',
			vscode.l10n.t('{0} did not fail with output this time. There is nothing to locate.', last.commandLine),
		);
		return undefined;
	}
	return ended;
}

/** Starts a run on a text. Throws `UserError` if the text is not an issue. */
export async function locateText(deps: StartLocatingDeps, text: string, source: IssueSource): Promise<void> {
	if (!(await isBusy(deps))) {
		await locateIssue(deps, await readIssueText(deps, text, source));
	}
}

async function locateIssue(
	{ controller, trajectory }: StartLocatingDeps,
	{ issue, notice }: CheckedIssue,
): Promise<void> {
	if (notice !== undefined) {
		void showMessage('Information', notice);
	}
	await trajectory.focus();
	await controller.start(issue);
}

/** Whether another run is active; if so, offers to show or cancel it. */
async function isBusy({ controller, trajectory }: StartLocatingDeps): Promise<boolean> {
	if (!controller.isRunning) {
		return false;
	}
	const show = vscode.l10n.t('Show Run');
	const cancel = vscode.l10n.t('Cancel Run');
	const answer = await showMessage('Information', vscode.l10n.t('A run is already active.'), show, cancel);
	if (answer === show) {
		await trajectory.focus();
	} else if (answer === cancel) {
		controller.cancel();
	}
	return true;
}

/**
 * Shows the rows at once and adds slower ones when they are ready: for the clipboard, a browser may ask the user first or
 * never answer. Undefined: the user cancelled.
 */
async function pickSource(
	commands: FailedCommands,
	languages: readonly LanguageData[],
): Promise<OfferedSource | undefined> {
	const { offeredSources } = await import('./issueSources');
	const pick = vscode.window.createQuickPick<OfferedSource>();
	pick.title = vscode.l10n.t('Locate Bug from Issue');
	pick.placeholder = vscode.l10n.t('Choose the source of the issue, or type #123 or an address');
	pick.matchOnDescription = true;
	let inputs: SourceInputs = { clipboard: '', typed: '', remote: undefined, failedCommand: commands.last, languages };
	const show = (change: Partial<SourceInputs>) => {
		inputs = { ...inputs, ...change };
		showRows(pick, offeredSources(inputs));
	};
	show({});
	pick.onDidChangeValue(typed => {
		if (namesIssue(typed) || namesIssue(inputs.typed)) {
			show({ typed });
		}
	});
	const chosen = chosenOf(pick);
	pick.show();
	void workspaceRemote().then(remote => remote && show({ remote }));
	vscode.env.clipboard.readText().then(
		clipboard => clipboard.trim() !== '' && show({ clipboard }),
		() => {
			// Reading it is not allowed, so there is no such row.
		},
	);
	return chosen;
}

/** Keeps the active row if the user moved to it; otherwise the first row is active. */
function showRows(pick: vscode.QuickPick<OfferedSource>, rows: readonly OfferedSource[]): void {
	const [active] = pick.activeItems;
	const moved = active !== undefined && active !== pick.items[0];
	pick.items = shownRows(rows);
	const same = moved ? pick.items.find(({ label }) => label === active.label) : undefined;
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
