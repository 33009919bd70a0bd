import { githubOrigin, type IssueAddress } from './issueAddress';
import type { RemoteProject } from './remoteProject';

/** A short reference to an issue. */
export interface IssueReference {
	/** `owner/name`; absent for an issue of the current repository. */
	readonly project?: string;
	readonly number: number;
}

/** Reads `#123` and `owner/name#123`, with nothing else around it. */
export function readIssueReference(text: string): IssueReference | undefined {
	const [, project, number] = reference.exec(text.trim()) ?? [];
	if (number === undefined || project?.split('/').some(name => /^\.{1,2}$/.test(name))) {
		return undefined;
	}
	return { ...(project && { project }), number: Number(number) };
}

/**
 * The address a reference means: on the server the repository comes from. Without one, `owner/name#123` is GitHub's, as
 * elsewhere, and `#123` is undefined. A server that is not github.com is assumed to be GitLab.
 */
export function addressOfReference(
	{ project, number }: IssueReference,
	remote: RemoteProject | undefined,
): IssueAddress | undefined {
	const origin = remote?.origin ?? githubOrigin;
	const named = project ?? remote?.project;
	const isGithub = origin === githubOrigin;
	if (named === undefined || (isGithub && named.split('/').length !== 2)) {
		return undefined;
	}
	const url = `${origin}/${named}/${isGithub ? '' : '-/'}issues/${number}`;
	return { service: isGithub ? 'github' : 'gitlab', origin, project: named, kind: 'issue', number, url };
}

const reference = /^([\w.-]+(?:\/[\w.-]+)+)?#(\d{1,15})$/;
