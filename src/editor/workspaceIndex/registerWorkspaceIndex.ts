import * as vscode from 'vscode';
import { commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { isCancel, showError } from '../showError';
import { ChangeQueue } from './changeQueue';
import { watchWorkspace } from './watchWorkspace';

/** Keeps the index true while the person works, shows what it is doing, and offers to build it again or not to. */
export function registerWorkspaceIndex({ index, log, context }: Services): vscode.Disposable {
	const queue = new ChangeQueue(changes => {
		index.apply(changes).catch((error: unknown) => {
			if (!isCancel(error)) {
				log.error('The index could not take in a change.', error);
			}
		});
	});
	context.set(contextKeys.workspaceState, index.status.state);
	return vscode.Disposable.from(
		queue,
		watchWorkspace(index, queue),
		index.onDidChangeStatus(({ state }) => context.set(contextKeys.workspaceState, state)),
		showProgress({ index, log }),
		registerCommand(log, commands.indexBuild, () => index.ready()),
		registerCommand(log, commands.indexRebuild, () => index.rebuild()),
		registerCommand(log, commands.indexCancel, () => index.cancel()),
	);
}

/** The moving bar above the view, for as long as the index is built. */
function showProgress({ index, log }: Pick<Services, 'index' | 'log'>): vscode.Disposable {
	let showing = false;
	return index.onDidChangeStatus(({ state }) => {
		if (state !== 'building' || showing) {
			return;
		}
		showing = true;
		const ended = index.ready().then(
			() => undefined,
			(error: unknown) => (isCancel(error) ? undefined : log.error('The index could not be built.', error)),
		);
		void vscode.window
			.withProgress({ location: { viewId: views.trajectory }, title: 'Reading the code' }, () => ended)
			.then(
				() => {
					showing = false;
				},
				(error: unknown) => showError(log, error),
			);
	});
}
