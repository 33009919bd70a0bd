import * as vscode from 'vscode';
import type { Issue, IssueSource } from '../../core/model/issue';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { IssueAddress } from '../../node/issues/issueAddress';
import { readIssueReference } from '../../node/issues/issueReference';
import type { RemoteProject } from '../../node/issues/remoteProject';
import type { Services } from '../services';
import { type CheckedIssue, checkIssue } from './checkIssue';
import { githubSignIn } from './githubSignIn';
import { gitlabSignIn } from './gitlabSignIn';
import type { OfferedSource } from './issueSources';
import { readIssueAt } from './readIssueAt';
import { readIssueFile } from './readIssueFile';
import { namesIssue, resolveIssue } from './resolveIssue';
import { workspaceRemote } from './workspaceRemote';

export type ReadParts = Pick<Services, 'extension' | 'log'>;

/**
 * The issue behind a row of the picker. `compose`: the person wants to write it; undefined: they changed their mind.
 */
export async function readSource(
	parts: ReadParts,
	{ from }: OfferedSource,
): Promise<CheckedIssue | 'compose' | undefined> {
	switch (from.kind) {
		case 'compose':
			return 'compose';
		case 'text':
			return readIssueText(parts, from.text, from.source);
		case 'file':
			return chooseFile();
		case 'name': {
			const remote = await workspaceRemote();
			const name = from.name ?? (await askName(remote));
			const address = name && resolveIssue(name, remote);
			return address ? { issue: await readIssue(parts, address) } : undefined;
		}
	}
}

/** An issue from text; the address or the number of an issue, and nothing else, stands for that issue. */
export async function readIssueText(parts: ReadParts, text: string, source: IssueSource): Promise<CheckedIssue> {
	const address = namesIssue(text) ? resolveIssue(text, await workspaceRemote()) : undefined;
	return address === undefined ? checkIssue(text, source) : { issue: await readIssue(parts, address) };
}

function readIssue({ extension, log }: ReadParts, address: IssueAddress): Promise<Issue> {
	const isGitlab = address.service === 'gitlab';
	return readIssueAt(address, isGitlab ? gitlabSignIn(extension.secrets, log) : githubSignIn(log));
}

async function chooseFile(): Promise<CheckedIssue | undefined> {
	const [uri] = (await vscode.window.showOpenDialog({ title: 'File with the issue', openLabel: 'Locate Bug' })) ?? [];
	if (uri === undefined) {
		return undefined;
	}
	return checkIssue(await readIssueFile(uri), { kind: 'file', ref: vscode.workspace.asRelativePath(uri) });
}

function askName(remote: RemoteProject | undefined): Thenable<string | undefined> {
	const number = remote === undefined ? 'OWNER/NAME#123' : `#123 of ${remote.project}, OWNER/NAME#123`;
	return vscode.window.showInputBox({
		title: 'Issue on GitHub or GitLab',
		prompt: `Its address, ${number}. Its text is read from its server; nothing of your code is sent.`,
		placeHolder: 'https://github.com/OWNER/REPOSITORY/issues/123',
		ignoreFocusOut: true,
		validateInput: text => (text.trim() === '' ? undefined : judgeName(text, remote)),
	});
}

/** What is wrong with a name, or the address a number stands for: that is who will be asked. */
function judgeName(
	text: string,
	remote: RemoteProject | undefined,
): string | vscode.InputBoxValidationMessage | undefined {
	try {
		const address = resolveIssue(text, remote);
		if (address === undefined) {
			return 'This is neither the address of an issue, pull request or merge request nor a number such as #123.';
		}
		const isNumber = readIssueReference(text) !== undefined;
		return isNumber ? { message: address.url, severity: vscode.InputBoxValidationSeverity.Info } : undefined;
	} catch (error) {
		if (error instanceof UserError) {
			return errorText(error);
		}
		throw error;
	}
}
