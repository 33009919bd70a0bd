import * as vscode from 'vscode';
import { addressOfReference, readIssueReference } from '../../history/node/servers/issueReference';
import type { IssueAddress } from '../../history/node/servers/issueServer';
import { issueServers, readIssueUrl } from '../../history/node/servers/issueServers';
import type { RemoteProject } from '../../history/node/servers/remoteProject';
import { UserError } from '../../system/pure/errors/userError';

/** Servers that may be contacted even for a folder that is not trusted. */
export const knownOrigins = issueServers.map(({ home }) => home);

/** `GitHub or GitLab`, in the language of VS Code. */
export function serverNames(): string {
	const names = issueServers.map(({ name }) => name);
	return new Intl.ListFormat(vscode.env.language, { type: 'disjunction' }).format(names);
}

/** Whether a text is exactly the address or number of an issue. */
export function namesIssue(text: string): boolean {
	return readIssueUrl(text) !== undefined || readIssueReference(text) !== undefined;
}

/**
 * The issue that an address, `#123` or `owner/name#123` refers to in a workspace cloned from `remote`. Undefined for any
 * other text. Throws `UserError` if a number cannot be resolved.
 */
export function resolveIssue(text: string, remote: RemoteProject | undefined): IssueAddress | undefined {
	const reference = readIssueReference(text);
	if (reference === undefined) {
		return readIssueUrl(text);
	}
	const address = addressOfReference(reference, remote);
	if (address === undefined) {
		throw new UserError(`No folder here has a git remote for ${text.trim()}. Enter the address of the issue instead.`);
	}
	if (!vscode.workspace.isTrusted && !knownOrigins.includes(address.origin)) {
		throw new UserError(
			`${text.trim()} refers to ${address.origin}, the git remote of a folder that is not trusted. Trust the folder, or enter the address of the issue.`,
			{ cures: [{ kind: 'trust' }] },
		);
	}
	return address;
}
