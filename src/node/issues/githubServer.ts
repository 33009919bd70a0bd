import { UserError } from '../../core/util/userError';
import type { IssueAddress } from './issueAddress';
import { IssueRefused } from './issueRefused';
import type { FetchIssueOptions, IssueServer } from './issueServer';

const githubApi = 'https://api.github.com';

/** GitHub's REST API. Without a token it serves only public repositories, sixty requests an hour. */
export function githubServer({ project, number, url }: IssueAddress, options: FetchIssueOptions): IssueServer {
	const { token, githubApi: base = githubApi } = options;
	return {
		name: 'GitHub',
		url: `${base.replace(/(?<!\/)\/+$/, '')}/repos/${project}/issues/${number}`,
		headers: { 'x-github-api-version': '2022-11-28', ...(token && { authorization: `Bearer ${token}` }) },
		textField: 'body',
		refusal: ({ status, headers }) => refusal(url, status, headers),
	};
}

function refusal(url: string, status: number, headers: Headers): UserError | undefined {
	switch (status) {
		case 401:
			return new IssueRefused('GitHub does not accept the token. Sign in again, or set GITHUB_TOKEN to a valid one.');
		case 403:
		case 429:
			return new IssueRefused(
				rateLimit(headers) ?? `GitHub forbids reading ${url}. Sign in with an account that may, or set GITHUB_TOKEN.`,
			);
		case 404:
			return new IssueRefused(
				`There is no issue at ${url}, or it is private: then sign in to GitHub, or set GITHUB_TOKEN.`,
			);
		case 410:
			return new UserError(`The issue at ${url} was deleted.`);
		default:
			return undefined;
	}
}

function rateLimit(headers: Headers): string | undefined {
	const advice = 'Sign in to GitHub or set GITHUB_TOKEN for a higher limit, or give the text of the issue instead';
	const seconds = headers.get('retry-after');
	if (seconds !== null) {
		return `GitHub rate limit reached; retry in ${seconds} s. ${advice}.`;
	}
	if (headers.get('x-ratelimit-remaining') !== '0') {
		return undefined;
	}
	const reset = new Date(Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000);
	const when = Number.isNaN(reset.getTime()) ? 'later' : `after ${reset.toISOString()}`;
	return `GitHub rate limit reached; retry ${when}. ${advice}.`;
}
