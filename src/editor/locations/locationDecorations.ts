import * as vscode from 'vscode';
import { shownLine } from '../../core/util/shownText';
import { colors } from '../ids';
import { readSettings } from '../settings';
import { rangeOfLines } from '../workspacePaths';
import type { TrackedLocation, TrackedLocations } from './trackedLocations';

const endOfLineCharacters = 100;

/**
 * The marks in the text: a tint of the lines, an icon in the gutter, the number after the first line, a mark in the overview
 * ruler. All use one color that themes can change.
 */
export class LocationDecorations implements vscode.Disposable {
	private readonly disposable: vscode.Disposable;
	private readonly tint: vscode.TextEditorDecorationType;
	private readonly firstLine: vscode.TextEditorDecorationType;
	private readonly wholeRange: vscode.TextEditorDecorationType;

	constructor(
		private readonly locations: TrackedLocations,
		extensionUri: vscode.Uri,
	) {
		this.tint = vscode.window.createTextEditorDecorationType({
			isWholeLine: true,
			backgroundColor: new vscode.ThemeColor(colors.rangeBackground),
		});
		this.wholeRange = vscode.window.createTextEditorDecorationType({
			isWholeLine: true,
			borderStyle: 'solid',
			borderWidth: '0 0 0 2px',
			borderColor: new vscode.ThemeColor(colors.rangeBorder),
			overviewRulerColor: new vscode.ThemeColor(colors.overviewRuler),
			overviewRulerLane: vscode.OverviewRulerLane.Right,
		});
		const gutterIcon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `location-${theme}.svg`);
		this.firstLine = vscode.window.createTextEditorDecorationType({
			dark: { gutterIconPath: gutterIcon('dark') },
			light: { gutterIconPath: gutterIcon('light') },
			gutterIconSize: 'contain',
		});
		this.disposable = vscode.Disposable.from(
			...[this.tint, this.wholeRange, this.firstLine],
			locations.onDidChange(() => this.drawAll()),
			vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()),
			vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration('faultline') && this.drawAll()),
		);
		this.drawAll();
	}

	dispose(): void {
		this.disposable.dispose();
	}

	private drawAll(): void {
		const { rangeTint, endOfLineText } = readSettings();
		for (const editor of vscode.window.visibleTextEditors) {
			const here = this.locations.in(editor.document.uri);
			const ranges = here.map(({ lines }) => editor.document.validateRange(rangeOfLines(lines)));
			editor.setDecorations(this.tint, rangeTint ? ranges : []);
			editor.setDecorations(this.wholeRange, ranges);
			editor.setDecorations(
				this.firstLine,
				here.map(at => firstLineOptions(editor.document, at, endOfLineText)),
			);
		}
	}
}

function firstLineOptions(
	document: vscode.TextDocument,
	{ lines, number, location }: TrackedLocation,
	endOfLineText: boolean,
): vscode.DecorationOptions {
	const { end } = document.validateRange(rangeOfLines({ startLine: lines.startLine, endLine: lines.startLine }));
	const text = endOfLineText ? { after: endOfLine(location.intendedBehavior) } : {};
	return { range: new vscode.Range(end, end), renderOptions: { before: badge(number), ...text } };
}

function badge(number: number): vscode.ThemableDecorationAttachmentRenderOptions {
	return {
		contentText: String(number),
		color: new vscode.ThemeColor(colors.badgeForeground),
		backgroundColor: new vscode.ThemeColor(colors.badgeBackground),
		margin: '0 0 0 1.5em',
		fontWeight: '600',
		// The API has no option for these styles; extensions add them through `textDecoration`.
		textDecoration: 'none; border-radius: 4px; padding: 0 5px; font-size: 0.85em',
	};
}

function endOfLine(text: string): vscode.ThemableDecorationAttachmentRenderOptions {
	const line = shownLine(text);
	const short = line.length <= endOfLineCharacters ? line : `${line.slice(0, endOfLineCharacters - 1)}…`;
	return {
		contentText: short,
		color: new vscode.ThemeColor(colors.endOfLineForeground),
		margin: '0 0 0 1em',
		fontStyle: 'italic',
	};
}
