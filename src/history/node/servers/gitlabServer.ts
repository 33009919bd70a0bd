import { retryAfterMs, retryText } from '../../../outgoing/node/retryAfter';
import { UserError } from '../../../system/pure/errors/userError';
import { githubOrigin } from './githubServer';
import { IssueRefused } from './issueRefused';
import type { FetchIssueOptions, IssueAddress, IssueRequest, IssueServer } from './issueServer';

const gitlabOrigin = 'https://gitlab.com';
const issueUrl =
	/^(https?:\/\/)?([\w-]+(?:\.[\w-]+)*(?::\d{1,5})?)\/([\w.-]+(?:\/[\w.-]+)+)\/-\/(issues|work_items|merge_requests)\/(\d{1,15})(?:[/?#]\S*)?$/i;

/**
 * GitLab on any server, by its REST API v4: `/-/` in the path of an address identifies it. A token requires the scope
 * `read_api`; without one a server serves only public projects.
 */
export const gitlab: IssueServer = {
	...{ id: 'gitlab', name: 'GitLab', home: gitlabOrigin, example: `${gitlabOrigin}/GROUP/PROJECT/-/issues/123` },
	read,
	/** A server that is not github.com is assumed to be GitLab. */
	isAt: origin => origin !== githubOrigin,
	issueUrl: (origin, project, number) => `${origin}/${project}/-/issues/${number}`,
	request,
	/**
	 * The token is for `GITLAB_HOST`, gitlab.com unless set, and is sent to no other server, whatever address is given.
	 */
	access({ origin }, { GITLAB_TOKEN: token, GITLAB_HOST: server }) {
		const host = (server || 'gitlab.com').replace(/^https?:\/\//i, '').replace(/\/[\s\S]*/, '');
		return token && new URL(origin).host === host.toLowerCase() ? { token } : {};
	},
	signIn: { kind: 'token', scope: 'read_api' },
};

function read(url: string): IssueAddress | undefined {
	const [, scheme, host, project, part, number] = issueUrl.exec(url) ?? [];
	if (!host || !project || !number || project.split('/').some(name => /^\.{1,2}$/.test(name))) {
		return undefined;
	}
	const { origin } = new URL(`${scheme ?? 'https://'}${host}`);
	// Without a scheme and a dot it may as well be a file path.
	if ((scheme === undefined && !host.includes('.')) || origin === githubOrigin) {
		return undefined;
	}
	const kind = /^merge/i.test(part ?? '') ? 'change' : 'issue';
	return { service: 'gitlab', origin, project, kind, number: Number(number), url };
}

function request(address: IssueAddress, { token }: FetchIssueOptions): IssueRequest {
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
