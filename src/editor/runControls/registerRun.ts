import * as vscode from 'vscode';
import { areMarksCleared } from '../../patches/pure/acceptance/marksCleared';
import type { Run } from '../../runs/pure/fold/run';
import { endText } from '../../runs/pure/fold/runResult';
import { nextToReview, reviewLabel, type ShownPatch } from '../../runs/pure/fold/shownPatch';
import { errorText } from '../../system/pure/errors/errorText';
import type { EndedRun } from '../currentRun/runController';
import { pickRow, showMessage } from '../display';
import { engineText } from '../engineText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { readSettings } from '../settings/settings';
import { showError, showProblem } from '../showError';
import { showViewProgress } from '../showViewProgress';
import { registerConsents } from './registerConsents';
import { registerPause } from './registerPause';
import { RunStatusItem } from './runStatusItem';

const shownRunKey = 'run.shown';

/**
 * Registers the features that all runs share: context keys, the status bar, the notification at the end, the run of the
 * last window.
 */
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
		showViewProgress(
			vscode.l10n.t('Locating'),
			controller.onDidChangeSession,
			() => controller.isRunning && !controller.isWaiting,
		),
		controller.onDidChangeSession(offer),
		shown.onDidShow(run => {
			offer();
			void extension.workspaceState.update(shownRunKey, run?.id);
		}),
		shown.onDidChange(event => {
			if (event.type === 'noted' && event.cures?.length) {
				void showProblem(log, { message: event.text, cures: event.cures });
			}
		}),
		controller.onDidEnd(ended => {
			notifyEnd(ended, services).catch((error: unknown) => showError(log, error));
		}),
		registerCommand(log, commands.menuShow, () => showMenu(services)),
		registerCommand(log, commands.logShow, () => log.show()),
		registerConsents(services),
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

/** After this much work of a run whose view is hidden, the user may have turned to something else. */
const longWorkMs = 30_000;

/** Whether the user may have missed the end of a run. Time spent waiting for the user does not count as work. */
export function isAway(seen: { readonly focused: boolean; readonly viewVisible: boolean }, workedMs: number): boolean {
	return !seen.focused || (!seen.viewVisible && workedMs >= longWorkMs);
}

/** Notifies users who may have missed the end of a run. */
async function notifyEnd({ run, workedMs }: EndedRun, { trajectory, patches, log }: Services): Promise<void> {
	const seen = { focused: vscode.window.state.focused, viewVisible: trajectory.isVisible };
	if (run.state === 'cancelled' || !isAway(seen, workedMs)) {
		return;
	}
	if (run.state === 'failed') {
		const resume = () => vscode.commands.executeCommand(commands.runResume);
		await showProblem(
			log,
			{ message: run.message ?? vscode.l10n.t('The run failed.'), cures: run.cures ?? [] },
			resume,
		);
		return;
	}
	const next = nextStep(run, patches.patches());
	const answer = await showMessage('Information', engineText(endText(run, readSettings().maxLocations)), next.label);
	if (answer === next.label) {
		await vscode.commands.executeCommand(next.command, ...next.arguments);
	}
}

/** The result to look at after a run: its best patch, else its first location, else the log. */
function nextStep({ goal, selected }: EndedRun['run'], patches: readonly ShownPatch[]) {
	const [first] = selected.locations;
	const best = nextToReview(patches);
	if (goal === 'fix' && best !== undefined) {
		return { label: engineText(reviewLabel(best)), command: commands.patchReview, arguments: [best.id] };
	}
	return first === undefined
		? { label: vscode.l10n.t('Show Log'), command: commands.logShow, arguments: [] }
		: { label: vscode.l10n.t('Go to First Location'), command: commands.locationOpen, arguments: [first.id] };
}

interface MenuRow extends vscode.QuickPickItem {
	readonly command: string;
}

/** The menu of the status bar item: only the actions possible now. */
async function showMenu({ controller, shown, trajectory, models }: Services): Promise<void> {
	const { session } = controller;
	const isPaused = session.live && (session.pausing || shown.run?.state === 'paused');
	const rows: readonly (MenuRow | false | undefined)[] = [
		controller.isRunning && { label: `$(debug-stop) ${vscode.l10n.t('Cancel Run')}`, command: commands.runCancel },
		session.retry && { label: `$(refresh) ${vscode.l10n.t('Retry Now')}`, command: commands.runRetryNow },
		isPaused && { label: `$(debug-continue) ${vscode.l10n.t('Continue Run')}`, command: commands.runContinue },
		session.live &&
			!isPaused &&
			shown.run?.server !== undefined && {
				label: `$(debug-pause) ${vscode.l10n.t('Pause Run')}`,
				command: commands.runPause,
			},
		session.resumable && { label: `$(debug-continue) ${vscode.l10n.t('Resume Run')}`, command: commands.runResume },
		(shown.run?.selected.locations.length ?? 0) > 0 && {
			label: `$(arrow-down) ${vscode.l10n.t('Go to Next Location')}`,
			command: commands.locationNext,
		},
		...marksRow(shown.run),
		{ label: `$(list-tree) ${vscode.l10n.t('Show Run')}`, command: showRun },
		!controller.isRunning && { label: `$(add) ${vscode.l10n.t('Locate Another Bug…')}`, command: commands.runStart },
		!controller.isRunning && {
			label: `$(hubot) ${vscode.l10n.t('Choose Model…')}`,
			description: models.label,
			command: commands.modelChoose,
		},
		{ label: `$(history) ${vscode.l10n.t('Show Runs…')}`, command: commands.runsShow },
		{ label: `$(output) ${vscode.l10n.t('Show Log')}`, command: commands.logShow },
	];
	const chosen = await pickRow(
		rows.filter(row => row !== false && row !== undefined),
		{ title: 'Faultline', ...(shown.run && { placeHolder: shown.run.title }) },
	);
	if (chosen?.command === showRun) {
		await trajectory.focus();
	} else if (chosen !== undefined) {
		await vscode.commands.executeCommand(chosen.command);
	}
}

function marksRow(run: Run | undefined): readonly MenuRow[] {
	if (run === undefined || run.selected.locations.length === 0) {
		return [];
	}
	return areMarksCleared(run)
		? [{ label: `$(eye) ${vscode.l10n.t('Show Marks')}`, command: commands.marksShow }]
		: [{ label: `$(eye-closed) ${vscode.l10n.t('Clear Marks')}`, command: commands.marksClear }];
}

/** A row without a command id: VS Code itself has the command that focuses the view. */
const showRun = '';
