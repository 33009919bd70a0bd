import * as vscode from 'vscode';
import { commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { actOnMessage } from './actOnMessage';
import { TrajectoryDocuments } from './trajectoryDocuments';
import { TrajectoryLink } from './trajectoryLink';
import { TrajectoryView } from './trajectoryView';

/** The view of the rounds, and the same as a text document. */
export function registerTrajectory(services: Services): vscode.Disposable {
	const { log, context, runs, shown, extension } = services;
	const link: TrajectoryLink = new TrajectoryLink({ ...services, memory: extension.workspaceState }, message => {
		actOnMessage(services, link, message).catch((error: unknown) => showError(log, error));
	});
	const documents = new TrajectoryDocuments(runs, shown);
	context.set(contextKeys.detail, link.detail);
	return vscode.Disposable.from(
		link,
		documents,
		vscode.window.registerWebviewViewProvider(views.trajectory, new TrajectoryView(services, link)),
		registerCommand(log, commands.trajectoryShowFull, () => link.setDetail('full')),
		registerCommand(log, commands.trajectoryShowSimple, () => link.setDetail('simple')),
		registerCommand(log, commands.trajectoryOpenAsText, () => documents.open()),
	);
}
