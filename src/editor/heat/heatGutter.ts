import * as vscode from 'vscode';
import { type HeatLevel, type HotLine, heatLevels, heatNames, hotLines } from '../../runs/pure/model/testing/heat';
import { formulaNames, runByText, type Spectrum } from '../../runs/pure/model/testing/spectrum';
import type { ShownRun } from '../currentRun/shownRun';
import { appendPlain, markdownText } from '../display';
import { engineText } from '../engineText';
import { colors } from '../ids';
import { pathOfUri, rangeOfLines } from '../workspacePaths';

/**
 * How suspicious each line is by the executions of failing and passing tests: bars in the gutter, more of them for
 * higher suspicion, and a mark in the overview ruler. Hidden until the user shows it. VS Code moves the bars with edits
 * of an open file.
 */
export class HeatGutter implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	private readonly types: ReadonlyMap<HeatLevel, vscode.TextEditorDecorationType>;
	/** Of the spectrum that is shown. */
	private lines: ReadonlyMap<string, readonly HotLine[]> = new Map();
	private drawn: Spectrum | undefined;
	private isWanted = false;
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly shown: ShownRun,
		extensionUri: vscode.Uri,
	) {
		this.types = new Map(heatLevels.map(level => [level, heatType(extensionUri, level)]));
		this.disposable = vscode.Disposable.from(
			this.changed,
			...this.types.values(),
			shown.onDidShow(() => this.refresh()),
			shown.onDidChange(({ type }) => type === 'spectrumMeasured' && this.refresh()),
			vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
		);
	}

	/** The spectrum of the run shown. */
	get spectrum(): Spectrum | undefined {
		return this.shown.run?.spectrum;
	}

	get isShown(): boolean {
		return this.isWanted && this.spectrum !== undefined;
	}

	/** Whether a visible editor shows a file with suspicious lines. */
	isAnyVisible(): boolean {
		return vscode.window.visibleTextEditors.some(({ document }) => this.lines.has(pathOfUri(document.uri) ?? ''));
	}

	show(isWanted: boolean): void {
		this.isWanted = isWanted;
		this.refresh();
	}

	dispose(): void {
		this.disposable.dispose();
	}

	private refresh(): void {
		this.drawn = this.isShown ? this.spectrum : undefined;
		this.lines = this.drawn === undefined ? new Map() : hotLines(this.drawn);
		this.draw();
		this.changed.fire();
	}

	private draw(): void {
		for (const editor of vscode.window.visibleTextEditors) {
			const path = pathOfUri(editor.document.uri);
			const here = (path !== undefined && this.lines.get(path)) || [];
			for (const [level, type] of this.types) {
				const lines = here.filter(each => each.level === level);
				editor.setDecorations(
					type,
					lines.map(line => this.options(editor.document, line)),
				);
			}
		}
	}

	private options(document: vscode.TextDocument, hot: HotLine): vscode.DecorationOptions {
		const range = document.validateRange(rangeOfLines({ startLine: hot.line, endLine: hot.line }));
		const { drawn } = this;
		return { range, ...(drawn !== undefined && { hoverMessage: heatHover(hot, drawn) }) };
	}
}

/** `Suspiciousness: highest (ochiai 0.71)`, and which tests ran the function. */
function heatHover({ level, score, suspect }: HotLine, spectrum: Spectrum): vscode.MarkdownString {
	const hover = markdownText();
	const name = suspect.method ?? suspect.class ?? suspect.file;
	const words = [engineText(heatNames[level]), formulaNames[spectrum.formula], score.toFixed(2)];
	appendPlain(hover, vscode.l10n.t('Suspiciousness: {0} ({1} {2})', ...words));
	hover.appendMarkdown('\n\n');
	appendPlain(hover, `${name}: ${engineText(runByText(suspect, spectrum))}`);
	return hover;
}

function heatType(extensionUri: vscode.Uri, level: HeatLevel): vscode.TextEditorDecorationType {
	const file = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', 'heat', `${level}-${theme}.svg`);
	return vscode.window.createTextEditorDecorationType({
		dark: { gutterIconPath: file('dark') },
		light: { gutterIconPath: file('light') },
		gutterIconSize: 'contain',
		...(level >= 3 && {
			overviewRulerColor: new vscode.ThemeColor(colors.overviewRuler),
			overviewRulerLane: vscode.OverviewRulerLane.Left,
		}),
	});
}
