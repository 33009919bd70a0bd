import * as vscode from 'vscode';
import type { WorkspaceChanges } from '../../code/node/indexing/diskCheck';
import type { ContextValues } from '../earlyServices';
import type { EditorLog } from '../editorLog';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import { settingNames } from '../settings/settingNames';
import { isCancel } from '../showError';
import { showViewProgress } from '../showViewProgress';
import { pathOfUri } from '../workspacePaths';
import type { WorkspaceIndex } from './workspaceIndex';

interface WorkspaceIndexDeps {
	readonly index: WorkspaceIndex;
	readonly log: EditorLog;
	readonly context: ContextValues;
}

/** Keeps the index up to date while the user works, shows its progress, and registers its commands. */
export function registerWorkspaceIndex({ index, log, context }: WorkspaceIndexDeps): vscode.Disposable {
	const logFailure = (error: unknown) => {
		if (!isCancel(error)) {
			log.error('The index could not be updated.', error);
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

/** Shows progress while the index is built. */
function showProgress({ index }: Pick<WorkspaceIndexDeps, 'index'>): vscode.Disposable {
	return showViewProgress(
		vscode.l10n.t('Reading the code'),
		index.onDidChangeStatus,
		() => index.status.state === 'building',
	);
}

/** Settings that determine which files are indexed. */
const listSettings = ['files.exclude', 'search.exclude', settingNames.indexExclude];

/** Passes changes of files, of texts in editors, and of exclude settings to the queue. */
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
	const reported = (act: (uri: vscode.Uri, path: string) => void) => (uri: vscode.Uri) => {
		const path = pathOfUri(uri);
		if (path !== undefined) {
			index.noteReport(path);
			act(uri, path);
		}
	};
	return vscode.Disposable.from(
		watcher,
		watcher.onDidChange(reported(changed)),
		// A file that was replaced by renaming another over it is also reported as created.
		watcher.onDidCreate(reported((uri, path) => (index.has(path) ? changed(uri) : queue.filesMayCount()))),
		watcher.onDidDelete(reported((_, path) => queue.fileRemoved(path))),
		vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
			if (contentChanges.length > 0) {
				changed(document.uri);
			}
		}),
		// Closed without saving: the text on disk counts again.
		vscode.workspace.onDidCloseTextDocument(({ uri }) => changed(uri)),
		vscode.workspace.onDidChangeConfiguration(event => {
			if (listSettings.some(name => event.affectsConfiguration(name))) {
				queue.filesMayCount();
			}
		}),
	);
}

/** Changes are collected for this long, so that a checkout or fast typing is applied once. */
const quietMs = 300;

/** Collects changes until none has come for a while, then passes them on together. The last change of a path counts. */
export class ChangeQueue {
	private readonly changed = new Set<string>();
	private readonly removed = new Set<string>();
	private listAgain = false;
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly flushed: (changes: WorkspaceChanges) => void) {}

	fileChanged(path: string): void {
		this.changed.add(path);
		this.wait();
	}

	fileRemoved(path: string): void {
		this.changed.delete(path);
		this.removed.add(path);
		this.wait();
	}

	filesMayCount(): void {
		this.listAgain = true;
		this.wait();
	}

	dispose(): void {
		clearTimeout(this.timer);
	}

	private wait(): void {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.flush(), quietMs);
	}

	private flush(): void {
		const changes = { changed: [...this.changed], removed: [...this.removed], listAgain: this.listAgain };
		this.changed.clear();
		this.removed.clear();
		this.listAgain = false;
		this.flushed(changes);
	}
}
