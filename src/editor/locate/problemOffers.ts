import * as vscode from 'vscode';
import type { ContextValues } from '../earlyServices';
import { contextKeys } from '../ids';

/**
 * Registers a quick fix at each problem in the workspace that locates its cause, and keeps the context key that shows
 * the command in the palette. The rules that distinguish problems from other messages are loaded at the first message.
 */
export function registerProblemOffers(context: ContextValues): vscode.Disposable {
	const offer = () => void offerProblem(context);
	offer();
	return vscode.Disposable.from(
		vscode.languages.registerCodeActionsProvider(
			{ scheme: 'file' },
			{ provideCodeActions: (document, _range, { diagnostics }) => actionsFor(document.uri, diagnostics) },
			{ providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
		),
		vscode.window.onDidChangeActiveTextEditor(offer),
		vscode.window.onDidChangeTextEditorSelection(offer),
		vscode.languages.onDidChangeDiagnostics(offer),
	);
}

async function actionsFor(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): Promise<vscode.CodeAction[]> {
	return diagnostics.length === 0 ? [] : (await import('./problems')).problemActions(uri, diagnostics);
}

async function offerProblem(context: ContextValues): Promise<void> {
	const problems = hasMessageAtCaret(vscode.window.activeTextEditor) ? await import('./problems') : undefined;
	// Of the editor that is active now.
	const problem = problems?.problemAtCaret(vscode.window.activeTextEditor);
	context.set(contextKeys.problemAtCursor, problem !== undefined);
}

function hasMessageAtCaret(editor: vscode.TextEditor | undefined): boolean {
	const messages = editor === undefined ? [] : vscode.languages.getDiagnostics(editor.document.uri);
	return messages.some(({ range }) => editor?.selection !== undefined && range.contains(editor.selection.active));
}
