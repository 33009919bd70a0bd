import * as vscode from 'vscode';
import { commands } from '../ids';
import { readSettings, settingNames } from '../settings';
import { rangeOfLines } from '../workspacePaths';
import type { TrackedLocation, TrackedLocations } from './trackedLocations';

/** Lines above each location, for whoever turns them on: lenses make the text jump, so they are off. */
export class LocationLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.changed.event;

	constructor(private readonly locations: TrackedLocations) {
		this.disposable = vscode.Disposable.from(
			this.changed,
			locations.onDidChange(() => this.changed.fire()),
			vscode.workspace.onDidChangeConfiguration(
				event => event.affectsConfiguration(settingNames.codeLensEnabled) && this.changed.fire(),
			),
		);
	}

	provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
		return readSettings().codeLens ? this.locations.in(uri).flatMap(lenses) : [];
	}

	dispose(): void {
		this.disposable.dispose();
	}
}

function lenses({ lines, location, number }: TrackedLocation): vscode.CodeLens[] {
	const range = rangeOfLines({ startLine: lines.startLine, endLine: lines.startLine });
	const args = [location.id];
	const says = `${number}: ${location.intendedBehavior.replace(/\s+/g, ' ')}`;
	return [
		{ title: says, command: commands.locationGoToRound, arguments: args },
		{ title: 'Not the bug', command: commands.locationDismiss, arguments: args },
	].map(command => new vscode.CodeLens(range, command));
}
