import type { Issue } from '../core/model/issue';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';

export interface FetchIssueOptions {
	/** Without one GitHub answers for public repositories only, and sixty times an hour. */
	readonly token?: string;
	/** Of the REST API, where it is not GitHub's own. */
	readonly baseUrl?: string;
	readonly signal?: AbortSignal;
}

interface IssueAddress {
	readonly owner: string;
	readonly repo: string;
	readonly number: number;
}

/** Whether a text is the address of a GitHub issue or pull request, with or without a comment's anchor. */
export function isIssueUrl(text: string): boolean {
	return readAddress(text) !== undefined;
}

/**
 * Title and text of an issue or pull request on GitHub. Throws `UserError`, which says what to do, when it cannot be
 * had, and the signal's reason when that is aborted.
 */
export async function fetchIssue(url: string, options: FetchIssueOptions = {}): Promise<Issue> {
	const address = readAddress(url);
	if (address === undefined) {
		throw new UserError(
			`${url} is not the address of a GitHub issue. It looks like https://github.com/OWNER/REPOSITORY/issues/123.`,
		);
	}
	const { token, baseUrl, signal } = options;
	// Loaded when it is needed: loading it looks at `navigator`, of which VS Code's extension host logs an error.
	const { Octokit } = await import('@octokit/core');
	const octokit = new Octokit({
		userAgent: 'faultline',
		log: silent,
		...(token && { auth: token }),
		...(baseUrl && { baseUrl }),
	});
	const { owner, repo, number } = address;
	try {
		const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
			owner,
			repo,
			issue_number: number,
			request: { signal: withTimeout(signal) },
		});
		return { title: data.title, body: data.body ?? '', source: { kind: 'url', ref: url.trim() } };
	} catch (error) {
		signal?.throwIfAborted();
		throw new UserError(whatToDo(url.trim(), error));
	}
}

const timeoutMs = 30_000;

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
	const timeout = AbortSignal.timeout(timeoutMs);
	return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

function readAddress(text: string): IssueAddress | undefined {
	const [, owner, repo, number] = issueUrl.exec(text.trim()) ?? [];
	return owner && repo && number ? { owner, repo, number: Number(number) } : undefined;
}

const issueUrl =
	/^(?:https?:\/\/)?(?:www\.)?github\.com\/(?!\.)([\w.-]+)\/(?!\.{1,2}\/)([\w.-]+)\/(?:issues|pull|pulls)\/(\d{1,15})(?:[/?#]\S*)?$/i;

/** What octokit's errors carry. */
interface HttpError {
	readonly status?: number;
	readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> };
}

function whatToDo(url: string, error: unknown): string {
	const { status, response } = error as HttpError;
	if (response === undefined) {
		return `GitHub cannot be reached (${errorText(error)}). Check the network, or give the text of the issue instead.`;
	}
	const limit = rateLimit(response.headers);
	switch (status) {
		case 401:
			return 'GitHub does not accept the token. Sign in again, or set GITHUB_TOKEN to a valid one.';
		case 403:
		case 429:
			return limit ?? `GitHub forbids reading ${url}. Sign in with an account that may, or set GITHUB_TOKEN.`;
		case 404:
			return `There is no issue at ${url}, or it is private: then sign in to GitHub, or set GITHUB_TOKEN.`;
		case 410:
			return `The issue at ${url} was deleted.`;
		default:
			return `GitHub could not answer (${status}). Try again later, or give the text of the issue instead.`;
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
