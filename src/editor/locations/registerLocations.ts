import * as vscode from 'vscode';
import { counted } from '../../core/model/counted';
import { commands, contextKeys, views } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { LocationCommands } from './locationCommands';
import { LocationDecorations } from './locationDecorations';
import { LocationHover } from './locationHover';
import { LocationLenses } from './locationLenses';
import { LocationTree } from './locationTree';
import { TrackedLocations } from './trackedLocations';

/** The locations of the run shown: in the text, in a list, in hovers, and by command. */
export function registerLocations(services: Services): vscode.Disposable {
	const { extension, log, shown, context } = services;
	const locations = new TrackedLocations(shown);
	const data = new LocationTree(locations, shown);
	const tree = vscode.window.createTreeView(views.locations, { treeDataProvider: data });
	const act = new LocationCommands(services, locations, tree);
	const lenses = new LocationLenses(locations);
	const files = { scheme: 'file' };
	const refresh = () => {
		const nOpen = locations.open().length;
		context.set(contextKeys.hasLocations, nOpen > 0);
		tree.badge = nOpen === 0 ? undefined : { value: nOpen, tooltip: counted(nOpen, 'location') };
		data.refresh();
	};
	refresh();
	return vscode.Disposable.from(
		...[tree, lenses, locations, new LocationDecorations(locations, extension.extensionUri)],
		locations.onDidChange(refresh),
		vscode.window.registerFileDecorationProvider(data),
		vscode.languages.registerHoverProvider(files, new LocationHover(locations, shown)),
		vscode.languages.registerCodeLensProvider(files, lenses),
		registerCommand(log, commands.locationOpen, at => act.open(at)),
		registerCommand(log, commands.locationNext, () => act.walk(1)),
		registerCommand(log, commands.locationPrevious, () => act.walk(-1)),
		registerCommand(log, commands.locationGoToRound, (at, round) => act.goToRound(at, round)),
		registerCommand(log, commands.locationDismiss, at => act.judge(at, 'locationDismissed')),
		registerCommand(log, commands.locationRestore, at => act.judge(at, 'locationRestored')),
	);
}
