import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../core/clock';
import type { Checkouts } from '../core/execution/checkouts';
import type { Log } from '../core/log';
import type { IssueSource } from '../core/model/issue';
import type { ScratchCheckouts } from '../node/checkout/scratchCheckouts';
import type { Confinement } from '../node/execution/confinement';
import { IndexProcess } from '../node/indexing/indexProcess';
import { RunFiles } from '../node/runs/runFiles';
import { checkoutsFolder, defaultStorageFolder } from '../node/storageFolder';
import { systemClock } from '../node/systemClock';
import type { RevealTarget, ToWebview } from '../protocol/messages';
import { CodeSearch } from './codeSearch/codeSearch';
import { coreText } from './coreText';
import { RunController } from './currentRun/runController';
import { SendingAgreements } from './currentRun/sendingAgreements';
import { ShownRun } from './currentRun/shownRun';
import { showMessage } from './display';
import type { EarlyServices } from './earlyServices';
import { createEditorLog, type EditorLog } from './editorLog';
import { ExecutionPlace } from './execution/executionPlace';
import { views } from './ids';
import { TrackedLocations } from './locations/trackedLocations';
import { EndpointKeys } from './models/endpointKeys';
import { ModelStore } from './models/modelStore';
import { Models } from './models/models';
import { PatchList } from './patches/patchList';
import { Replays } from './replay/replays';
import { readSettings } from './settings';
import { RunDocuments } from './trajectory/runDocuments';
import { WorkspaceIndex } from './workspaceIndex/workspaceIndex';
import { workspaceRoots } from './workspacePaths';

/** What the features share. Each is created here, once, and disposed with the extension. */
export interface Services extends EarlyServices {
	readonly log: EditorLog;
	readonly clock: Clock;
	readonly index: WorkspaceIndex;
	readonly runs: RunFiles;
	readonly shown: ShownRun;
	readonly patches: PatchList;
	readonly locations: TrackedLocations;
	readonly controller: RunController;
	readonly trajectory: TrajectoryRequests;
	readonly models: Models;
	readonly codeSearch: CodeSearch;
	/** What is sent without a review. */
	readonly agreements: SendingAgreements;
	/** Creates copies of the workspace in its current state. */
	readonly checkouts: WorkspaceCheckouts;
	readonly execution: ExecutionPlace;
	readonly documents: RunDocuments;
	readonly replays: Replays;
}

export function createServices(early: EarlyServices): Services {
	const { extension } = early;
	const log = createEditorLog();
	const packageRoot = extension.extensionUri.fsPath;
	// A window without a folder has no workspace storage; it stores next to nothing.
	const storage = (extension.storageUri ?? extension.globalStorageUri).fsPath;
	const workerFile = vscode.Uri.joinPath(extension.extensionUri, 'dist', 'program', 'indexWorker.cjs').fsPath;
	const processes = { workerFile, packageRoot, log, memory: () => readSettings().indexMemory };
	const indexer = new IndexProcess(processes);
	const background = new IndexProcess({ ...processes, isBackground: true });
	const localizer = new IndexProcess(processes);
	const onWatchingFails = () => {
		log.warn(notWatched);
		void showMessage('Warning', coreText(notWatched));
	};
	const codeSearch = new CodeSearch(extension.workspaceState);
	const index = new WorkspaceIndex({
		...{ indexer, background, localizer, packageRoot, log, onWatchingFails },
		codeSearch: codeSearch.server,
		// Shared with the command line and other windows.
		storage: defaultStorageFolder(),
	});
	const clock = systemClock;
	const runs = new RunFiles(storage, log);
	const shown = new ShownRun();
	const patches = new PatchList(shown);
	const locations = new TrackedLocations(shown);
	const keys = new EndpointKeys(extension.secrets);
	const models = new Models({ keys, store: new ModelStore(extension.globalState, clock) });
	const checkouts = new WorkspaceCheckouts(storage, log);
	const execution = new ExecutionPlace(packageRoot, extension.workspaceState, () => vscode.workspace.isTrusted);
	const agreements = new SendingAgreements(extension.workspaceState);
	const controller = new RunController({
		...{ runs, shown, clock, log, agreements },
		version: String(extension.extension.packageJSON.version),
		workspaceNames: () => (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name),
		indexed: uses => index.upToDate(uses),
		languages: () => index.languages(),
		openSetup: async (watch, { run, goal, model = models }) => {
			// The stages of a run are most of the program.
			const { openRunSetup } = await import('./currentRun/openRunSetup');
			return openRunSetup({ models: model, clock, checkouts, execution }, watch, run, goal);
		},
	});
	const trajectory = new TrajectoryRequests();
	const documents = new RunDocuments(runs, shown);
	const replays = new Replays({ runs, shown, clock, open: runId => controller.open(runId) });
	const endIndexer = {
		dispose: () => void Promise.all([indexer, background, localizer].map(each => each.dispose())),
	};
	const endRuns = { dispose: () => void runs.close() };
	extension.subscriptions.push(
		log,
		endIndexer,
		endRuns,
		index,
		locations,
		shown,
		patches,
		controller,
		trajectory,
		models,
		documents,
	);
	const views = { shown, patches, locations, controller, trajectory, documents, replays };
	return { ...early, log, clock, index, runs, models, codeSearch, agreements, checkouts, execution, ...views };
}

const notWatched =
	'VS Code does not report changes of files here (network drive, or too many watches): each run looks for them first.';

/** Copies of the workspace with its current folders and the texts of unsaved editors. */
class WorkspaceCheckouts {
	constructor(
		private readonly storage: string,
		private readonly log: Log,
	) {}

	with(dependencies: Confinement['dependencies']): Checkouts {
		return { create: async (name, signal) => (await this.now(dependencies)).create(name, signal) };
	}

	/** Removes the copies left by a window that crashed. */
	async removeLeftovers(): Promise<void> {
		if (existsSync(join(this.storage, checkoutsFolder))) {
			await (await this.now('copied')).removeLeftovers();
		}
	}

	private async now(dependencies: Confinement['dependencies']): Promise<ScratchCheckouts> {
		const { storage, log } = this;
		const { ScratchCheckouts } = await import('../node/checkout/scratchCheckouts');
		return new ScratchCheckouts({ roots: workspaceRoots(), storage, log, unsaved: unsavedTexts, dependencies });
	}
}

/** By the absolute path of the file. */
function unsavedTexts(): ReadonlyMap<string, string> {
	const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
	return new Map(unsaved.map(document => [document.uri.fsPath, document.getText()]));
}

/** Requests of other features to the pages that show the run. Each request shows one. */
export class TrajectoryRequests implements vscode.Disposable {
	private readonly requested = new vscode.EventEmitter<
		Extract<ToWebview, { type: 'reveal' | 'compose' | 'askFeedback' }>
	>();
	readonly onDidRequest = this.requested.event;
	private showTab: (() => void) | undefined;

	private composed: { readonly draft: string; readonly source: IssueSource } | undefined;
	private readonly onScreen = new Set<object>();

	/** Where a text in the issue box is from: the user wrote or pasted it, unless it is the draft that was put there. */
	sourceOf(text: string): IssueSource {
		return this.composed?.draft.trim() === text.trim() ? this.composed.source : { kind: 'text' };
	}

	/** Whether a page that shows the run is on screen. */
	get isVisible(): boolean {
		return this.onScreen.size > 0;
	}

	/** Call when a page that shows the run appears or disappears. */
	markVisible(page: object, visible: boolean): void {
		visible ? this.onScreen.add(page) : this.onScreen.delete(page);
	}

	/** Focuses a round or a location of the run shown. */
	async reveal(target: RevealTarget): Promise<void> {
		this.requested.fire({ type: 'reveal', target });
		await this.focus();
	}

	/** Focuses the issue box. `source`: where the text of the draft is from. */
	async compose(draft?: string, source?: IssueSource): Promise<void> {
		this.composed = draft !== undefined && source !== undefined ? { draft, source } : undefined;
		this.requested.fire({ type: 'compose', ...(draft === undefined ? {} : { draft }) });
		await this.focus();
	}

	/** Focuses a box for feedback on a round of the run shown. */
	async askFeedback(round: string): Promise<void> {
		this.requested.fire({ type: 'askFeedback', round });
		await this.focus();
	}

	/** Shows the run: in its tab while that is on screen, else in the sidebar. */
	async focus(): Promise<void> {
		if (this.showTab === undefined) {
			await vscode.commands.executeCommand(`${views.trajectory}.focus`);
		} else {
			this.showTab();
		}
	}

	/** `show` focuses the tab; undefined while it is not on screen. */
	offerTab(show: (() => void) | undefined): void {
		this.showTab = show;
	}

	dispose(): void {
		this.requested.dispose();
	}
}
