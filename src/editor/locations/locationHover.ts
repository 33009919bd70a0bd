import * as vscode from 'vscode';
import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import type { Run } from '../../runs/pure/fold/run';
import { shownEvidence } from '../../runs/pure/fold/shownEvidence';
import { confidence } from '../../runs/pure/model/confidence';
import type { BugLocation, CodeLine, Evidence } from '../../runs/pure/model/location';
import { codeLineText, focusText, placeName } from '../../runs/pure/model/placeText';
import type { ShownRun } from '../currentRun/shownRun';
import type { TrackedLocation, TrackedLocations } from '../currentRun/trackedLocations';
import { appendPlain, markdownText } from '../display';
import { engineText } from '../engineText';
import { commands } from '../ids';
import { rangeOfLines, uriOfPath } from '../workspacePaths';

/** Shows the known facts about a location in a hover anywhere in it; of nested locations, one section each. */
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

/** The intended behavior of the code at a location, or the issue's text; '' if nothing is known. */
export function knownText({ intendedBehavior, fromIssue = '' }: BugLocation): string {
	return intendedBehavior || (fromIssue && vscode.l10n.t('From the issue: {0}', fromIssue));
}

/**
 * The hover text of a location. Text from issues and files is never markup; links run only the commands of this extension
 * that are enabled here, or lead to a line of the workspace.
 */
export function locationMarkdown(tracked: TrackedLocation, run: Run): vscode.MarkdownString {
	const { location, number, lines, focus, dismissed } = tracked;
	const markdown = markdownText([commands.locationGoToRound, commands.locationDismiss, commands.locationRestore]);
	markdown.appendMarkdown(`**$(search) ${vscode.l10n.t('Location {0}', number)}** · `);
	appendPlain(markdown, placeName(location));
	const at = location.focus === undefined ? '' : focusText(focus, lines);
	const confident = engineText(confidence(location, run.selected));
	markdown.appendMarkdown(`${at === '' ? '' : ` · ${engineText(at)}`} · ${confident}\n\n`);
	if (location.intendedBehavior !== '') {
		markdown.appendMarkdown(`**${vscode.l10n.t('Intended behavior:')}** `);
		appendPlain(markdown, location.intendedBehavior);
		markdown.appendMarkdown('\n\n');
	} else if (location.fromIssue !== undefined) {
		markdown.appendMarkdown(`${vscode.l10n.t('From the issue:')} `);
		appendPlain(markdown, location.fromIssue);
		markdown.appendMarkdown('\n\n');
	}
	if (location.cause !== undefined) {
		markdown.appendMarkdown(`**${vscode.l10n.t('Cause:')}** `);
		appendPlain(markdown, location.cause);
		markdown.appendMarkdown('\n\n');
	}
	const numbers = roundNumbers(run);
	for (const evidence of shownEvidence(location)) {
		appendEvidence(markdown, tracked, evidence, numbers.get(evidence.node ?? ''));
	}
	const judge = dismissed
		? `[$(discard) ${vscode.l10n.t('Restore')}](${link(commands.locationRestore, location.id)})`
		: `[$(close) ${vscode.l10n.t('Not the Bug')}](${link(commands.locationDismiss, location.id)})`;
	const round = `[$(list-tree) ${vscode.l10n.t('Go to Round')}](${link(commands.locationGoToRound, location.id)})`;
	markdown.appendMarkdown(`\n${round} &nbsp; ${judge}\n`);
	return markdown;
}

function appendEvidence(
	markdown: vscode.MarkdownString,
	tracked: TrackedLocation,
	{ text, node, codeLine }: Evidence,
	round: string | undefined,
): void {
	markdown.appendMarkdown('- ');
	appendPlain(markdown, engineText(text));
	if (codeLine !== undefined) {
		appendCodeLine(markdown, { ...codeLine, line: currentLine(tracked, codeLine) });
	}
	if (round !== undefined) {
		const command = link(commands.locationGoToRound, tracked.location.id, node);
		markdown.appendMarkdown(` ([${vscode.l10n.t('round {0}', round)}](${command}))`);
	}
	markdown.appendMarkdown('\n');
}

/** Adds ` (query.py:12)` as a link; nothing for a file outside the workspace. */
function appendCodeLine(markdown: vscode.MarkdownString, code: CodeLine): void {
	const uri = uriOfPath(code.file);
	if (uri !== undefined) {
		markdown.appendMarkdown(' ([');
		appendPlain(markdown, codeLineText(code));
		markdown.appendMarkdown(`](${uri.with({ fragment: `L${code.line}` })}))`);
	}
}

/** The present position of a line of the code at the time of the run, if it is a focus line; else its old one. */
function currentLine({ location, focus }: TrackedLocation, { file, line }: CodeLine): number {
	const at = (location.focus ?? []).findIndex(({ startLine, endLine }) => startLine <= line && line <= endLine);
	const [before, now] = [location.focus?.[at], focus[at]];
	if (file !== location.file || before === undefined || now === undefined) {
		return line;
	}
	return Math.min(now.startLine + line - before.startLine, now.endLine);
}

function link(command: string, ...args: readonly unknown[]): string {
	return `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
}
