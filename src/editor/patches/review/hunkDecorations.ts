import * as vscode from 'vscode';
import type { TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { shortened } from '../../../runs/pure/model/shortened';
import { shownLine } from '../../../system/pure/text/shownText';
import { appendCode, markdownText } from '../../display';
import { colors } from '../../ids';
import { rangeOfLines } from '../../workspacePaths';
import type { PatchReview } from './patchReview';

/** Characters shown of a removed line, after the line that replaces it. */
const removedCharacters = 60;

/** Shows pending lines in the colors of VS Code's diff editor, and the text before the patch after the first line. */
export class HunkDecorations implements vscode.Disposable {
	private readonly disposable: vscode.Disposable;
	private readonly added = vscode.window.createTextEditorDecorationType({
		isWholeLine: true,
		backgroundColor: new vscode.ThemeColor(colors.pendingLineBackground),
		overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.addedForeground'),
		overviewRulerLane: vscode.OverviewRulerLane.Left,
	});
	private readonly removed = vscode.window.createTextEditorDecorationType({
		after: {
			color: new vscode.ThemeColor(colors.pendingRemovedForeground),
			fontStyle: 'italic',
			margin: '0 0 0 3em',
		},
	});

	constructor(private readonly review: PatchReview) {
		this.disposable = vscode.Disposable.from(
			...[this.added, this.removed],
			review.onDidChange(() => this.draw()),
			vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
		);
	}

	dispose(): void {
		this.disposable.dispose();
	}

	private draw(): void {
		// Not in VS Code's peek, which shows the old text anyway.
		for (const editor of vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn !== undefined)) {
			const { document } = editor;
			const hunks = this.review.fileOf(document.uri)?.pending.hunks ?? [];
			const lines = ({ current: { startLine, nLines } }: TextHunk) => {
				return document.validateRange(rangeOfLines({ startLine, endLine: startLine + Math.max(1, nLines) - 1 }));
			};
			editor.setDecorations(this.added, hunks.filter(({ current }) => current.nLines > 0).map(lines));
			editor.setDecorations(
				this.removed,
				hunks
					.filter(({ baseline }) => baseline.nLines > 0)
					.map(hunk => removedLines(hunk, document.lineAt(lines(hunk).start.line).range)),
			);
		}
	}
}

function removedLines({ baseline, current }: TextHunk, range: vscode.Range): vscode.DecorationOptions {
	const [first = '', ...others] = baseline.text.trimEnd().split(/\r?\n/);
	const line = shownLine(first);
	const shown = shortened(line, removedCharacters);
	const isRemoved = current.nLines === 0;
	const hover = markdownText();
	hover.appendMarkdown(isRemoved ? vscode.l10n.t('Removed above this line:') : vscode.l10n.t('Before the patch:'));
	appendCode(hover, baseline.text);
	const text = isRemoved ? removedText(shown, others.length) : changedText(shown, others.length);
	const contentText = ` ${text} `.replaceAll(' ', '\u00a0');
	return { range, hoverMessage: hover, renderOptions: { after: { contentText } } };
}

function removedText(line: string, nMore: number): string {
	return nMore === 0
		? vscode.l10n.t('removed above: {0}', line)
		: vscode.l10n.t('removed above: {0} and {1} more', line, nMore);
}

function changedText(line: string, nMore: number): string {
	return nMore === 0 ? vscode.l10n.t('was: {0}', line) : vscode.l10n.t('was: {0} and {1} more', line, nMore);
}
