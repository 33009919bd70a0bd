import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { indexCacheFile } from '../../src/code/node/indexing/indexCacheFile';
import { openHistory } from '../../src/history/node/openHistory';
import type { Workspace } from '../../src/history/pure/workspace';
import type { FileEntry, Files } from '../../src/system/pure/files';
import type { Log } from '../../src/system/pure/log';

/**
 * Workspaces over one folder whose files change from commit to commit, opened as the product opens them; what has not
 * changed since the last commit comes from the index cache.
 */
export class TreeWorkspaces {
	private readonly packageRoot: string;
	private readonly storage = mkdtempSync(join(tmpdir(), 'faultline-index-'));

	/** `packageRoot` is Faultline's own folder. */
	constructor(packageRoot: string) {
		this.packageRoot = packageRoot;
	}

	/** `indexesHistory`: also the commits that led to it. */
	async open(folder: string, { indexesHistory = false } = {}): Promise<Workspace> {
		const { storage, packageRoot } = this;
		const roots = [{ name: '', dir: folder }];
		const opened = await openWorkspace({ roots, packageRoot, storage, log: problemsOnly });
		if (indexesHistory) {
			await openHistory({ roots, cacheFile: indexCacheFile(storage, roots, []), log: problemsOnly }).build();
		}
		return { ...opened.workspace, files: new RememberedFiles(opened.workspace.files) };
	}

	dispose(): void {
		rmSync(this.storage, { recursive: true, force: true });
	}
}

/** Files of one commit: each is read once, however many calls read it. */
class RememberedFiles implements Files {
	private readonly files: Files;
	private readonly texts = new Map<string, Promise<string>>();
	private entries: Promise<readonly FileEntry[]> | undefined;

	constructor(files: Files) {
		this.files = files;
	}

	list(): Promise<readonly FileEntry[]> {
		this.entries ??= this.files.list();
		return this.entries;
	}

	readText(path: string): Promise<string> {
		const text = this.texts.get(path) ?? this.files.readText(path);
		this.texts.set(path, text);
		return text;
	}
}

const problemsOnly: Log = {
	info: () => undefined,
	warn: message => console.warn(message),
	error: message => console.error(message),
};
