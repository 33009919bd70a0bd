import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import { githubOrigin, type IssueAddress, readIssueUrl } from '../../node/issues/issueAddress';
import { addressOfReference, readIssueReference } from '../../node/issues/issueReference';
import type { RemoteProject } from '../../node/issues/remoteProject';

/** Servers that are asked whatever folder names them. */
const knownOrigins = [githubOrigin, 'https://gitlab.com'];

/** Whether a text is the address or the number of an issue, and nothing else. */
export function namesIssue(text: string): boolean {
	return readIssueUrl(text) !== undefined || readIssueReference(text) !== undefined;
}

/**
 * The issue that an address, `#123` or `owner/name#123` means in a workspace that comes from `remote`. Undefined for any
 * other text. Throws `UserError` where a number cannot be resolved.
 */
export function resolveIssue(text: string, remote: RemoteProject | undefined): IssueAddress | undefined {
	const reference = readIssueReference(text);
	if (reference === undefined) {
		return readIssueUrl(text);
	}
	const address = addressOfReference(reference, remote);
	if (address === undefined) {
		throw new UserError(
			`No folder here has a git remote that says where ${text.trim()} is. Give the address of the issue instead.`,
		);
	}
	if (!vscode.workspace.isTrusted && !knownOrigins.includes(address.origin)) {
		throw new UserError(
			`${text.trim()} would be asked of ${address.origin}, which this folder names, and the folder is not trusted. Trust it, or give the address of the issue.`,
		);
	}
	return address;
}
