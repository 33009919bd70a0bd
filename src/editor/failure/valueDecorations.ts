import * as vscode from 'vscode';
import { shownLine } from '../../system/pure/text/shownText';
import type { LineValues } from '../../testing/pure/callTrace/lineValues';
import { pathOfUri } from '../workspacePaths';

/** The values of a run at the ends of the lines that it executed, as a debugger shows them. */
export class ValueDecorations implements vscode.Disposable {
	private readonly type = vscode.window.createTextEditorDecorationType({
		after: { margin: '0 0 0 3ch', color: new vscode.ThemeColor('editor.inlineValuesForeground'), fontStyle: 'italic' },
		rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
	});
	private readonly listening: vscode.Disposable;
	private values: LineValues = new Map();

	constructor() {
		this.listening = vscode.Disposable.from(
			vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
			// The lines of the run are not those of an edited file any more.
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				const path = contentChanges.length > 0 ? pathOfUri(document.uri) : undefined;
				if (path !== undefined && this.values.has(path)) {
					this.show(new Map([...this.values].filter(([file]) => file !== path)));
				}
			}),
		);
	}

	show(values: LineValues): void {
		this.values = values;
		this.draw();
	}

	dispose(): void {
		this.listening.dispose();
		this.type.dispose();
	}

	private draw(): void {
		for (const editor of vscode.window.visibleTextEditors) {
			const ofFile = this.values.get(pathOfUri(editor.document.uri) ?? '') ?? new Map<number, string>();
			const lines = [...ofFile].filter(([line]) => line <= editor.document.lineCount);
			editor.setDecorations(
				this.type,
				lines.map(([line, text]) => ({
					range: editor.document.lineAt(line - 1).range,
					renderOptions: { after: { contentText: shownLine(text) } },
				})),
			);
		}
	}
}
