import type { Issue } from '../../core/model/issue';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { IssueAddress } from './issueAddress';
import { IssueRefused } from './issueRefused';
import { requireHttps } from './requireHttps';
import { withTimeout } from './withTimeout';

export interface GithubOptions {
	/** Without a token GitHub serves only public repositories, sixty requests an hour. */
	readonly token?: string;
	/** Base URL of the REST API, where it is not GitHub's own. */
	readonly baseUrl?: string;
	readonly signal?: AbortSignal;
}

/**
 * Title and text of an issue or pull request on GitHub. Throws `UserError`, which states what to do, when it cannot be
 * fetched, and the signal's reason when that is aborted.
 */
export async function fetchGithubIssue(address: IssueAddress, options: GithubOptions = {}): Promise<Issue> {
	const { token, baseUrl, signal } = options;
	if (baseUrl) {
		requireHttps(baseUrl);
	}
	// Loaded on demand: loading it accesses `navigator`, which makes VS Code's extension host log an error.
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

/** The fields of octokit's errors. */
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
		return `GitHub rate limit reached; retry in ${headers['retry-after']} s. ${advice}.`;
	}
	if (String(headers['x-ratelimit-remaining']) !== '0') {
		return undefined;
	}
	const reset = new Date(Number(headers['x-ratelimit-reset']) * 1000);
	const when = Number.isNaN(reset.getTime()) ? 'later' : `after ${reset.toISOString()}`;
	return `GitHub rate limit reached; retry ${when}. ${advice}.`;
}

/** Octokit would write notices to the console. */
const silent = {
	debug: () => undefined,
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};
