import { existsSync } from 'node:fs';
import { indexCacheFile } from '../../code/node/indexing/indexCacheFile';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { visibleWorkspace } from '../../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../history/pure/workspace';
import { type HiddenFiles, readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import type { Disposals } from '../../system/pure/disposing/disposals';
import { SharedDisposable } from '../../system/pure/disposing/sharedDisposable';
import type { FileEntry } from '../../system/pure/files';
import type { Progress } from '../../system/pure/progress';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import { codeSearchOption } from '../codeSearchOption';
import type { CommandCall } from '../command';
import { memoryOption, requireCode } from '../openCliWorkspace';
import { openWorkspace } from '../openWorkspace';
import type { McpFolders } from './mcpFolders';

interface Opened {
	readonly folders: readonly string[];
	readonly whole: Workspace;
	readonly visible: Workspace;
	readonly hidden: HiddenFiles;
	/** Closes its open parts of the saved index, once no call uses it any more. */
	readonly shared: SharedDisposable;
	/** The listing that was indexed. */
	readonly entries: readonly FileEntry[];
	/** The saved index; absent if it could not be saved. */
	readonly saved: string | undefined;
}

/** The opening that all calls which need it wait for. It ends when none of them does any more. */
interface Opening {
	readonly folders: readonly string[];
	readonly result: Promise<Opened>;
	readonly abort: AbortController;
	readonly waiting: Set<(progress: Progress) => void>;
}

/**
 * The code that a server answers about, as a model may see it: indexed at the first call, and again if files changed.
 */
export class McpWorkspace implements Disposable {
	private opened: Opened | undefined;
	private opening: Opening | undefined;

	constructor(
		private readonly folders: McpFolders,
		private readonly call: CommandCall,
	) {}

	/** Usable until `uses` ends. Throws `UserError` if there is no code, and the signal's reason. */
	async open(uses: Disposals, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Workspace> {
		const { visible, shared } = await this.share(signal, onProgress);
		uses.add(shared.use());
		return visible;
	}

	[Symbol.dispose](): void {
		this.opened?.shared[Symbol.dispose]();
		this.opened = undefined;
	}

	/** Without indexing. The rules come from the last opening, if any. */
	async hidden(): Promise<HiddenFiles> {
		return this.isCurrent(this.opened) ? this.opened.hidden : readAiIgnore(new DiskFiles(this.folders.roots));
	}

	private async share(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Opened> {
		const opening = this.opening?.folders === this.folders.list ? this.opening : this.begin();
		opening.waiting.add(onProgress);
		try {
			return await untilAborted(opening.result, signal);
		} finally {
			opening.waiting.delete(onProgress);
			if (opening.waiting.size === 0) {
				// Nothing more happens if it is done.
				this.forget(opening);
				opening.abort.abort();
			}
		}
	}

	private begin(): Opening {
		const abort = new AbortController();
		const waiting: Opening['waiting'] = new Set();
		const show = (progress: Progress) => {
			for (const onProgress of waiting) {
				onProgress(progress);
			}
		};
		const result = this.current(abort.signal, show);
		const opening = { folders: this.folders.list, result, abort, waiting };
		this.opening = opening;
		const end = () => this.forget(opening);
		result.then(end, end);
		return opening;
	}

	private forget(opening: Opening): void {
		if (this.opening === opening) {
			this.opening = undefined;
		}
	}

	private async current(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Opened> {
		const known = this.opened;
		if (this.isCurrent(known) && (await known.whole.files.list(signal)) === known.entries) {
			return known;
		}
		const { log, packageRoot, storage, ended } = this.call;
		const { list, roots } = this.folders;
		const opened = await openWorkspace({
			...{ roots, packageRoot, log, storage, signal, ended, onProgress },
			memory: memoryOption(this.call),
			codeSearch: codeSearchOption(this.call),
			isForRun: true,
		});
		const shared = new SharedDisposable(opened);
		try {
			requireCode(opened, list.join(', '));
			const { workspace: whole } = opened;
			const hidden = await readAiIgnore(whole.files);
			const entries = await whole.files.list(signal);
			const cacheFile = indexCacheFile(storage, roots);
			const saved = existsSync(cacheFile) ? cacheFile : undefined;
			this[Symbol.dispose]();
			this.opened = { folders: list, whole, visible: visibleWorkspace(whole, hidden), hidden, shared, entries, saved };
			return this.opened;
		} catch (error) {
			shared[Symbol.dispose]();
			throw error;
		}
	}

	/** A saved index is removed when a search finds it damaged. */
	private isCurrent(opened: Opened | undefined): opened is Opened {
		return opened?.folders === this.folders.list && (opened.saved === undefined || existsSync(opened.saved));
	}
}
