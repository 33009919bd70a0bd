import * as vscode from 'vscode';
import { pathOfUri } from '../workspacePaths';
import type { FoundProblem } from './problemText';

/** Lines included before and after those of a problem. */
const linesAround = 10;
/** Maximum lines of a problem: one that covers a whole file is not explained by its lines. */
const linesOfProblem = 40;

/** Whether a diagnostic reports an error or warning; hints, unused and deprecated code do not count. */
export function isProblem({ severity, tags = [] }: vscode.Diagnostic): boolean {
	return severity <= vscode.DiagnosticSeverity.Warning && tags.length === 0;
}

/** The worst problem under the caret of an editor of this workspace. */
export function problemAtCaret(editor: vscode.TextEditor | undefined): vscode.Diagnostic | undefined {
	if (editor === undefined || pathOfUri(editor.document.uri) === undefined) {
		return undefined;
	}
	return vscode.languages
		.getDiagnostics(editor.document.uri)
		.filter(problem => isProblem(problem) && problem.range.contains(editor.selection.active))
		.toSorted((a, b) => a.severity - b.severity)[0];
}

/** The data of a problem for an issue. */
export function readProblem(document: vscode.TextDocument, problem: vscode.Diagnostic): FoundProblem {
	const { message, range, source, code, relatedInformation = [] } = problem;
	const name = typeof code === 'object' ? code.value : code;
	const from = [source, name].filter(each => each !== undefined && each !== '').join(' ');
	const end = Math.min(range.end.line, range.start.line + linesOfProblem) + linesAround;
	const around = new vscode.Range(Math.max(0, range.start.line - linesAround), 0, end, Number.MAX_SAFE_INTEGER);
	return {
		message,
		...(from !== '' && { from }),
		place: placeOf(new vscode.Location(document.uri, range)),
		lines: document.getText(document.validateRange(around)),
		related: relatedInformation.map(each => ({ message: each.message, place: placeOf(each.location) })),
	};
}

/** `src/shop.py:3` */
export function placeOf({ uri, range }: vscode.Location): string {
	return `${pathOfUri(uri) ?? uri.fsPath}:${range.start.line + 1}`;
}
