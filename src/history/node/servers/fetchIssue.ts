import { HttpFailure, type HttpLimits, outgoingFetch, readJsonObject } from '../../../outgoing/node/outgoingHttp';
import { requireHttps } from '../../../outgoing/node/requireHttps';
import type { Issue } from '../../../runs/pure/model/issue';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError, type UserErrorOptions } from '../../../system/pure/errors/userError';
import type { FetchIssueOptions, IssueAddress, IssueRequest } from './issueServer';
import { serverOf } from './issueServers';

/** An answer that is longer is not an issue. */
const issueLimits: HttpLimits = { deadlineMs: 30_000, silenceMs: 30_000, answerBytes: 8 * 1024 * 1024 };
/** Within the server: it redirects from the former name of a project, and from an issue that was transferred. */
const maxRedirects = 5;

/**
 * Fetches title and text of an issue, pull request or merge request, through the REST API of its server. Throws
 * `UserError`, which states the remedy, when it cannot be fetched (`IssueRefused` if a token may help), and the
 * signal's reason when that is aborted.
 */
export async function fetchIssue(address: IssueAddress, options: FetchIssueOptions = {}): Promise<Issue> {
	const server = serverOf(address).request(address, options);
	try {
		return await ask(server, address, options);
	} catch (error) {
		options.signal?.throwIfAborted();
		throw error instanceof UserError ? error : new UserError(failureText(server, error), retryable);
	}
}

async function ask(server: IssueRequest, { url }: IssueAddress, options: FetchIssueOptions): Promise<Issue> {
	const { origin, host } = new URL(server.url);
	requireHttps(origin, ", or give the issue's text");
	const send = outgoingFetch({ limits: { ...issueLimits, ...options.limits }, redirects: maxRedirects });
	const headers = { accept: 'application/json', 'user-agent': 'faultline', ...server.headers };
	const response = await send(server.url, { headers, signal: options.signal ?? null });
	const answer = await readJsonObject(response);
	if (!response.ok) {
		throw (
			server.refusal(response) ??
			new UserError(`${server.name} could not answer (${response.status}). ${retry}`, retryable)
		);
	}
	const text = answer?.[server.textField] ?? '';
	if (typeof answer?.title !== 'string' || typeof text !== 'string') {
		throw new UserError(`${host} does not answer with an issue. Check the address, or ${instead}`);
	}
	return { title: answer.title, body: text, source: { kind: 'url', ref: url } };
}

const retryable: UserErrorOptions = { cures: [{ kind: 'retry' }] };
const instead = 'give the text of the issue instead.';
const retry = `Try again later, or ${instead}`;

function failureText({ name }: IssueRequest, error: unknown): string {
	if (error instanceof HttpFailure) {
		const advice = error.kind === 'redirected' ? `Give the current address of the issue, or its text.` : retry;
		return `${error.message} ${advice}`;
	}
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	return `${name} cannot be reached (${errorText(cause)}). Check the network, or ${instead}`;
}
