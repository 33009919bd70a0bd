import * as vscode from 'vscode';
import { ModelError } from '../models/pure/modelError';
import { type Cure, cureLabel } from '../system/pure/errors/cure';
import { errorText } from '../system/pure/errors/errorText';
import { UserError } from '../system/pure/errors/userError';
import { applyCure } from './applyCure';
import { plainMessage, showMessage } from './display';
import type { EditorLog } from './editorLog';
import { engineText } from './engineText';

/**
 * Shows an error once, with its cures as buttons. An error without a message for the user is shown as an internal
 * error; a cancellation is not shown. `again` repeats the failed work, after a cure that succeeded.
 */
export async function showError(log: EditorLog, error: unknown, again?: () => unknown): Promise<void> {
	if (isCancel(error)) {
		return;
	}
	log.error(errorText(error), error);
	const { message, cures } =
		error instanceof UserError || error instanceof ModelError
			? error
			: { message: vscode.l10n.t('Internal error in Faultline: {0}', errorText(error)), cures: [] };
	await showProblem(log, { message, cures }, again);
}

/** Shows a problem with its cures as buttons, or a button for the log if there is none. `again` as for `showError`. */
export async function showProblem(
	log: EditorLog,
	{ message, cures }: { readonly message: string; readonly cures: readonly Cure[] },
	again?: () => unknown,
): Promise<void> {
	const offered = cures.filter(({ kind }) => kind !== 'retry' || again !== undefined);
	const labels = offered.map(each => engineText(cureLabel(each)));
	const showLog = vscode.l10n.t('Show Log');
	const answer = await showMessage('Error', engineText(message), ...(labels.length === 0 ? [showLog] : labels));
	const cure = offered.find((_, at) => labels[at] === answer);
	if (cure !== undefined && (await applyCure(cure))) {
		await again?.();
	} else if (answer === showLog) {
		log.show();
	}
}

/**
 * Registers the provider of a scheme's texts. VS Code shows its errors as they are, so they are in the language of VS
 * Code.
 */
export function registerDocuments(scheme: string, provider: vscode.TextDocumentContentProvider): vscode.Disposable {
	return vscode.workspace.registerTextDocumentContentProvider(scheme, {
		...(provider.onDidChange && { onDidChange: provider.onDidChange }),
		async provideTextDocumentContent(uri, token) {
			try {
				return await provider.provideTextDocumentContent(uri, token);
			} catch (error) {
				throw new Error(plainMessage(engineText(errorText(error))), { cause: error });
			}
		},
	});
}

/** Whether an error reports a cancellation. */
export function isCancel(error: unknown): boolean {
	return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'AbortError');
}
