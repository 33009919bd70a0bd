import picomatch from 'picomatch';
import * as vscode from 'vscode';
import { shortened } from '../../runs/pure/model/shortened';
import { commands } from '../ids';
import { pathOfUri } from '../workspacePaths';
import sources from './problemSources.json';
import type { FoundProblem } from './problemText';

/** Lines included before and after the lines of a problem. */
const linesAround = 10;
/** Maximum lines of a problem: one that covers a whole file is not explained by its lines. */
const linesOfProblem = 40;
const quickFix = vscode.l10n.t('Faultline: Locate the cause');

/** Whether a diagnostic is an error or warning with a cause elsewhere; hints, unused and deprecated code do not count. */
export function isProblem(diagnostic: vscode.Diagnostic): boolean {
	const { severity, tags = [], source } = diagnostic;
	return (
		severity <= vscode.DiagnosticSeverity.Warning &&
		tags.length === 0 &&
		hasCauseElsewhere(source, String(codeOf(diagnostic) ?? ''))
	);
}

/**
 * Whether a message of a tool usually has its cause elsewhere: a failed test, or code that does not fit the code it
 * uses. Syntax errors, style rules and tools that are not listed do not count.
 */
export function hasCauseElsewhere(source: string | undefined, code: string): boolean {
	const tool = source?.trim().toLowerCase();
	return sources.some(
		({ sources: names, codes }) =>
			names.some(name => name.toLowerCase() === tool) &&
			(codes.includes('*') || picomatch.isMatch(code, codes, { dot: true })),
	);
}

/** The worst such problem under the caret of an editor of this workspace. */
export function problemAtCaret(editor: vscode.TextEditor | undefined): vscode.Diagnostic | undefined {
	if (editor === undefined || pathOfUri(editor.document.uri) === undefined) {
		return undefined;
	}
	return vscode.languages
		.getDiagnostics(editor.document.uri)
		.filter(problem => isProblem(problem) && problem.range.contains(editor.selection.active))
		.toSorted((a, b) => a.severity - b.severity)[0];
}

/** A quick fix for each problem that locates its cause. */
export function problemActions(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
	const problems = pathOfUri(uri) === undefined ? [] : diagnostics.filter(isProblem);
	return problems.map(problem => {
		const message = shortened(problem.message.replace(/\s+/g, ' ').trim(), 50);
		const title = problems.length > 1 ? vscode.l10n.t('Faultline: Locate the cause of “{0}”', message) : quickFix;
		const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
		action.diagnostics = [problem];
		action.command = { command: commands.runStartFromProblem, title: quickFix, arguments: [uri, problem] };
		return action;
	});
}

/** The data of a problem for an issue. */
export function readProblem(document: vscode.TextDocument, problem: vscode.Diagnostic): FoundProblem {
	const { message, range, source, relatedInformation = [] } = problem;
	const from = [source, codeOf(problem)].filter(each => each !== undefined && each !== '').join(' ');
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

function codeOf({ code }: vscode.Diagnostic): string | number | undefined {
	return typeof code === 'object' ? code.value : code;
}

/** `src/shop.py:3` */
export function placeOf({ uri, range }: vscode.Location): string {
	return `${pathOfUri(uri) ?? uri.fsPath}:${range.start.line + 1}`;
}
