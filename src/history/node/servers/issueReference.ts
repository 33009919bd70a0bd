import { github } from './githubServer';
import type { IssueAddress } from './issueServer';
import { issueServers } from './issueServers';
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
 * elsewhere, and `#123` is undefined.
 */
export function addressOfReference(
	{ project, number }: IssueReference,
	remote: RemoteProject | undefined,
): IssueAddress | undefined {
	const origin = remote?.origin ?? github.home;
	const named = project ?? remote?.project;
	const server = issueServers.find(each => each.isAt(origin));
	const url = named && server?.issueUrl(origin, named, number);
	return named && server && url
		? { service: server.id, origin, project: named, kind: 'issue', number, url }
		: undefined;
}

const reference = /^([\w.-]+(?:\/[\w.-]+)+)?#(\d{1,15})$/;
