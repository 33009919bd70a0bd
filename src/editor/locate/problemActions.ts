import * as vscode from 'vscode';
import { shortened } from '../../core/model/shortened';
import { commands } from '../ids';
import { pathOfUri } from '../workspacePaths';
import { isProblem } from './problems';

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
