import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { locateText, startLocating } from './startLocating';

/** The doors to a run: the palette, and the editor's context menu on a selection. */
export function registerLocate(services: Services): vscode.Disposable {
	const { log } = services;
	return vscode.Disposable.from(
		registerCommand(log, commands.runStart, () => startLocating(services)),
		registerCommand(log, commands.runStartFromSelection, () => locateSelection(services)),
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
