import type { Issue } from '../../core/model/issue';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { IssueAddress } from './issueAddress';
import { IssueRefused } from './issueRefused';
import { requireHttps } from './requireHttps';
import { withTimeout } from './withTimeout';

export interface GithubOptions {
	/** Without one GitHub answers for public repositories only, and sixty times an hour. */
	readonly token?: string;
	/** Of the REST API, where it is not GitHub's own. */
	readonly baseUrl?: string;
	readonly signal?: AbortSignal;
}

/**
 * Title and text of an issue or pull request on GitHub. Throws `UserError`, which says what to do, when it cannot be
 * had, and the signal's reason when that is aborted.
 */
export async function fetchGithubIssue(address: IssueAddress, options: GithubOptions = {}): Promise<Issue> {
	const { token, baseUrl, signal } = options;
	if (baseUrl) {
		requireHttps(baseUrl);
	}
	// Loaded when it is needed: loading it looks at `navigator`, of which VS Code's extension host logs an error.
	const { Octokit } = await import('@octokit/core');
	const octokit = new Octokit({
		userAgent: 'faultline',
		log: silent,
		...(token && { auth: token }),
		...(baseUrl && { baseUrl }),
	});
	const [owner = '', repo = ''] = address.project.split('/');
	try {
		const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
			owner,
			repo,
			issue_number: address.number,
			request: { signal: withTimeout(signal) },
		});
		return { title: data.title, body: data.body ?? '', source: { kind: 'url', ref: address.url } };
	} catch (error) {
		signal?.throwIfAborted();
		throw refusal(address.url, error);
	}
}

/** What octokit's errors carry. */
interface HttpError {
	readonly status?: number;
	readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> };
}

function refusal(url: string, error: unknown): UserError {
	const { status, response } = error as HttpError;
	if (response === undefined) {
		return new UserError(
			`GitHub cannot be reached (${errorText(error)}). Check the network, or give the text of the issue instead.`,
		);
	}
	switch (status) {
		case 401:
			return new IssueRefused('GitHub does not accept the token. Sign in again, or set GITHUB_TOKEN to a valid one.');
		case 403:
		case 429:
			return new IssueRefused(
				rateLimit(response.headers) ??
					`GitHub forbids reading ${url}. Sign in with an account that may, or set GITHUB_TOKEN.`,
			);
		case 404:
			return new IssueRefused(
				`There is no issue at ${url}, or it is private: then sign in to GitHub, or set GITHUB_TOKEN.`,
			);
		case 410:
			return new UserError(`The issue at ${url} was deleted.`);
		default:
			return new UserError(
				`GitHub could not answer (${status}). Try again later, or give the text of the issue instead.`,
			);
	}
}

function rateLimit(headers: NonNullable<HttpError['response']>['headers']): string | undefined {
	const advice = 'Sign in to GitHub or set GITHUB_TOKEN for a higher limit, or give the text of the issue instead';
	if (headers['retry-after'] !== undefined) {
		return `GitHub wants no more requests for ${headers['retry-after']} seconds. ${advice}.`;
	}
	if (String(headers['x-ratelimit-remaining']) !== '0') {
		return undefined;
	}
	const reset = new Date(Number(headers['x-ratelimit-reset']) * 1000);
	const until = Number.isNaN(reset.getTime()) ? 'for now' : `until ${reset.toISOString()}`;
	return `GitHub answers no more requests ${until}. ${advice}.`;
}

/** Octokit would write notices to the console. */
const silent = {
	debug: () => undefined,
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};
