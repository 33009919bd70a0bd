import type { Issue } from '../../core/model/issue';
import { fetchGithubIssue } from './githubIssue';
import { fetchGitlabIssue } from './gitlabIssue';
import type { IssueAddress } from './issueAddress';

export interface FetchIssueOptions {
	/** The user's token, only for the server of the address. */
	readonly token?: string;
	/** Base URL of GitHub's REST API, where it is not GitHub's own. */
	readonly githubApi?: string;
	readonly signal?: AbortSignal;
}

/**
 * Title and text of an issue. Throws `UserError`, which states what to do, when it cannot be fetched (`IssueRefused`
 * where a token may help), and the signal's reason when that is aborted.
 */
export function fetchIssue(address: IssueAddress, options: FetchIssueOptions = {}): Promise<Issue> {
	const { token, githubApi, signal } = options;
	const common = { ...(token && { token }), ...(signal && { signal }) };
	return address.service === 'gitlab'
		? fetchGitlabIssue(address, common)
		: fetchGithubIssue(address, { ...common, ...(githubApi && { baseUrl: githubApi }) });
}
