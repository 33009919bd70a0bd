import * as vscode from 'vscode';
import { hunksBetween } from '../../../core/diff/hunksBetween';
import { showError } from '../../showError';
import { hunkEdits, type UserFiles } from '../userFiles';
import type { PatchReview } from './patchReview';

/**
 * Saving in the middle of a review writes what the person typed and accepted, and nothing that is still to be decided:
 * that is taken out before the file is written, and put in again behind it. Auto save after a delay would save it again and
 * again, so there it stays out, and `takenOut` hears of it.
 */
export function keepOffDisk(
	log: vscode.LogOutputChannel,
	review: PatchReview,
	userFiles: UserFiles,
	takenOut: (path: string) => void,
): vscode.Disposable {
	/** By document: what is done behind the save that is going on with what was taken out for it. */
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
				taken.set(document.uri.toString(), async () => takenOut(file.path));
				return;
			}
			taken.set(document.uri.toString(), async saved => {
				const text = saved.getText();
				const hunks = hunksBetween(text, file.withPending(text, pending, live));
				await userFiles.editBuffers([{ document: saved, hunks, from: 'baseline' }]);
			});
		}),
		vscode.workspace.onDidSaveTextDocument(document => {
			const behind = taken.get(document.uri.toString());
			taken.delete(document.uri.toString());
			behind?.(document).catch((error: unknown) => showError(log, error));
		}),
	);
}
