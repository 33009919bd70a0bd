import { HttpFailure, outgoingFetch } from '../../../outgoing/node/outgoingHttp';
import { requireHttps } from '../../../outgoing/node/requireHttps';
import type { Issue } from '../../../runs/pure/model/issue';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';
import { githubApiVersion, rateLimit } from './githubServer';
import { IssueRefused } from './issueRefused';

/** How the user is related to an issue, by the parameter of GitHub's REST API. */
const relations = { assignee: 'assigned', creator: 'created', mentioned: 'mentioned' } as const;
export type IssueRelation = (typeof relations)[keyof typeof relations];

/** An open issue that the user has to do with. */
export interface MyIssue {
	readonly number: number;
	readonly issue: Issue;
	readonly relations: readonly IssueRelation[];
	/** ISO 8601. */
	readonly updatedAt: string;
}

export interface MyIssuesOptions {
	/** `owner/name` */
	readonly project: string;
	/** Name of the account. */
	readonly user: string;
	readonly token: string;
	/** Base URL of GitHub's REST API. */
	readonly api: string;
	readonly signal?: AbortSignal;
}

/** Of each relation; the newest ones. */
const mostIssues = 100;
const limits = { deadlineMs: 30_000, silenceMs: 30_000, answerBytes: 16 * 1024 * 1024 };

/**
 * Returns the open issues of a project on GitHub that are assigned to the user, or that they created or are mentioned
 * in; the one that changed last comes first. Pull requests are left out. Throws `UserError` (`IssueRefused` if another
 * account may help), and the signal's reason.
 */
export async function myIssues(options: MyIssuesOptions): Promise<readonly MyIssue[]> {
	const found = new Map<number, MyIssue>();
	for (const [parameter, relation] of Object.entries(relations)) {
		for (const { number, ...issue } of await listed(parameter, options)) {
			const known = found.get(number)?.relations ?? [];
			found.set(number, { ...issue, number, relations: [...known, relation] });
		}
	}
	return [...found.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

async function listed(parameter: string, options: MyIssuesOptions): Promise<Omit<MyIssue, 'relations'>[]> {
	const { project, user, token, api, signal } = options;
	requireHttps(api, ' of GitHub');
	const query = new URLSearchParams({ state: 'open', sort: 'updated', per_page: `${mostIssues}`, [parameter]: user });
	const headers = {
		...{ accept: 'application/json', 'user-agent': 'faultline', 'x-github-api-version': githubApiVersion },
		authorization: `Bearer ${token}`,
	};
	try {
		const response = await outgoingFetch({ limits, redirects: 3 })(`${api}/repos/${project}/issues?${query}`, {
			headers,
			signal: signal ?? null,
		});
		if (!response.ok) {
			throw refusal(response, project);
		}
		const answer = parsed(await response.text());
		if (!Array.isArray(answer)) {
			throw new UserError('GitHub does not answer with a list of issues. Try again, or paste the text of the issue.', {
				cures: [{ kind: 'retry' }],
			});
		}
		return answer.flatMap(readIssue);
	} catch (error) {
		signal?.throwIfAborted();
		throw error instanceof UserError ? error : new UserError(unreachable(error), { cures: [{ kind: 'retry' }] });
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readIssue(value: unknown): Omit<MyIssue, 'relations'>[] {
	const { number, title, body, html_url: url, updated_at: updatedAt, pull_request: pull } = fieldsOf(value);
	const isIssue = typeof number === 'number' && typeof title === 'string' && typeof url === 'string';
	if (!isIssue || pull !== undefined) {
		return [];
	}
	const issue: Issue = { title, body: typeof body === 'string' ? body : '', source: { kind: 'url', ref: url } };
	return [{ number, issue, updatedAt: typeof updatedAt === 'string' ? updatedAt : '' }];
}

function refusal({ status, headers }: Response, project: string): UserError {
	switch (status) {
		case 401:
			return new IssueRefused('GitHub does not accept the sign-in. Sign in again.');
		case 403:
		case 429:
			return new IssueRefused(
				rateLimit(headers, 'Sign in with another account, or paste the text of the issue') ??
					`GitHub forbids reading the issues of ${project}. Sign in with an account that may.`,
			);
		case 404:
			return new IssueRefused(`${project} does not exist on GitHub, or this account may not see it. Use another one.`);
		case 410:
			return new UserError(`${project} has no issues on GitHub. Paste the text of the issue instead.`);
		default:
			return new UserError(`GitHub could not answer (${status}). Try again later, or paste the text of the issue.`, {
				cures: [{ kind: 'retry' }],
			});
	}
}

function unreachable(error: unknown): string {
	if (error instanceof HttpFailure) {
		return `${error.message} Try again later, or paste the text of the issue instead.`;
	}
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	return `GitHub cannot be reached (${errorText(cause)}). Check the network, or paste the text of the issue instead.`;
}
