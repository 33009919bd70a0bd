import * as vscode from 'vscode';
import type { Clock } from '../core/ports';
import { RunFiles } from '../node/runFiles';
import { systemClock } from '../node/systemClock';
import { WorkerIndexer } from '../node/workerIndexer';
import { ContextValues } from './contextValues';
import { WorkspaceCheckouts } from './fix/workspaceCheckouts';
import { EndpointKeys } from './models/endpointKeys';
import { ModelStore } from './models/modelStore';
import { Models } from './models/models';
import { openRunSetup } from './run/openRunSetup';
import { RunController } from './run/runController';
import { ShownRun } from './run/shownRun';
import { RunDocuments } from './trajectory/runDocuments';
import { TrajectoryRequests } from './trajectory/trajectoryRequests';
import { WorkspaceIndex } from './workspaceIndex/workspaceIndex';

/** What the features share. Each is made here, once, and disposed with the extension. */
export interface Services {
	readonly extension: vscode.ExtensionContext;
	readonly log: vscode.LogOutputChannel;
	readonly context: ContextValues;
	readonly clock: Clock;
	readonly index: WorkspaceIndex;
	readonly runs: RunFiles;
	readonly shown: ShownRun;
	readonly controller: RunController;
	readonly trajectory: TrajectoryRequests;
	readonly models: Models;
	/** Copies of the workspace as it is then. */
	readonly checkouts: WorkspaceCheckouts;
	readonly documents: RunDocuments;
}

export function createServices(extension: vscode.ExtensionContext): Services {
	const log = vscode.window.createOutputChannel('Faultline', { log: true });
	const packageRoot = extension.extensionUri.fsPath;
	// A window without a folder has no storage of its own; what is kept there is next to nothing.
	const storage = (extension.storageUri ?? extension.globalStorageUri).fsPath;
	const workerFile = vscode.Uri.joinPath(extension.extensionUri, 'dist', 'indexWorker.js').fsPath;
	const worker = new WorkerIndexer({ workerFile, packageRoot, log });
	const index = new WorkspaceIndex({ worker, packageRoot, storage, log });
	const clock = systemClock;
	const runs = new RunFiles(storage, log);
	const shown = new ShownRun();
	const keys = new EndpointKeys(extension.secrets);
	const models = new Models({ keys, store: new ModelStore(extension.globalState, clock) });
	const checkouts = new WorkspaceCheckouts(storage, log);
	const controller = new RunController({
		...{ runs, shown, clock, log },
		version: String(extension.extension.packageJSON.version),
		workspaceNames: () => (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name),
		indexed: () => index.ready(),
		openSetup: (watch, run, goal) => openRunSetup({ models, clock, checkouts }, watch, run, goal),
	});
	const trajectory = new TrajectoryRequests();
	const documents = new RunDocuments(runs, shown);
	const endWorker = { dispose: () => void worker.dispose() };
	const endRuns = { dispose: () => void runs.close() };
	extension.subscriptions.push(log, endWorker, endRuns, index, shown, controller, trajectory, models, documents);
	const context = new ContextValues();
	return { extension, log, context, clock, index, runs, shown, controller, trajectory, models, checkouts, documents };
}
