import * as vscode from 'vscode';
import { formerCommands } from './ids';

/** Lets former command ids run the commands of today, with the same arguments. They are in no menu and no palette. */
export function registerFormerCommands(commands: Readonly<Record<string, string>> = formerCommands): vscode.Disposable {
	const aliases = Object.entries(commands).map(([former, command]) =>
		vscode.commands.registerCommand(former, (...args: readonly unknown[]) =>
			vscode.commands.executeCommand(command, ...args),
		),
	);
	return vscode.Disposable.from(...aliases);
}
