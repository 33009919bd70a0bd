import * as vscode from 'vscode';
import { endText } from '../../core/model/run/endText';
import { errorText } from '../../core/util/errorText';
import { pickRow, showMessage } from '../display';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError, showProblem } from '../showError';
import { showViewProgress } from '../showViewProgress';
import { registerPause } from './registerPause';
import type { EndedRun } from './runController';
import { RunStatusItem } from './runStatusItem';

const shownRunKey = 'run.shown';

/** Registers what all runs share: context keys, the status bar, the notification at the end, the run of the last window. */
export function registerRun(services: Services): vscode.Disposable {
	const { extension, log, shown, controller, context } = services;
	const offer = () => {
		context.set(contextKeys.runActive, controller.isRunning);
		context.set(contextKeys.runShown, shown.run !== undefined);
		context.set(contextKeys.runResumable, controller.session.resumable);
	};
	offer();
	void restore(services);
	return vscode.Disposable.from(
		new RunStatusItem(services),
		registerPause(services),
		showViewProgress('Locating', controller.onDidChangeSession, () => controller.isRunning && !controller.isWaiting),
		controller.onDidChangeSession(offer),
		shown.onDidShow(run => {
			offer();
			void extension.workspaceState.update(shownRunKey, run?.id);
		}),
		shown.onDidChange(event => {
			if (event.type === 'noted' && event.cures !== undefined) {
				void showProblem(log, { message: event.text, cures: event.cures });
			}
		}),
		controller.onDidEnd(ended => {
			notifyEnd(log, ended).catch((error: unknown) => showError(log, error));
		}),
		registerCommand(log, commands.menuShow, () => showMenu(services)),
		registerCommand(log, commands.logShow, () => log.show()),
	);
}

/** Shows the run of the last window again. A run that no longer exists is only logged. */
async function restore({ extension, controller, log }: Services): Promise<void> {
	const runId = extension.workspaceState.get<string>(shownRunKey);
	if (runId === undefined) {
		return;
	}
	try {
		await controller.open(runId);
	} catch (error) {
		log.info(`The run shown last cannot be shown again: ${errorText(error)}`);
		await extension.workspaceState.update(shownRunKey, undefined);
	}
}

/** After a run this long, the user may be looking elsewhere. */
const longRunMs = 30_000;

/** Notifies users who may have missed the end of a run: the window is not focused, or the run took long. */
async function notifyEnd(log: Services['log'], { run, tookMs }: EndedRun): Promise<void> {
	if (run.state === 'cancelled' || (vscode.window.state.focused && tookMs < longRunMs)) {
		return;
	}
	if (run.state === 'failed') {
		const resume = () => vscode.commands.executeCommand(commands.runResume);
		await showProblem(log, { message: run.message ?? 'The run failed.', cures: run.cures ?? [] }, resume);
		return;
	}
	const show = run.selected.locations.length > 0 ? 'Go to First Location' : 'Show Log';
	const answer = await showMessage('Information', endText(run), show);
	if (answer === show) {
		const [first] = run.selected.locations;
		await (first === undefined
			? vscode.commands.executeCommand(commands.logShow)
			: vscode.commands.executeCommand(commands.locationOpen, first.id));
	}
}

interface MenuRow extends vscode.QuickPickItem {
	readonly command: string;
}

/** The menu of the status bar item: only what is possible now. */
async function showMenu({ controller, shown, trajectory, models }: Services): Promise<void> {
	const { session } = controller;
	const isPaused = session.live && (session.pausing || shown.run?.state === 'paused');
	const rows: readonly (MenuRow | false | undefined)[] = [
		controller.isRunning && { label: '$(debug-stop) Cancel run', command: commands.runCancel },
		session.retry && { label: '$(refresh) Retry now', command: commands.runRetryNow },
		isPaused && { label: '$(debug-continue) Continue run', command: commands.runContinue },
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
			command: commands.modelChoose,
		},
		{ label: '$(output) Show log', command: commands.logShow },
	];
	const chosen = await pickRow(
		rows.filter(row => row !== false && row !== undefined),
		{ title: 'Faultline', ...(shown.run && { placeHolder: shown.run.issue.title }) },
	);
	if (chosen?.command === showTrajectory) {
		await trajectory.focus();
	} else if (chosen !== undefined) {
		await vscode.commands.executeCommand(chosen.command);
	}
}

/** A row without a command id: VS Code itself has the command that focuses the view. */
const showTrajectory = '';
