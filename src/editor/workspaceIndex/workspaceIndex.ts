import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { WorkspaceChanges } from '../../code/node/indexing/diskCheck';
import type { GrammarFolder } from '../../code/node/languages/grammarFolder';
import type { SourceParser } from '../../code/pure/definitions/sourceParser';
import type { SymbolIndex } from '../../code/pure/index/symbolIndex';
import type { LanguageData } from '../../code/pure/languages/languageData';
import type { Workspace } from '../../history/pure/workspace';
import type { RootFolder } from '../../system/node/files/rootFolder';
import type { Disposals } from '../../system/pure/disposing/disposals';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { fieldsOf } from '../../system/pure/fields';
import type { Progress } from '../../system/pure/progress';
import type { WorkspaceStatus } from '../../webview/protocol/workspaceStatus';
import { loadInTurns } from '../loadInTurns';
import { readSettings } from '../settings/settings';
import { workspaceRoots } from '../workspacePaths';

import type { OpenedCode, WorkspaceIndexDeps } from './openCode';
import type { TextStage } from './textStage';
import { unsavedTexts } from './unsavedTexts';
import { WatchedChanges } from './watchedChanges';

interface Build {
	readonly abort: AbortController;
	readonly done: Promise<OpenedCode>;
}

/**
 * The index of the open folders: built on first use in a process of its own, cached on disk between windows, and updated while
 * the user edits. While it is rebuilt, callers get the previous index.
 */
export class WorkspaceIndex implements vscode.Disposable {
	private readonly statusChanged = new vscode.EventEmitter<WorkspaceStatus>();
	private readonly updated = new vscode.EventEmitter<void>();
	private grammars: Promise<GrammarFolder> | undefined;
	private parser: SourceParser | undefined;
	private current: WorkspaceStatus = workspaceRoots().length === 0 ? { state: 'noFolder' } : { state: 'idle' };
	private code: OpenedCode | undefined;
	private build: Build | undefined;
	private texts: TextStage | undefined;
	private readonly watched = new WatchedChanges();
	private isWatchingFailing = false;
	/** Why the last build found no file, and the remedy. */
	private emptyReason: string | undefined;

	readonly onDidChangeStatus = this.statusChanged.event;
	/** Fires after changed files were indexed. */
	readonly onDidUpdate = this.updated.event;

	constructor(private readonly deps: WorkspaceIndexDeps) {}

	get status(): WorkspaceStatus {
		return this.current;
	}

	/** Whether a file is in the current index. */
	has(path: string): boolean {
		return this.code?.workspace.index.file(path) !== undefined;
	}

	/** The indexed workspace. Rejects with a `UserError` that states the remedy, or with the reason of a cancellation. */
	async ready(): Promise<Workspace> {
		return (await this.open()).workspace;
	}

	private open(): Promise<OpenedCode> {
		return this.code === undefined ? this.startBuild().done : Promise.resolve(this.code);
	}

	/**
	 * Like `ready`, after a look at the disk for changes that VS Code did not report: for a run. It can be used until
	 * `uses` ends. Rejects also if rules leave out all files.
	 */
	async upToDate(uses: Disposals): Promise<Workspace> {
		const { workspace: known, diskCheck } = await this.open();
		const changes = await diskCheck.changes(await known.files.list());
		if (changes.changed.length + changes.removed.length > 0) {
			await this.apply(changes);
		}
		if (this.watched.check(changes) && !this.isWatchingFailing) {
			this.isWatchingFailing = true;
			this.deps.onWatchingFails();
		}
		const { workspace, shared } = await this.open();
		uses.add(shared.use());
		await this.texts?.wait(progress => this.setStatus(buildingStatus(progress)));
		this.setStatus(this.readyStatus(workspace.index));
		if (workspace.index.nSymbols === 0 && this.emptyReason !== undefined) {
			throw new UserError(this.emptyReason, { cures: [{ kind: 'retry' }] });
		}
		return workspace;
	}

	/** VS Code reported a change on disk, of a file or a folder. */
	noteReport(path: string): void {
		this.watched.report(path);
	}

	/** Rebuilds the index without the cache. */
	async rebuild(): Promise<void> {
		this.cancel();
		this.replace(undefined);
		await this.startBuild({ isFresh: true }).done;
	}

	/** Ends an active build; the previous index, if there is one, remains. */
	cancel(): void {
		this.build?.abort.abort(new vscode.CancellationError());
		this.texts?.cancel();
	}

	/** Applies changes. Waits for an active build first, because it may have read the old state. */
	async apply({ changed, removed, listAgain }: WorkspaceChanges): Promise<void> {
		await this.build?.done.catch(() => undefined);
		if (this.code === undefined) {
			return;
		}
		const { workspace } = this.code;
		if (listAgain) {
			await this.startBuild().done;
			return;
		}
		removeAll(workspace.index, removed);
		await Promise.all(changed.filter(path => this.has(path)).map(path => this.readAgain(workspace, path)));
		this.updated.fire();
		this.setStatus(this.readyStatus(workspace.index));
	}

	/** Drops the index because other folders are open now, and rebuilds it if it was in use. */
	async foldersChanged(): Promise<void> {
		const wasUsed = this.code !== undefined || this.build !== undefined;
		this.cancel();
		this.replace(undefined);
		const isOpen = workspaceRoots().length > 0;
		this.setStatus({ state: isOpen ? 'idle' : 'noFolder' });
		if (wasUsed && isOpen) {
			await this.ready();
		}
	}

	dispose(): void {
		this.cancel();
		this.replace(undefined);
		this.statusChanged.dispose();
		this.updated.dispose();
	}

	private replace(code: OpenedCode | undefined): void {
		this.code?.shared[Symbol.dispose]();
		this.code = code;
	}

	private startBuild({ isFresh = false } = {}): Build {
		// One that was cancelled may take a while to end.
		if (this.build?.abort.signal.aborted === false) {
			return this.build;
		}
		const abort = new AbortController();
		const build: Build = {
			abort,
			done: this.buildAll(abort.signal, isFresh).finally(() => {
				if (this.build === build) {
					this.build = undefined;
				}
			}),
		};
		this.build = build;
		return build;
	}

	private async buildAll(signal: AbortSignal, isFresh: boolean): Promise<OpenedCode> {
		try {
			const code = await this.indexFolders(workspaceRoots(), signal, isFresh);
			this.replace(code);
			this.setStatus(this.readyStatus(code.workspace.index));
			return code;
		} catch (error) {
			if (this.build === undefined || this.build.abort.signal === signal) {
				this.setStatus(this.statusAfter(error, signal));
			}
			throw signal.aborted || error instanceof UserError
				? error
				: new UserError(`The index could not be built: ${errorText(error)}`, {
						cause: error,
						cures: [{ kind: 'retry' }],
					});
		}
	}

	private async indexFolders(roots: readonly RootFolder[], signal: AbortSignal, isFresh: boolean): Promise<OpenedCode> {
		if (roots.length === 0) {
			throw new UserError('No folder is open: open a folder with code, then locate the bug in it.', {
				cures: [{ kind: 'openFolder' }],
			});
		}
		this.showProgress({ done: 0, total: 0 });
		await loadInTurns([
			() => import('../../code/pure/definitions/sourceParser'),
			() => import('../../code/node/listing/diskFiles'),
			() => import('../../history/node/openHistory'),
			() => import('./openCode'),
			() => this.openGrammars(),
		]);
		const { openCode } = await import('./openCode');
		const opened = await openCode(roots, this.deps, {
			...{ signal, isFresh, excludes: excludeGlobs(), grammars: await this.openGrammars(), parser: this.parser },
			onBuild: progress => this.showProgress(progress),
			onLocate: progress => {
				const { index } = opened.workspace;
				this.setStatus(progress === undefined ? this.readyStatus(index) : buildingStatus(progress));
			},
		});
		const { workspace } = opened;
		this.parser = workspace.parser;
		this.emptyReason = opened.emptyReason;
		try {
			await this.readUnsaved(workspace);
			await setImmediate();
			signal.throwIfAborted();
		} catch (error) {
			opened.shared[Symbol.dispose]();
			throw error;
		}
		this.texts?.cancel();
		this.texts = opened.makeTexts();
		return opened;
	}

	/** All languages that are known, whether the workspace has code in them or not. */
	async languages(): Promise<readonly LanguageData[]> {
		return (await this.openGrammars()).languages;
	}

	private openGrammars(): Promise<GrammarFolder> {
		this.grammars ??= readGrammars(this.deps.packageRoot).catch(error => {
			this.grammars = undefined;
			throw error;
		});
		return this.grammars;
	}

	/** The process reads the disk; unsaved texts of editors take precedence. */
	private async readUnsaved(workspace: Workspace): Promise<void> {
		const known = [...unsavedTexts().keys()].filter(path => workspace.index.file(path) !== undefined);
		await Promise.all(known.map(path => this.readAgain(workspace, path)));
	}

	private async readAgain({ index, files }: Workspace, path: string): Promise<void> {
		try {
			index.update(await this.deps.indexer.parseText(path, await files.readText(path)));
		} catch (error) {
			// Removed or unreadable by now: missing from the index is better than wrong.
			this.deps.log.warn(`${path} is removed from the index: ${errorText(error)}`);
			index.remove(path);
		}
	}

	/** A rebuild while an index is available shows no progress. */
	private showProgress(progress: Omit<Progress, 'message'>): void {
		if (this.code === undefined) {
			this.setStatus(buildingStatus(progress));
		}
	}

	private statusAfter(error: unknown, { aborted }: AbortSignal): WorkspaceStatus {
		if (this.code !== undefined) {
			return this.readyStatus(this.code.workspace.index);
		}
		if (aborted) {
			return { state: 'idle' };
		}
		return workspaceRoots().length === 0 ? { state: 'noFolder' } : { state: 'failed', message: errorText(error) };
	}

	private readyStatus({ nFiles, nSymbols }: SymbolIndex): WorkspaceStatus {
		const { emptyReason: reason } = this;
		return nSymbols === 0 ? { state: 'noCode', ...(reason && { reason }) } : { state: 'ready', nFiles, nSymbols };
	}

	private setStatus(status: WorkspaceStatus): void {
		this.current = status;
		this.statusChanged.fire(status);
	}
}

async function readGrammars(packageRoot: string): Promise<GrammarFolder> {
	const { openGrammarFolder } = await import('../../code/node/languages/grammarFolder');
	return openGrammarFolder(packageRoot);
}

function buildingStatus({ done, total, nSymbols }: Omit<Progress, 'message'>): WorkspaceStatus {
	return { state: 'building', done, total, ...(nSymbols !== undefined && { nSymbols }) };
}

/** A path that is not an indexed file was a folder; everything in it is removed. */
function removeAll(index: SymbolIndex, paths: readonly string[]): void {
	const folders = paths.filter(path => index.file(path) === undefined).map(path => `${path}/`);
	const inside =
		folders.length === 0 ? [] : index.files().filter(({ path }) => folders.some(folder => path.startsWith(folder)));
	for (const path of [...paths, ...inside.map(file => file.path)]) {
		index.remove(path);
	}
}

/**
 * Globs of excluded files: `files.exclude`, `search.exclude` and Faultline's own setting, of all folders together. An entry
 * with a `when` depends on sibling files and is skipped: it hides build output, which does no harm in an index.
 */
function excludeGlobs(): readonly string[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	const globs = folders.flatMap(({ uri }) => [
		...enabledGlobs(vscode.workspace.getConfiguration('files', uri).get('exclude')),
		...enabledGlobs(vscode.workspace.getConfiguration('search', uri).get('exclude')),
	]);
	return [...new Set([...globs, ...readSettings().indexExclude])].sort();
}

function enabledGlobs(value: unknown): string[] {
	return Object.entries(fieldsOf(value))
		.filter(([, enabled]) => enabled === true)
		.map(([glob]) => glob);
}
