import * as vscode from 'vscode';
import { commands } from '../ids';
import type { Services } from '../services';

interface MenuRow extends vscode.QuickPickItem {
	readonly command: string;
}

/** What a click on the status bar item offers: only what can be done now. */
export async function showMenu({ controller, shown, trajectory, models }: Services): Promise<void> {
	const { session } = controller;
	const isPaused = session.live && (session.pausing || shown.run?.state === 'paused');
	const rows: readonly (MenuRow | false)[] = [
		controller.isRunning && { label: '$(debug-stop) Cancel run', command: commands.runCancel },
		isPaused && { label: '$(debug-continue) Go on', command: commands.runGoOn },
		session.live &&
			!isPaused &&
			shown.run?.server !== undefined && { label: '$(debug-pause) Pause run', command: commands.runPause },
		session.resumable && { label: '$(debug-continue) Resume run', command: commands.runResume },
		(shown.run?.selected.locations.length ?? 0) > 0 && {
			label: '$(arrow-down) Go to next location',
			command: commands.locationNext,
		},
		{ label: '$(list-tree) Show trajectory', command: showTrajectory },
		!controller.isRunning && { label: '$(add) Locate another bug…', command: commands.runStart },
		!controller.isRunning && {
			label: '$(hubot) Choose model…',
			description: models.label,
			command: commands.chooseModel,
		},
		{ label: '$(output) Show log', command: commands.logShow },
	];
	const chosen = await vscode.window.showQuickPick(
		rows.filter(row => row !== false),
		{ title: 'Faultline', ...(shown.run && { placeHolder: shown.run.issue.title }) },
	);
	if (chosen?.command === showTrajectory) {
		await trajectory.focus();
	} else if (chosen !== undefined) {
		await vscode.commands.executeCommand(chosen.command);
	}
}

/** VS Code makes the command that focuses a view. */
const showTrajectory = '';
