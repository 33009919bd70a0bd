import * as vscode from 'vscode';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { isCancel } from '../showError';
import { showViewProgress } from '../showViewProgress';
import { ChangeQueue } from './changeQueue';
import { watchWorkspace } from './watchWorkspace';

/** Keeps the index true while the person works, shows what it is doing, and offers to build it again or not to. */
export function registerWorkspaceIndex({ index, log, context }: Services): vscode.Disposable {
	const logFailure = (error: unknown) => {
		if (!isCancel(error)) {
			log.error('The index could not take in a change.', error);
		}
	};
	const queue = new ChangeQueue(changes => {
		index.apply(changes).catch(logFailure);
	});
	context.set(contextKeys.workspaceState, index.status.state);
	return vscode.Disposable.from(
		queue,
		watchWorkspace(index, queue),
		vscode.workspace.onDidChangeWorkspaceFolders(() => {
			index.foldersChanged().catch(logFailure);
		}),
		index.onDidChangeStatus(({ state }) => context.set(contextKeys.workspaceState, state)),
		showProgress({ index }),
		registerCommand(log, commands.indexBuild, () => index.ready()),
		registerCommand(log, commands.indexRebuild, () => index.rebuild()),
		registerCommand(log, commands.indexCancel, () => index.cancel()),
	);
}

/** For as long as the index is built. */
function showProgress({ index }: Pick<Services, 'index'>): vscode.Disposable {
	return showViewProgress('Reading the code', index.onDidChangeStatus, () => index.status.state === 'building');
}
