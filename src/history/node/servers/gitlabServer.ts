import { retryAfterMs, retryText } from '../../../outgoing/node/retryAfter';
import { UserError } from '../../../system/pure/errors/userError';
import type { IssueAddress } from './issueAddress';
import { IssueRefused } from './issueRefused';
import type { FetchIssueOptions, IssueServer } from './issueServer';

/**
 * GitLab's REST API v4, on gitlab.com or any other server. A token requires the scope `read_api`; without one a server
 * serves only public projects.
 */
export function gitlabServer(address: IssueAddress, { token }: FetchIssueOptions): IssueServer {
	const { origin, project, kind, number } = address;
	const list = kind === 'change' ? 'merge_requests' : 'issues';
	const { host } = new URL(origin);
	return {
		name: host,
		url: `${origin}/api/v4/projects/${encodeURIComponent(project)}/${list}/${number}`,
		headers: token ? { 'private-token': token } : {},
		textField: 'description',
		refusal: response => refusal(response, { host, url: address.url, hadToken: Boolean(token) }),
	};
}

interface Asked {
	readonly host: string;
	readonly url: string;
	readonly hadToken: boolean;
}

function refusal({ status, headers }: Response, { host, url, hadToken }: Asked): UserError | undefined {
	switch (status) {
		case 401:
			return new IssueRefused(
				hadToken
					? `${host} does not accept the token. Give a valid one with the scope read_api (GITLAB_TOKEN).`
					: `${host} requires a token with the scope read_api to read ${url} (GITLAB_TOKEN).`,
			);
		case 403:
			return new IssueRefused(`${host} forbids reading ${url}. Give a token (GITLAB_TOKEN) of an account that may.`);
		case 404:
			return new IssueRefused(
				`There is no issue at ${url}, or it is private: then give a token with the scope read_api (GITLAB_TOKEN).`,
			);
		case 429: {
			const when = retryText(retryAfterMs(headers.get('retry-after'), Date.now()));
			return new UserError(`${host}: rate limit reached; retry ${when}, or give the text of the issue instead.`, {
				cures: [{ kind: 'retry' }],
			});
		}
		default:
			return undefined;
	}
}
