import * as vscode from 'vscode';
import { IndexProcess } from '../code/node/indexing/indexProcess';
import { RunFiles } from '../runs/node/runFiles';
import { defaultStorageFolder } from '../system/node/files/storageFolder';
import { systemClock } from '../system/node/systemClock';
import { RememberedTrees } from './chats/rememberedTrees';
import { CodeSearch } from './codeSearch/codeSearch';
import { PatchList } from './currentRun/patchList';
import { Replays } from './currentRun/replays';
import { RunController } from './currentRun/runController';
import { RunDocuments } from './currentRun/runDocuments';
import { SendingAgreements } from './currentRun/sendingAgreements';
import { ShownRun } from './currentRun/shownRun';
import { TrackedLocations } from './currentRun/trackedLocations';
import { TrajectoryRequests } from './currentRun/trajectoryRequests';
import { showMessage } from './display';
import type { EarlyServices } from './earlyServices';
import { createEditorLog } from './editorLog';
import { engineText } from './engineText';
import { ExecutionPlace } from './execution/executionPlace';
import { WorkspaceCheckouts } from './execution/workspaceCheckouts';
import { EndpointKeys } from './models/endpointKeys';
import { ModelStore } from './models/modelStore';
import { Models } from './models/models';
import type { Services } from './services';
import { readSettings } from './settings/settings';
import { WorkspaceIndex } from './workspaceIndex/workspaceIndex';

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
		void showMessage('Warning', engineText(notWatched));
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
	const execution = new ExecutionPlace(packageRoot, extension.workspaceState, isTrusted);
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
	const trees = new RememberedTrees({ memory: extension.workspaceState, clock, log, isTrusted });
	const ends = [indexer, background, localizer].map(each => ({ dispose: () => void each.dispose() }));
	const endRuns = { dispose: () => void runs.close() };
	extension.subscriptions.push(
		log,
		...ends,
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
	const views = { shown, patches, locations, controller, trajectory, documents, replays, trees };
	return { ...early, log, clock, index, runs, models, codeSearch, agreements, checkouts, execution, ...views };
}

const isTrusted = () => vscode.workspace.isTrusted;

const notWatched =
	'VS Code does not report changes of files here (network drive, or too many watches): each run looks for them first.';
