import * as vscode from 'vscode';
import type { IssueSource } from '../../core/model/issue';
import { views } from '../ids';
import type { Services } from '../services';
import { workspaceRoots } from '../workspacePaths';
import type { CheckedIssue } from './checkIssue';
import type { FailedCommands } from './failedCommands';
import { pickSource } from './pickSource';
import { type ReadParts, readIssueText, readSource } from './readSource';

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
