import * as vscode from 'vscode';
import type { Workspace } from '../../history/pure/workspace';
import { UserError } from '../../system/pure/errors/userError';

const noCode =
	'There is no code here in a language Faultline supports. Open a folder with code, or check the exclude settings.';

/**
 * The indexed workspace. Throws `UserError` if there is no code in it, or the user cancelled the index; `needed` states
 * its purpose, and the remedy.
 */
export async function workspaceWithCode(indexed: () => Promise<Workspace>, needed: string): Promise<Workspace> {
	const workspace = await indexed().catch(error => notBuilt(error, needed));
	if (workspace.index.nSymbols === 0) {
		throw new UserError(noCode, { cures: [{ kind: 'openFolder' }] });
	}
	return workspace;
}

function notBuilt(error: unknown, needed: string): never {
	throw error instanceof vscode.CancellationError
		? new UserError(`The index was not built, but ${needed}`, { cures: [{ kind: 'retry' }] })
		: error;
}
