import * as vscode from 'vscode';
import { shortened } from '../../core/model/shortened';
import { UserError } from '../../core/util/userError';
import { commands } from '../ids';
import type { Services } from '../services';
import { pathOfUri } from '../workspacePaths';
import { isProblem, placeOf, problemAtCaret, readProblem } from './problems';
import { problemIssueText } from './problemText';
import { locateText } from './startLocating';

const title = 'Faultline: Locate the cause';

/** A quick fix for each problem that locates its cause. */
export function problemActions(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
	const problems = pathOfUri(uri) === undefined ? [] : diagnostics.filter(isProblem);
	return problems.map(problem => {
		const of = problems.length > 1 ? ` of “${shortened(problem.message.replace(/\s+/g, ' ').trim(), 50)}”` : '';
		const action = new vscode.CodeAction(`${title}${of}`, vscode.CodeActionKind.QuickFix);
		action.diagnostics = [problem];
		action.command = { command: commands.runStartFromProblem, title, arguments: [uri, problem] };
		return action;
	});
}

/** Locates from the problem of a quick fix, else from the one at the caret. Throws `UserError` if there is none. */
export async function locateProblem(services: Services, uri: unknown, problem: unknown): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	const isNamed = uri instanceof vscode.Uri && problem instanceof vscode.Diagnostic;
	const found = isNamed ? problem : problemAtCaret(editor);
	const place = isNamed ? uri : editor?.document.uri;
	if (found === undefined || place === undefined) {
		throw new UserError(
			'There is no error here whose cause may be elsewhere. Move the cursor to a type error or a failed test.',
		);
	}
	const document = await vscode.workspace.openTextDocument(place);
	const source = { kind: 'problem', ref: placeOf(new vscode.Location(place, found.range)) } as const;
	await locateText(services, problemIssueText(readProblem(document, found)), source);
}
