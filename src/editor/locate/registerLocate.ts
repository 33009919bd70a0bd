import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { commandIssueText, commandLabel } from './failedCommand';
import { FailedCommands } from './failedCommands';
import { locateFailedTest } from './locateFailedTest';
import { locateProblem, registerProblemActions } from './problemActions';
import { locateText, startLocating } from './startLocating';

/** Whether this person ever asked where an issue is; terminals are none of our business before. */
const hasLocatedKey = 'hasLocated';

/** The doors to a run: the palette, and the menus of selections, problems, failed tests and terminals. */
export function registerLocate(services: Services): vscode.Disposable {
	const { log, extension } = services;
	const failed = new FailedCommands(services.context);
	if (extension.globalState.get<boolean>(hasLocatedKey) === true) {
		failed.watch();
	}
	const door = (id: string, open: (...args: readonly unknown[]) => Promise<void>) =>
		registerCommand(log, id, async (...args) => {
			failed.watch();
			await extension.globalState.update(hasLocatedKey, true);
			await open(...args);
		});
	return vscode.Disposable.from(
		failed,
		door(commands.runStart, () => startLocating(services, failed)),
		door(commands.runStartFromSelection, () => locateSelection(services)),
		door(commands.runStartFromTest, argument => locateFailedTest(services, argument)),
		door(commands.runStartFromProblem, (uri, problem) => locateProblem(services, uri, problem)),
		door(commands.runStartFromCommand, () => locateCommand(services, failed)),
		registerProblemActions(),
	);
}

async function locateSelection(services: Services): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined || editor.selection.isEmpty) {
		throw new UserError('Nothing is selected. Select the text of the issue in an editor first.');
	}
	const { document, selection } = editor;
	const ref = `${vscode.workspace.asRelativePath(document.uri)}:${selection.start.line + 1}`;
	await locateText(services, document.getText(selection), { kind: 'selection', ref });
}

async function locateCommand(services: Services, { last }: FailedCommands): Promise<void> {
	if (last === undefined) {
		throw new UserError(
			'No command has failed in a terminal since Faultline began to look. Run it again, in a terminal with shell integration.',
		);
	}
	await locateText(services, commandIssueText(last), { kind: 'command', ref: commandLabel(last) });
}
