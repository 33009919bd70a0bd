import * as vscode from 'vscode';
import { fixOf } from '../../runs/pure/fold/runFix';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { ReproducerTests } from './reproducerTests';
import { runTests } from './runTests';

/** Registers the command that writes patches for the located bug, in the same run. */
export function registerFix(services: Services): vscode.Disposable {
	const { log, controller, shown, context, checkouts } = services;
	const offer = () => {
		const { run } = shown;
		const isFixable =
			!controller.isRunning && run !== undefined && run.selected.locations.length > 0 && !run.isReadOnly;
		context.set(contextKeys.runFixable, isFixable && run.goal !== 'fix' && fixOf(run).patches.length === 0);
	};
	offer();
	checkouts
		.removeLeftovers()
		.catch((error: unknown) => log.error('Copies left by a crash could not be removed.', error));
	return vscode.Disposable.from(
		new ReproducerTests(services),
		shown.onDidShow(offer),
		shown.onDidChange(offer),
		controller.onDidChangeSession(offer),
		registerCommand(log, commands.runFix, () => controller.fix()),
		registerCommand(log, commands.testsRun, () => runTests(services)),
	);
}
