import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { LanguageTable } from '../../core/index/languageTable';
import { SourceParser } from '../../core/index/sourceParser';
import { SymbolIndex } from '../../core/index/symbolIndex';
import type { FileEntry, Files, Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { Workspace } from '../../core/workspace';
import type { IndexStats } from '../../node/buildIndex';
import { DiskFiles } from '../../node/diskFiles';
import { type GrammarFolder, openGrammarFolder } from '../../node/grammarFolder';
import { indexCacheFile } from '../../node/indexCacheFile';
import type { RootFolder } from '../../node/rootFolder';
import type { WorkerIndexer } from '../../node/workerIndexer';
import type { WorkspaceStatus } from '../../protocol/workspaceStatus';
import { readSettings } from '../settings';
import { pathOfUri, workspaceRoots } from '../workspacePaths';

interface Parts {
	readonly worker: WorkerIndexer;
	/** Faultline's own folder, the one that holds `syntaxes`. */
	readonly packageRoot: string;
	/** Where the index is kept between windows. */
	readonly storage: string;
	readonly log: Log;
}

/** What changed in the workspace since the index last looked. Paths are workspace paths. */
export interface WorkspaceChanges {
	/** Files that are indexed already and have other text now. */
	readonly changed: readonly string[];
	/** Files or folders that are gone. */
	readonly removed: readonly string[];
	/** Files came, or which files count has changed: the folders must be listed again. */
	readonly listAgain: boolean;
}

interface Build {
	readonly abort: AbortController;
	readonly done: Promise<Workspace>;
}

/**
 * The index over the open folders: built on first use in a thread of its own, kept on disk between windows, and kept true
 * while the person edits. While it is built again, whoever asks gets the one before.
 */
export class WorkspaceIndex implements vscode.Disposable {
	private readonly statusChanged = new vscode.EventEmitter<WorkspaceStatus>();
	private readonly updated = new vscode.EventEmitter<void>();
	private grammars: GrammarFolder | undefined;
	private parser: SourceParser | undefined;
	private current: WorkspaceStatus = workspaceRoots().length === 0 ? { state: 'noFolder' } : { state: 'idle' };
	private workspace: Workspace | undefined;
	private build: Build | undefined;

	readonly onDidChangeStatus = this.statusChanged.event;
	/** Fires after changed files were taken in. */
	readonly onDidUpdate = this.updated.event;

	constructor(private readonly parts: Parts) {}

	get status(): WorkspaceStatus {
		return this.current;
	}

	/** Whether a file is in the index as it stands. */
	has(path: string): boolean {
		return this.workspace?.index.file(path) !== undefined;
	}

	/** The indexed workspace. Rejects with a `UserError` that says what to do, or with the reason of a cancel. */
	ready(): Promise<Workspace> {
		return this.workspace === undefined ? this.startBuild().done : Promise.resolve(this.workspace);
	}

	/** Reads everything anew, past what is kept on disk. */
	async rebuild(): Promise<void> {
		this.cancel();
		this.workspace = undefined;
		await rm(indexCacheFile(this.parts.storage, workspaceRoots()), { force: true });
		await this.ready();
	}

	/** Ends a build that is under way; the index before it, if there is one, stays. */
	cancel(): void {
		this.build?.abort.abort(new vscode.CancellationError());
	}

	/** Takes changes in. A build that is under way is waited for, as it may have read what was before. */
	async apply({ changed, removed, listAgain }: WorkspaceChanges): Promise<void> {
		await this.build?.done.catch(() => undefined);
		const { workspace } = this;
		if (workspace === undefined) {
			return;
		}
		if (listAgain) {
			await this.startBuild().done;
			return;
		}
		removeAll(workspace.index, removed);
		await Promise.all(changed.filter(path => this.has(path)).map(path => this.readAgain(workspace, path)));
		this.updated.fire();
		this.setStatus(readyStatus(workspace.index));
	}

	/** Other folders are open now: what is known is of no use. Whoever used it gets it built anew. */
	async foldersChanged(): Promise<void> {
		const wasUsed = this.workspace !== undefined || this.build !== undefined;
		this.cancel();
		this.workspace = undefined;
		const isOpen = workspaceRoots().length > 0;
		this.setStatus({ state: isOpen ? 'idle' : 'noFolder' });
		if (wasUsed && isOpen) {
			await this.ready();
		}
	}

	dispose(): void {
		this.cancel();
		this.statusChanged.dispose();
		this.updated.dispose();
	}

	private startBuild(): Build {
		if (this.build !== undefined) {
			return this.build;
		}
		const abort = new AbortController();
		const build: Build = {
			abort,
			done: this.buildAll(abort.signal).finally(() => {
				if (this.build === build) {
					this.build = undefined;
				}
			}),
		};
		this.build = build;
		return build;
	}

	private async buildAll(signal: AbortSignal): Promise<Workspace> {
		try {
			const workspace = await this.indexFolders(workspaceRoots(), signal);
			this.workspace = workspace;
			this.setStatus(readyStatus(workspace.index));
			return workspace;
		} catch (error) {
			this.setStatus(this.statusAfter(error, signal));
			throw signal.aborted || error instanceof UserError
				? error
				: new UserError(`The index could not be built: ${errorText(error)}`, { cause: error });
		}
	}

	private async indexFolders(roots: readonly RootFolder[], signal: AbortSignal): Promise<Workspace> {
		if (roots.length === 0) {
			throw new UserError('No folder is open: open a folder with code, then locate the bug in it.');
		}
		const { worker, storage, log } = this.parts;
		const excludes = excludeGlobs();
		const grammars = this.openGrammars();
		const index = new SymbolIndex();
		this.showProgress(0, 0);
		const { stats, problems } = await worker.build({
			...{ roots, excludes, signal, cacheFile: indexCacheFile(storage, roots) },
			onBatch: batch => {
				for (const file of batch.files) {
					index.update(file);
				}
				this.showProgress(batch.progress.done, batch.progress.total);
			},
		});
		logBuild(log, stats, problems);
		const unreadable = problems.find(({ path }) => path === '' || roots.some(({ name }) => name === path));
		if (index.nFiles === 0 && unreadable !== undefined) {
			throw new UserError(
				`The folder cannot be read: ${unreadable.reason}. Check its permissions, then build the index again.`,
			);
		}
		this.parser ??= new SourceParser(grammars);
		const files = new EditorFiles(new DiskFiles(roots, { excludes }));
		const workspace = { index, files, languages: new LanguageTable(grammars.languages), parser: this.parser };
		await this.readUnsaved(workspace);
		signal.throwIfAborted();
		return workspace;
	}

	private openGrammars(): GrammarFolder {
		this.grammars ??= openGrammarFolder(this.parts.packageRoot);
		return this.grammars;
	}

	/** The worker reads the disk; what stands unsaved in an editor counts more. */
	private async readUnsaved(workspace: Workspace): Promise<void> {
		const paths = unsavedDocuments().flatMap(({ uri }) => pathOfUri(uri) ?? []);
		const known = paths.filter(path => workspace.index.file(path) !== undefined);
		await Promise.all(known.map(path => this.readAgain(workspace, path)));
	}

	private async readAgain({ index, files }: Workspace, path: string): Promise<void> {
		try {
			index.update(await this.parts.worker.parseText(path, await files.readText(path)));
		} catch (error) {
			// Gone or unreadable by now: better not known than known wrongly.
			this.parts.log.warn(`${path} is taken out of the index: ${errorText(error)}`);
			index.remove(path);
		}
	}

	/** Building again behind an index that is there is nobody's concern. */
	private showProgress(done: number, total: number): void {
		if (this.workspace === undefined) {
			this.setStatus({ state: 'building', done, total });
		}
	}

	private statusAfter(error: unknown, { aborted }: AbortSignal): WorkspaceStatus {
		if (this.workspace !== undefined) {
			return readyStatus(this.workspace.index);
		}
		if (aborted) {
			return { state: 'idle' };
		}
		return workspaceRoots().length === 0 ? { state: 'noFolder' } : { state: 'failed', message: errorText(error) };
	}

	private setStatus(status: WorkspaceStatus): void {
		this.current = status;
		this.statusChanged.fire(status);
	}
}

function readyStatus({ nFiles, nSymbols }: SymbolIndex): WorkspaceStatus {
	return nSymbols === 0 ? { state: 'noCode' } : { state: 'ready', nFiles, nSymbols };
}

/** What is no file was a folder, and everything in it is gone. */
function removeAll(index: SymbolIndex, paths: readonly string[]): void {
	const folders = paths.filter(path => index.file(path) === undefined).map(path => `${path}/`);
	const inside =
		folders.length === 0 ? [] : index.files().filter(({ path }) => folders.some(folder => path.startsWith(folder)));
	for (const path of [...paths, ...inside.map(file => file.path)]) {
		index.remove(path);
	}
}

function logBuild(log: Log, stats: IndexStats, problems: readonly { path: string; reason: string }[]): void {
	log.info(
		`Indexed ${stats.nSymbols} symbols in ${stats.nFiles} files in ${stats.ms} ms, ${stats.nFromCache} files from the cache.`,
	);
	for (const { path, reason } of problems) {
		log.warn(`${path}: ${reason}`);
	}
}

/**
 * Globs of what the person keeps out of sight: `files.exclude`, `search.exclude` and Faultline's own setting, of all
 * folders together. An entry with a `when` depends on sibling files and is passed over: it hides build output, which
 * does no harm in an index.
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
	const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return entries.filter(([, enabled]) => enabled === true).map(([glob]) => glob);
}

/** The workspace as the person sees it: the disk, except for what stands unsaved in an editor. */
class EditorFiles implements Files {
	constructor(private readonly disk: Files) {}

	list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return this.disk.list(signal);
	}

	async readText(path: string): Promise<string> {
		return (
			unsavedDocuments()
				.find(document => pathOfUri(document.uri) === path)
				?.getText() ?? this.disk.readText(path)
		);
	}
}

/** Documents of the workspace's files whose text is not on disk yet. */
function unsavedDocuments(): readonly vscode.TextDocument[] {
	return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
}
