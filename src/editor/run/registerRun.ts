import * as vscode from 'vscode';
import { errorText } from '../../core/util/errorText';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { showViewProgress } from '../showViewProgress';
import { notifyEnd } from './notifyEnd';
import { registerPause } from './registerPause';
import { RunStatusItem } from './runStatusItem';
import { showMenu } from './showMenu';

const shownRunKey = 'run.shown';

/** What holds for any run: what is offered, the status bar, the word at the end, the run of the last window. */
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
		controller.onDidEnd(ended => {
			notifyEnd(ended).catch((error: unknown) => showError(log, error));
		}),
		registerCommand(log, commands.menuShow, () => showMenu(services)),
		registerCommand(log, commands.logShow, () => log.show()),
	);
}

/** Shows the run of the last window again. One that is gone is nobody's loss. */
async function restore({ extension, controller, log }: Services): Promise<void> {
	const runId = extension.workspaceState.get<string>(shownRunKey);
	if (runId === undefined) {
		return;
	}
	try {
		await controller.open(runId);
	} catch (error) {
		log.info(`The run shown last is not shown again: ${errorText(error)}`);
		await extension.workspaceState.update(shownRunKey, undefined);
	}
}
