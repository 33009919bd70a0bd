import * as vscode from 'vscode';
import { confidence } from '../../core/model/confidence';
import { placeName } from '../../core/model/placeText';
import { roundNumbers } from '../../core/model/run/roundNumbers';
import type { Run } from '../../core/model/run/run';
import type { ShownRun } from '../currentRun/shownRun';
import { appendPlain, markdownText } from '../display';
import { commands } from '../ids';
import { rangeOfLines } from '../workspacePaths';
import type { TrackedLocation, TrackedLocations } from './trackedLocations';

/** Shows the intended behavior in a hover anywhere in a location. */
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

const evidenceShown = 5;

/**
 * The hover text of a location. Text from issues and files is never markup; links run only the commands of this extension
 * that are enabled here.
 */
export function locationMarkdown({ location, number, dismissed }: TrackedLocation, run: Run): vscode.MarkdownString {
	const markdown = markdownText([commands.locationGoToRound, commands.locationDismiss, commands.locationRestore]);
	markdown.appendMarkdown(`**$(search) Location ${number}** · `);
	appendPlain(markdown, placeName(location));
	markdown.appendMarkdown(` · ${confidence(location, run.selected)}\n\n`);
	markdown.appendMarkdown('**Intended behavior:** ');
	appendPlain(markdown, location.intendedBehavior);
	markdown.appendMarkdown('\n\n');
	const numbers = roundNumbers(run);
	for (const { text, node } of location.evidence.slice(0, evidenceShown)) {
		const number = numbers.get(node ?? '');
		markdown.appendMarkdown('- ');
		appendPlain(markdown, text);
		markdown.appendMarkdown(
			number === undefined ? '\n' : ` ([round ${number}](${link(commands.locationGoToRound, location.id, node)}))\n`,
		);
	}
	const judge = dismissed
		? `[$(discard) Restore](${link(commands.locationRestore, location.id)})`
		: `[$(close) Not the bug](${link(commands.locationDismiss, location.id)})`;
	markdown.appendMarkdown(
		`\n[$(list-tree) Go to round](${link(commands.locationGoToRound, location.id)}) &nbsp; ${judge}\n`,
	);
	return markdown;
}

function link(command: string, ...args: readonly unknown[]): string {
	return `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
}
