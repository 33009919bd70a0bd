import type * as vscode from 'vscode';
import type { EarlyServices } from '../earlyServices';
import { contextKeys } from '../ids';

/** Whether the user ever started to locate a bug; before that, the output of terminals is not read. */
const hasLocatedKey = 'hasLocated';

/** Keeps the context key that shows the command if one failed in a terminal. */
export function registerFailedCommandOffer({
	extension,
	context,
	failedCommands: failed,
}: EarlyServices): vscode.Disposable {
	if (extension.globalState.get<boolean>(hasLocatedKey) === true) {
		failed.watch();
	}
	return failed.onDidChange(() => context.set(contextKeys.commandFailed, failed.last !== undefined));
}

/** Reads the output of terminals from here on, also in later windows. */
export async function readTerminals({ extension, failedCommands }: EarlyServices): Promise<void> {
	failedCommands.watch();
	await extension.globalState.update(hasLocatedKey, true);
}
