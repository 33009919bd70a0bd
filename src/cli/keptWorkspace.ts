import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { indexCacheFile } from '../code/node/indexing/indexCacheFile';
import { DiskFiles } from '../code/node/listing/diskFiles';
import { FolderWatch } from '../code/node/listing/folderWatch';
import { ruleState } from '../code/node/listing/savedListings';
import { visibleWorkspace } from '../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../history/pure/workspace';
import { type HiddenFiles, readAiIgnore } from '../outgoing/pure/gate/aiIgnore';
import { namedRoots, type RootFolder } from '../system/node/files/rootFolder';
import type { Disposals } from '../system/pure/disposing/disposals';
import { SharedDisposable } from '../system/pure/disposing/sharedDisposable';
import type { Progress } from '../system/pure/progress';
import { untilAborted } from '../system/pure/waiting/untilAborted';
import { codeSearchOption } from './codeSearchOption';
import type { CommandCall } from './command';
import { memoryOption } from './openCliWorkspace';
import type { OpenedWorkspace, OpenWorkspaceOptions } from './openWorkspace';

/** Absolute folders, which may change: another array is another workspace. */
export interface KeptFolders {
	readonly list: readonly string[];
	readonly roots: readonly RootFolder[];
}

/** A workspace as it was when a question came. */
export interface KeptCode extends Pick<OpenedWorkspace, 'stats' | 'problems' | 'patientHistory'> {
	readonly workspace: Workspace;
	/** As a model may see it. */
	readonly visible: Workspace;
	readonly hidden: HiddenFiles;
}

interface Opened extends KeptCode {
	readonly folders: readonly string[];
	readonly whole: OpenedWorkspace;
	/** Closes its open parts of the saved index, once no call uses it any more. */
	readonly shared: SharedDisposable;
	/** The states of the files with rules. */
	readonly hiding: string;
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
 * Changes that the system does not report, as those through shared memory, are found by a listing after a question, this
 * often at most.
 */
const [listedMs, afterMs] = [10_000, 100];

/** Code that is kept from one question to the next: indexed at the first one, and again if files changed. */
export class KeptWorkspace implements Disposable {
	private opened: Opened | undefined;
	private opening: Opening | undefined;
	private watch: FolderWatch | undefined;
	private listedAt = 0;

	constructor(
		private readonly folders: KeptFolders,
		private readonly call: CommandCall,
		private readonly how: Pick<OpenWorkspaceOptions, 'isForRun' | 'isKept'>,
	) {}

	/** Usable until `uses` ends. Throws `UserError` and the signal's reason. */
	async open(uses: Disposals, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<KeptCode> {
		const opened = await this.share(signal, onProgress);
		uses.add(opened.shared.use());
		return opened;
	}

	/** For the searches that follow. */
	async prepareTexts(signal: AbortSignal): Promise<void> {
		const { opened } = this;
		using _use = opened?.shared.use();
		await opened?.whole.prepareTexts(signal);
	}

	get isOpen(): boolean {
		return this.opened !== undefined;
	}

	[Symbol.dispose](): void {
		this.close();
		this.watch?.[Symbol.dispose]();
	}

	private close(): void {
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
		const same = this.isCurrent(known) ? await this.unchanged(known, signal) : undefined;
		if (same !== undefined) {
			return same;
		}
		this.watch ??= this.how.isKept === true ? new FolderWatch(this.folders.list) : undefined;
		this.watch?.begin();
		const { log, packageRoot, storage, ended } = this.call;
		const { list, roots } = this.folders;
		// Loaded if no server answers.
		const { openWorkspace } = await import('./openWorkspace');
		const whole = await openWorkspace({
			...{ roots, packageRoot, log, storage, signal, ended, onProgress, ...this.how },
			memory: memoryOption(this.call),
			codeSearch: codeSearchOption(this.call),
			...(known?.folders === list && { earlier: known.whole.reusable }),
		});
		const shared = new SharedDisposable(whole);
		try {
			const { workspace, stats, problems, patientHistory } = whole;
			this.watch?.follow(whole.basis());
			const hidden = await readAiIgnore(workspace.files);
			const cacheFile = indexCacheFile(storage, roots);
			const saved = existsSync(cacheFile) ? cacheFile : undefined;
			this.close();
			this.opened = {
				...{ folders: list, whole, shared, saved, hidden, hiding: this.statesOf(hidden) },
				...{ workspace, stats, problems, ...(patientHistory && { patientHistory }) },
				visible: visibleWorkspace(workspace, hidden),
			};
			return this.opened;
		} catch (error) {
			shared[Symbol.dispose]();
			throw error;
		}
	}

	/** The known code if no file has changed, with the rules as they are now. */
	private async unchanged(known: Opened, signal: AbortSignal): Promise<Opened | undefined> {
		const { whole } = known;
		if (await this.watch?.isQuiet()) {
			this.listLater(whole);
			return known;
		}
		this.watch?.begin();
		const isSame = await whole.isUnchanged(signal);
		this.watch?.follow(whole.basis());
		return isSame ? this.withRules(known) : undefined;
	}

	/** Files that hide others are not listed if git ignores them. */
	private async withRules(known: Opened): Promise<Opened> {
		const { hidden: last, hiding, whole, workspace } = known;
		if (whole.basis()?.isWalked === false && hiding === this.statesOf(last)) {
			return known;
		}
		const hidden = await readAiIgnore(workspace.files);
		const states = this.statesOf(hidden);
		if (states !== hiding) {
			this.opened = { ...known, hidden, hiding: states, visible: visibleWorkspace(workspace, hidden) };
		}
		return this.opened ?? known;
	}

	private statesOf({ rules }: HiddenFiles): string {
		const roots = namedRoots(this.folders.roots);
		const states = rules.map(file => {
			const root = roots.find(({ name }) => name === '' || file.startsWith(`${name}/`));
			const inside = root?.name ? file.slice(root.name.length + 1) : file;
			return `${file} ${ruleState(join(root?.dir ?? '', inside))}`;
		});
		return states.join('\n');
	}

	private listLater(whole: OpenedWorkspace): void {
		if (performance.now() - this.listedAt < listedMs) {
			return;
		}
		this.listedAt = performance.now();
		const changed = () => this.watch?.change();
		setTimeout(() => whole.isUnchanged().then(isSame => isSame || changed(), changed), afterMs).unref();
	}

	/** A saved index is removed when a search finds it damaged. */
	private isCurrent(opened: Opened | undefined): opened is Opened {
		return opened?.folders === this.folders.list && (opened.saved === undefined || existsSync(opened.saved));
	}
}
