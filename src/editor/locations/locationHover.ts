import * as vscode from 'vscode';
import type { ShownRun } from '../run/shownRun';
import { rangeOfLines } from '../workspacePaths';
import { locationMarkdown } from './locationMarkdown';
import type { TrackedLocations } from './trackedLocations';

/** A hover anywhere in a location says what the code there should do. */
export class LocationHover implements vscode.HoverProvider {
	constructor(
		private readonly locations: TrackedLocations,
		private readonly shown: ShownRun,
	) {}

	provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
		const { run } = this.shown;
		const here = this.locations
			.in(document.uri)
			.filter(({ lines }) => lines.startLine <= line + 1 && line + 1 <= lines.endLine);
		const [first] = here;
		if (run === undefined || first === undefined) {
			return undefined;
		}
		return new vscode.Hover(
			here.map(location => locationMarkdown(location, run)),
			document.validateRange(rangeOfLines({ startLine: line + 1, endLine: line + 1 })),
		);
	}
}
