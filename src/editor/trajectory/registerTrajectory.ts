import * as vscode from 'vscode';
import { commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { showError } from '../showError';
import { actOnMessage } from './actOnMessage';
import { RoundCommands } from './roundCommands';
import { TrajectoryLink } from './trajectoryLink';
import { TrajectoryView } from './trajectoryView';

/** The view of the rounds, and the same as a text document. */
export function registerTrajectory(services: Services): vscode.Disposable {
	const { log, context, documents, extension } = services;
	const link: TrajectoryLink = new TrajectoryLink({ ...services, memory: extension.workspaceState }, message => {
		actOnMessage(services, link, message).catch((error: unknown) => showError(log, error));
	});
	const act = new RoundCommands(services, documents);
	context.set(contextKeys.detail, link.detail);
	return vscode.Disposable.from(
		link,
		vscode.window.registerWebviewViewProvider(views.trajectory, new TrajectoryView(services, link)),
		registerCommand(log, commands.trajectoryShowFull, () => link.setDetail('full')),
		registerCommand(log, commands.trajectoryShowSimple, () => link.setDetail('simple')),
		registerCommand(log, commands.trajectoryOpenAsText, () => act.openAsText()),
		registerCommand(log, commands.requestShowSent, round => act.showSent(round)),
		registerCommand(log, commands.roundGiveFeedback, round => act.giveFeedback(round)),
	);
}
