import * as vscode from 'vscode';
import type { Issue, IssueSource } from '../../core/model/issue';
import { fetchIssue, isIssueUrl } from '../../node/githubIssue';
import { type CheckedIssue, checkIssue } from './checkIssue';
import type { OfferedSource } from './issueSources';
import { pickSource } from './pickSource';
import { readIssueFile } from './readIssueFile';

/** Asks where the issue is. `compose`: the person wants to write it; undefined: they changed their mind. */
export async function chooseIssue(): Promise<CheckedIssue | 'compose' | undefined> {
	const chosen = await pickSource();
	return chosen && readFrom(chosen);
}

/** An issue from text; the address of a GitHub issue, and nothing else, stands for that issue. */
export async function readIssueText(text: string, source: IssueSource): Promise<CheckedIssue> {
	return isIssueUrl(text) ? { issue: await fetchWithProgress(text) } : checkIssue(text, source);
}

async function readFrom({ from, description }: OfferedSource): Promise<CheckedIssue | 'compose' | undefined> {
	switch (from.kind) {
		case 'compose':
			return 'compose';
		case 'text':
			return readIssueText(from.text, from.source);
		case 'file':
			return chooseFile();
		case 'url': {
			const url = description ?? (await askUrl());
			return url === undefined ? undefined : { issue: await fetchWithProgress(url) };
		}
	}
}

async function chooseFile(): Promise<CheckedIssue | undefined> {
	const [uri] = (await vscode.window.showOpenDialog({ title: 'File with the issue', openLabel: 'Locate Bug' })) ?? [];
	if (uri === undefined) {
		return undefined;
	}
	return checkIssue(await readIssueFile(uri), { kind: 'file', ref: vscode.workspace.asRelativePath(uri) });
}

function askUrl(): Thenable<string | undefined> {
	return vscode.window.showInputBox({
		title: 'GitHub issue',
		prompt: 'Its text is read from GitHub; nothing of your code is sent.',
		placeHolder: 'https://github.com/OWNER/REPOSITORY/issues/123',
		ignoreFocusOut: true,
		validateInput: text =>
			text.trim() === '' || isIssueUrl(text) ? undefined : 'This is not the address of a GitHub issue or pull request.',
	});
}

/** A session is used if the person has one; nobody is asked to sign in for a public issue. */
async function fetchWithProgress(url: string): Promise<Issue> {
	const session = await vscode.authentication.getSession('github', ['repo'], { silent: true });
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Reading the issue from GitHub', cancellable: true },
		(_progress, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort(new vscode.CancellationError()));
			return fetchIssue(url, { signal: abort.signal, ...(session && { token: session.accessToken }) });
		},
	);
}
