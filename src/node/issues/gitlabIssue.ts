import type { Issue } from '../../core/model/issue';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { IssueAddress } from './issueAddress';
import { IssueRefused } from './issueRefused';
import { requireHttps } from './requireHttps';
import { withTimeout } from './withTimeout';

export interface GitlabOptions {
	/** Requires the scope `read_api`. Without a token a server serves only public projects. */
	readonly token?: string;
	readonly signal?: AbortSignal;
}

/** A longer answer is not an issue. */
const limitBytes = 8 * 1024 * 1024;

/**
 * Title and text of an issue or merge request through GitLab's REST API v4, on gitlab.com or any other server. Throws
 * `UserError`, which states what to do, and the signal's reason when that is aborted.
 */
export async function fetchGitlabIssue(address: IssueAddress, { token, signal }: GitlabOptions = {}): Promise<Issue> {
	requireHttps(address.origin);
	const { response, text } = await ask(address, {
		// A redirect would send the token to its target.
		redirect: 'manual',
		headers: { accept: 'application/json', 'user-agent': 'faultline', ...(token && { 'private-token': token }) },
		signal: withTimeout(signal),
	}).catch(error => {
		signal?.throwIfAborted();
		throw error instanceof UserError ? error : new UserError(unreachable(address, error));
	});
	if (!response.ok) {
		throw refusal(address, response, token !== undefined);
	}
	return readAnswer(address, text);
}

function apiAddress({ origin, project, kind, number }: IssueAddress): string {
	const list = kind === 'change' ? 'merge_requests' : 'issues';
	return `${origin}/api/v4/projects/${encodeURIComponent(project)}/${list}/${number}`;
}

async function ask(address: IssueAddress, init: RequestInit): Promise<{ response: Response; text: string }> {
	const response = await fetch(apiAddress(address), init);
	const chunks: Uint8Array[] = [];
	let nBytes = 0;
	for await (const chunk of response.body ?? []) {
		chunks.push(chunk);
		nBytes += chunk.length;
		if (nBytes > limitBytes) {
			throw new UserError(`The issue at ${address.url} is too long: give its text, or a part of it, instead.`);
		}
	}
	return { response, text: Buffer.concat(chunks).toString('utf8') };
}

function readAnswer(address: IssueAddress, text: string): Issue {
	const { title, description } = readObject(text) ?? {};
	if (typeof title !== 'string') {
		throw new UserError(`${address.origin} does not answer as GitLab does. Give the text of the issue instead.`);
	}
	return {
		title,
		body: typeof description === 'string' ? description : '',
		source: { kind: 'url', ref: address.url },
	};
}

/** Undefined where the text is not a JSON object, such as the page of another server. */
function readObject(text: string): { readonly title?: unknown; readonly description?: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

function unreachable({ origin }: IssueAddress, error: unknown): string {
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	return `${origin} cannot be reached (${errorText(cause)}). Check the network, or give the text of the issue instead.`;
}

function refusal({ url, origin }: IssueAddress, { status, headers }: Response, hadToken: boolean): UserError {
	const server = new URL(origin).host;
	switch (status) {
		case 401:
			return new IssueRefused(
				hadToken
					? `${server} does not accept the token. Give a valid one with the scope read_api (GITLAB_TOKEN).`
					: `${server} requires a token with the scope read_api to read ${url} (GITLAB_TOKEN).`,
			);
		case 403:
			return new IssueRefused(`${server} forbids reading ${url}. Give a token (GITLAB_TOKEN) of an account that may.`);
		case 404:
			return new IssueRefused(
				`There is no issue at ${url}, or it is private: then give a token with the scope read_api (GITLAB_TOKEN).`,
			);
		case 429: {
			const seconds = headers.get('retry-after');
			const when = seconds === null ? 'later' : `in ${seconds} s`;
			return new UserError(`${server}: rate limit reached; retry ${when}, or give the text of the issue instead.`);
		}
		default:
			return new UserError(
				status < 400
					? `${server} redirects to another address (${status}): the project moved. Give its current address.`
					: `${server} could not answer (${status}). Try again later, or give the text of the issue instead.`,
			);
	}
}
