import { githubOrigin, type IssueAddress } from '../issues/issueAddress';

/**
 * The token of the environment for the server of an issue. A GitLab token is that of `GITLAB_HOST`, gitlab.com unless
 * set, and goes to no other server, whatever address is given.
 */
export function issueToken(
	address: IssueAddress,
	env: Readonly<Record<string, string | undefined>>,
): string | undefined {
	if (address.origin === githubOrigin) {
		return env.GITHUB_TOKEN;
	}
	const host = (env.GITLAB_HOST || 'gitlab.com').replace(/^https?:\/\//i, '').replace(/\/.*$/, '');
	return new URL(address.origin).host === host.toLowerCase() ? env.GITLAB_TOKEN : undefined;
}
