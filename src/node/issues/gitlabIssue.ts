import type { Issue } from '../../core/model/issue';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import type { IssueAddress } from './issueAddress';
import { IssueRefused } from './issueRefused';
import { requireHttps } from './requireHttps';
import { withTimeout } from './withTimeout';

export interface GitlabOptions {
	/** Needs the scope `read_api`. Without one a server answers for public projects only. */
	readonly token?: string;
	readonly signal?: AbortSignal;
}

/** More than this is no issue. */
const limitBytes = 8 * 1024 * 1024;

/**
 * Title and text of an issue or merge request through GitLab's REST API v4, on gitlab.com or any other server. Throws
 * `UserError`, which says what to do, and the signal's reason when that is aborted.
 */
export async function fetchGitlabIssue(address: IssueAddress, { token, signal }: GitlabOptions = {}): Promise<Issue> {
	requireHttps(address.origin);
	const { response, text } = await ask(address, {
		// A redirect would take the token along to wherever it leads.
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

/** Undefined where a text is no JSON object: the page of some other server. */
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
					: `${server} wants a token before it tells of ${url}: one with the scope read_api (GITLAB_TOKEN).`,
			);
		case 403:
			return new IssueRefused(`${server} forbids reading ${url}. Give a token (GITLAB_TOKEN) of an account that may.`);
		case 404:
			return new IssueRefused(
				`There is no issue at ${url}, or it is private: then give a token with the scope read_api (GITLAB_TOKEN).`,
			);
		case 429: {
			const seconds = headers.get('retry-after');
			const howLong = seconds === null ? 'for now' : `for ${seconds} seconds`;
			return new UserError(`${server} wants no more requests ${howLong}. Or give the text of the issue instead.`);
		}
		default:
			return new UserError(
				status < 400
					? `${server} sends on to another address (${status}): the project moved. Give the address it has now.`
					: `${server} could not answer (${status}). Try again later, or give the text of the issue instead.`,
			);
	}
}
