import * as vscode from 'vscode';
import { settingNames } from '../settings';
import { pathOfUri } from '../workspacePaths';
import type { ChangeQueue } from './changeQueue';
import type { WorkspaceIndex } from './workspaceIndex';

/** Settings that decide which files count. */
const listSettings = ['files.exclude', 'search.exclude', settingNames.indexExclude];

/** Tells the queue what happens to files on disk, to texts in editors, and to what is left out. */
export function watchWorkspace(index: WorkspaceIndex, queue: ChangeQueue): vscode.Disposable {
	const watcher = vscode.workspace.createFileSystemWatcher('**/*');
	const changed = (uri: vscode.Uri) => {
		const path = pathOfUri(uri);
		if (path === undefined) {
			return;
		}
		if (path.endsWith('.gitignore')) {
			queue.filesMayCount();
		} else if (index.has(path)) {
			queue.fileChanged(path);
		}
	};
	return vscode.Disposable.from(
		watcher,
		watcher.onDidChange(changed),
		// A file that was replaced by renaming another over it comes as created, too.
		watcher.onDidCreate(uri =>
			index.has(pathOfUri(uri) ?? '') ? changed(uri) : isInWorkspace(uri) && queue.filesMayCount(),
		),
		watcher.onDidDelete(uri => {
			const path = pathOfUri(uri);
			if (path !== undefined) {
				queue.fileRemoved(path);
			}
		}),
		vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			if (contentChanges.length > 0) {
				changed(document.uri);
			}
		}),
		// Closed without saving: what is on disk counts again.
		vscode.workspace.onDidCloseTextDocument(({ uri }) => changed(uri)),
		vscode.workspace.onDidChangeConfiguration(event => {
			if (listSettings.some(name => event.affectsConfiguration(name))) {
				queue.filesMayCount();
			}
		}),
	);
}

function isInWorkspace(uri: vscode.Uri): boolean {
	return pathOfUri(uri) !== undefined;
}
