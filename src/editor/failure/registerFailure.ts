import * as vscode from 'vscode';
import type { FoundPlace } from '../../runs/pure/model/foundPlace';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { openPlace } from '../workspacePaths';
import { FailureFeatures } from './failureFeatures';

/** Registers the card of a failure: where it was raised, the suspect, what its run did, and the commit that broke it. */
export function registerFailure(services: Services): vscode.Disposable {
	const features = new FailureFeatures(services);
	const { log, failedCommands } = services;
	const on = (id: string, run: (argument: unknown) => unknown) => registerCommand(log, id, run);
	return vscode.Disposable.from(
		features,
		failedCommands.onDidChange(() => void features.readCommand()),
		on(commands.failureOpen, place => openPlace(place as FoundPlace)),
		on(commands.failureShowLines, () => features.showLines()),
		on(commands.failureShowTrace, () => features.showTrace()),
		on(commands.failureShowCulprit, () => features.showCulprit()),
		on(commands.failureFix, () => features.fix()),
		on(commands.failureHide, () => features.hide()),
		on(commands.traceTest, async argument => features.trace(await features.failureOf(argument))),
		on(commands.traceClear, () => features.clearValues()),
		on(commands.culpritFind, async argument => features.findCommit(await features.failureOf(argument))),
	);
}
