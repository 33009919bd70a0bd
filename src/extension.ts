import * as vscode from 'vscode';
import { registerRun } from './editor/currentRun/registerRun';
import { registerFix } from './editor/fix/registerFix';
import { registerHeat } from './editor/heat/registerHeat';
import { registerLocate } from './editor/locate/registerLocate';
import { registerLocations } from './editor/locations/registerLocations';
import { registerModels } from './editor/models/registerModels';
import { registerPatches } from './editor/patches/registerPatches';
import { registerFormerCommands } from './editor/registerFormerCommands';
import { registerRuns } from './editor/runHistory/registerRuns';
import { registerSample } from './editor/sample/registerSample';
import { createServices } from './editor/services';
import { registerTrajectory } from './editor/trajectory/registerTrajectory';
import { registerWorkspaceIndex } from './editor/workspaceIndex/registerWorkspaceIndex';

/** Shows a failure itself, because VS Code shows none. */
export function activate(extension: vscode.ExtensionContext): void {
	try {
		const services = createServices(extension);
		extension.subscriptions.push(
			registerWorkspaceIndex(services),
			registerLocate(services),
			registerTrajectory(services),
			// Before the locations: of two icons on a line, VS Code shows the one that was created first.
			registerHeat(services),
			registerLocations(services),
			registerPatches(services),
			registerRuns(services),
			registerRun(services),
			registerFix(services),
			registerModels(services),
			registerSample(services),
			registerFormerCommands(),
		);
	} catch (error) {
		void vscode.window.showErrorMessage(`Faultline could not start: ${String(error)}`);
		throw error;
	}
}
