import { github } from './githubServer';
import { gitlab } from './gitlabServer';
import type { IssueAddress, IssueServer } from './issueServer';

/** The kinds of servers that have issues. Each is asked in turn whether it knows an address. */
export const issueServers: readonly IssueServer[] = [github, gitlab];

/** `GitHub or GitLab` */
export const issueServerNames = issueServers.map(({ name }) => name).join(' or ');

/** The kind of server of an address. */
export function serverOf({ service }: IssueAddress): IssueServer {
	const found = issueServers.find(({ id }) => id === service);
	if (found === undefined) {
		throw new Error(`There is no kind of server ${service}.`);
	}
	return found;
}

/**
 * Reads the address of an issue, pull request or merge request on any of the servers. Undefined for every other text.
 */
export function readIssueUrl(text: string): IssueAddress | undefined {
	return issueServers.map(server => server.read(text.trim())).find(address => address !== undefined);
}
