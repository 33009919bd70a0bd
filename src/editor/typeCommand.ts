import * as vscode from 'vscode';
import { shownLine } from '../system/pure/text/shownText';

/** Types a command into a new terminal, for the user to read and to run. */
export function typeCommand(name: string, command: string): void {
	const terminal = vscode.window.createTerminal({ name: shownLine(name) });
	terminal.show();
	terminal.sendText(shownLine(command), false);
}
