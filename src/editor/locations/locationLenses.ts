import * as vscode from 'vscode';
import type { TrackedLocation, TrackedLocations } from '../currentRun/trackedLocations';
import { codeLens } from '../display';
import { commands } from '../ids';
import { readSettings } from '../settings/settings';
import { rangeOfLines } from '../workspacePaths';
import { knownText } from './locationHover';

/** Code lenses above each location. They are off by default because lenses make the text jump. */
export class LocationLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	readonly onDidChangeCodeLenses = this.changed.event;

	constructor(private readonly locations: TrackedLocations) {
		this.disposable = vscode.Disposable.from(
			this.changed,
			locations.onDidChange(() => this.changed.fire()),
			vscode.workspace.onDidChangeConfiguration(
				event => event.affectsConfiguration('faultline') && this.changed.fire(),
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
	const known = knownText(location);
	if (known === '') {
		return [];
	}
	return [
		{ title: `${number}: ${known}`, command: commands.locationGoToRound, arguments: args },
		{ title: vscode.l10n.t('Not the Bug'), command: commands.locationDismiss, arguments: args },
	].map(command => codeLens(range, command));
}
