import * as vscode from 'vscode';
import { hunksBetween } from '../../core/diff/hunksBetween';
import { showError } from '../showError';
import type { PatchReview } from './patchReview';
import { hunkEdits, type UserFiles } from './userFiles';

/**
 * Saving in the middle of a review writes what the person typed and accepted, and nothing that is still to be decided:
 * that is taken out before the file is written, and put in again behind it.
 */
export function keepOffDisk(
	log: vscode.LogOutputChannel,
	review: PatchReview,
	userFiles: UserFiles,
): vscode.Disposable {
	/** By document: puts back what was taken out for the save that is going on. */
	const taken = new Map<string, (saved: vscode.TextDocument) => Promise<void>>();
	return vscode.Disposable.from(
		vscode.workspace.onWillSaveTextDocument(event => {
			const { document, reason } = event;
			const file = review.fileOf(document.uri);
			if (file === undefined || file.pending.hunks.length === 0) {
				return;
			}
			const [pending, live] = [file.pending, document.getText()];
			event.waitUntil(Promise.resolve(hunkEdits(document, pending.hunks, 'current')));
			if (reason === vscode.TextDocumentSaveReason.AfterDelay) {
				// Put in again it would be saved again, and so on.
				void vscode.window.showWarningMessage(
					`Auto save took the patch out of ${file.path}: nothing is written before you accept it. Turn auto save off to review in the editor.`,
				);
				return;
			}
			taken.set(document.uri.toString(), async saved => {
				const text = saved.getText();
				const hunks = hunksBetween(text, file.withPending(text, pending, live));
				await userFiles.editBuffers([{ document: saved, hunks, from: 'baseline' }]);
			});
		}),
		vscode.workspace.onDidSaveTextDocument(document => {
			const putBack = taken.get(document.uri.toString());
			taken.delete(document.uri.toString());
			putBack?.(document).catch((error: unknown) => showError(log, error));
		}),
	);
}
