import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import type { Services } from '../services';
import { placeOf, problemAtCaret, readProblem } from './problems';
import { problemIssueText } from './problemText';
import { locateText } from './startLocating';

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
