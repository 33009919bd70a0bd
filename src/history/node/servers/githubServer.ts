import { retryAfterMs, retryText } from '../../../outgoing/node/retryAfter';
import { UserError } from '../../../system/pure/errors/userError';
import { IssueRefused } from './issueRefused';
import type { FetchIssueOptions, IssueAddress, IssueRequest, IssueServer } from './issueServer';

export const githubOrigin = 'https://github.com';
const githubApi = 'https://api.github.com';
const issueUrl =
	/^(?:https?:\/\/)?(?:www\.)?github\.com\/((?!\.)[\w.-]+\/(?!\.{1,2}\/)[\w.-]+)\/(issues|pull|pulls)\/(\d{1,15})(?:[/?#]\S*)?$/i;

/** Of VS Code's sign-in: private repositories need it. */
export const githubScopes: readonly string[] = ['repo'];
/** The version of the REST API that requests are written for. */
export const githubApiVersion = '2022-11-28';

/** A GitHub server, and how the user is known there. */
export interface GithubAccess {
	/** `https://github.com`, or the origin of an Enterprise server. */
	readonly origin: string;
	/** Base URL of its REST API. */
	readonly api: string;
	/** Sent to this server only. */
	readonly token: string | undefined;
}

/**
 * The server that the environment names, as in GitHub's own tools: its token is for `GITHUB_SERVER_URL` and no other.
 */
export function githubAccess(env: Readonly<Record<string, string | undefined>>): GithubAccess {
	const server = env.GITHUB_SERVER_URL || githubOrigin;
	const origin = URL.canParse(server) ? new URL(server).origin : githubOrigin;
	return { origin, api: env.GITHUB_API_URL || githubApiOf(origin), token: env.GITHUB_TOKEN || undefined };
}

/** https://docs.github.com/enterprise-server/rest/using-the-rest-api/getting-started-with-the-rest-api */
export function githubApiOf(origin: string): string {
	return origin === githubOrigin ? githubApi : `${origin}/api/v3`;
}

/** github.com. Without a token its REST API serves only public repositories, sixty requests an hour. */
export const github: IssueServer = {
	...{ id: 'github', name: 'GitHub', home: githubOrigin, example: `${githubOrigin}/OWNER/REPOSITORY/issues/123` },
	read(url) {
		const [, project, part, number] = issueUrl.exec(url) ?? [];
		const kind = /^pull/i.test(part ?? '') ? 'change' : 'issue';
		return project && number
			? { service: 'github', origin: githubOrigin, project, kind, number: Number(number), url }
			: undefined;
	},
	isAt: origin => origin === githubOrigin,
	issueUrl: (origin, project, number) =>
		project.split('/').length === 2 ? `${origin}/${project}/issues/${number}` : undefined,
	request,
	access: (_, { GITHUB_TOKEN: token, GITHUB_API_URL: api }) => ({ ...(token && { token }), ...(api && { api }) }),
	signIn: { kind: 'account', provider: 'github', scopes: githubScopes },
};

function request({ project, number, url }: IssueAddress, { token, api = githubApi }: FetchIssueOptions): IssueRequest {
	return {
		name: 'GitHub',
		url: `${api.replace(/(?<!\/)\/+$/, '')}/repos/${project}/issues/${number}`,
		headers: { 'x-github-api-version': githubApiVersion, ...(token && { authorization: `Bearer ${token}` }) },
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

/** A sentence for an answer that was refused because of too many requests; undefined for any other. */
export function rateLimit(
	headers: Headers,
	advice = 'Sign in to GitHub or set GITHUB_TOKEN for a higher limit, or give the text of the issue instead',
): string | undefined {
	const asked = headers.get('retry-after');
	if (asked !== null) {
		return `GitHub rate limit reached; retry ${retryText(retryAfterMs(asked, Date.now()))}. ${advice}.`;
	}
	if (headers.get('x-ratelimit-remaining') !== '0') {
		return undefined;
	}
	const reset = new Date(Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000);
	const when = Number.isNaN(reset.getTime()) ? 'later' : `after ${reset.toISOString()}`;
	return `GitHub rate limit reached; retry ${when}. ${advice}.`;
}
