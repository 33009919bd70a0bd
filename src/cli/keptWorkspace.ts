import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { indexCacheFile } from '../code/node/indexing/indexCacheFile';
import { DiskFiles } from '../code/node/listing/diskFiles';
import type { ListingBasis } from '../code/node/listing/folderListing';
import { FolderWatch } from '../code/node/listing/folderWatch';
import { ruleState, unsureMs } from '../code/node/listing/savedListings';
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
	/** As a model may see it now. */
	visible(): Promise<Workspace>;
}

interface Opened extends KeptCode {
	readonly folders: readonly string[];
	readonly whole: OpenedWorkspace;
	/** Closes its open parts of the saved index, once no call uses it any more. */
	readonly shared: SharedDisposable;
	/** The saved index; absent if it could not be saved. */
	readonly saved: string | undefined;
}

/** Which files are hidden, by what. Files that hide others are not listed if git ignores them. */
interface Rules {
	readonly folders: readonly string[];
	readonly hidden: HiddenFiles;
	/** Of the listing before they were read. */
	readonly basis: ListingBasis | undefined;
	/** Of the files with rules. */
	readonly states: string;
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
	private rules: Rules | undefined;
	private shown: { readonly whole: OpenedWorkspace; readonly states: string; readonly visible: Workspace } | undefined;

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

	/** Without indexing. The rules are those of the last question, if any. */
	async hidden(): Promise<HiddenFiles> {
		const { opened } = this;
		return this.isCurrent(opened)
			? (await this.rulesOf(opened.whole)).hidden
			: readAiIgnore(new DiskFiles(this.folders.roots));
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
		if (this.isCurrent(known) && (await this.isUnchanged(known, signal))) {
			return known;
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
			const cacheFile = indexCacheFile(storage, roots);
			const saved = existsSync(cacheFile) ? cacheFile : undefined;
			this.close();
			this.opened = {
				...{ folders: list, whole, shared, saved },
				...{ workspace, stats, problems, ...(patientHistory && { patientHistory }) },
				visible: () => this.visibleOf(whole),
			};
			return this.opened;
		} catch (error) {
			shared[Symbol.dispose]();
			throw error;
		}
	}

	private async isUnchanged({ whole }: Opened, signal: AbortSignal): Promise<boolean> {
		if (await this.watch?.isQuiet()) {
			this.listLater(whole);
			return true;
		}
		this.watch?.begin();
		const isSame = await whole.isUnchanged(signal);
		this.watch?.follow(whole.basis());
		return isSame;
	}

	private async visibleOf(whole: OpenedWorkspace): Promise<Workspace> {
		const { states, hidden } = await this.rulesOf(whole);
		if (this.shown?.whole !== whole || this.shown.states !== states) {
			this.shown = { whole, states, visible: visibleWorkspace(whole.workspace, hidden) };
		}
		return this.shown.visible;
	}

	/** As they were known, if no entry of a folder and no file with rules has changed. */
	private async rulesOf({ workspace, basis: currentBasis }: OpenedWorkspace): Promise<Rules> {
		const known = this.rules?.folders === this.folders.list ? this.rules : undefined;
		const basis = currentBasis();
		const isKnown = basis?.entries !== '' && basis?.entries === known?.basis?.entries;
		if (known !== undefined && basis !== undefined && (known.basis === basis || (isKnown && this.areAsBefore(known)))) {
			this.rules = { ...known, basis };
			return this.rules;
		}
		const hidden = await readAiIgnore(workspace.files);
		this.rules = { folders: this.folders.list, basis, hidden, states: this.statesOf(hidden) };
		return this.rules;
	}

	/** Not certain of a file that changed just before it was read. */
	private areAsBefore({ hidden, states }: Rules): boolean {
		const now = this.statesOf(hidden);
		return now === states && now.split('\n').every(state => !(Number.parseFloat(state) > Date.now() - unsureMs));
	}

	/** Each begins with the time of the last change. */
	private statesOf({ rules }: HiddenFiles): string {
		const roots = namedRoots(this.folders.roots);
		const states = rules.map(file => {
			const root = roots.find(({ name }) => name === '' || file.startsWith(`${name}/`));
			const inside = root?.name ? file.slice(root.name.length + 1) : file;
			return `${ruleState(join(root?.dir ?? '', inside))} ${file}`;
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
