import * as vscode from 'vscode';
import type { Issue } from '../../core/model/issue';
import { fetchIssue } from '../../node/issues/fetchIssue';
import type { IssueAddress } from '../../node/issues/issueAddress';
import { IssueRefused } from '../../node/issues/issueRefused';
import type { SignIn } from './signIn';

/**
 * Reads an issue from its server, and says while it does which server that is. Asks the person to sign in only when the
 * server refused. Throws `UserError`, and `CancellationError` where they would rather not.
 */
export async function readIssueAt(address: IssueAddress, signIn: SignIn): Promise<Issue> {
	try {
		return await fetchWithProgress(address, await signIn.known(address));
	} catch (error) {
		if (!(error instanceof IssueRefused)) {
			throw error;
		}
		const token = await signIn.offer(error.message, address);
		if (token === undefined) {
			throw new vscode.CancellationError();
		}
		const issue = await fetchWithProgress(address, token);
		// The run need not wait for an answer about the next time.
		void signIn.accepted(token, address);
		return issue;
	}
}

function fetchWithProgress(address: IssueAddress, token: string | undefined): Thenable<Issue> {
	const title = `Reading the issue from ${new URL(address.origin).host}`;
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title, cancellable: true },
		(_progress, cancel) => {
			const abort = new AbortController();
			cancel.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
			return fetchIssue(address, { signal: abort.signal, ...(token && { token }) });
		},
	);
}
