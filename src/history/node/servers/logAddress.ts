import { HttpFailure, outgoingFetch } from '../../../outgoing/node/outgoingHttp';
import { requireHttps } from '../../../outgoing/node/requireHttps';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { decodeText } from '../../../system/pure/text/decodeText';
import { jobLog, keepsLogs, logLimits } from './githubJobs';
import type { GithubAccess } from './githubServer';

/** Of a job, on a server of GitHub. */
const jobPage = /^\/((?!\.)[\w.-]+\/(?!\.{1,2}\/)[\w.-]+)\/actions\/runs\/\d{1,15}\/job\/(\d{1,15})\/?$/;

/**
 * The log at an https address. The page of a job of GitHub is read by its API, with the token; any other address gets no
 * credentials. Throws `UserError`, and the signal's reason.
 */
export async function logAt(
	address: string,
	{ origin, ...access }: GithubAccess & { readonly signal?: AbortSignal },
): Promise<string> {
	if (!URL.canParse(address)) {
		throw new UserError(`${address} is no address of a log.`);
	}
	const url = new URL(address);
	if (url.username !== '' || url.password !== '') {
		throw new UserError(`The address on ${url.host} contains a name or a password: give it without them.`);
	}
	requireHttps(url.origin, ' of the log');
	const [, project, job] = (url.origin === origin && jobPage.exec(url.pathname)) || [];
	return project === undefined ? textAt(url, access) : jobLog(project, Number(job), access);
}

async function textAt(url: URL, { api, signal }: Pick<GithubAccess, 'api'> & { readonly signal?: AbortSignal }) {
	const send = outgoingFetch({ limits: logLimits, redirects: 3, mayAnswer: target => keepsLogs(target, api) });
	try {
		const response = await send(url.href, { headers: { accept: 'text/plain, */*' }, signal: signal ?? null });
		if (!response.ok || /\bhtml\b/i.test(response.headers.get('content-type') ?? '')) {
			await response.body?.cancel();
			const why = response.ok ? 'a page instead of a log' : `no log (${response.status})`;
			throw new UserError(`${url.host} gives ${why}. ${download}`);
		}
		const text = decodeText(new Uint8Array(await response.arrayBuffer()));
		if (text === undefined) {
			throw new UserError(
				`${url.host} gives something that is not text. Download the log, and give the file with --log.`,
			);
		}
		return text;
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof UserError) {
			throw error;
		}
		const why = error instanceof HttpFailure ? error.message : `${url.host} cannot be reached (${errorText(error)}).`;
		throw new UserError(`${why} ${download}`);
	}
}

const download = 'Download the log, and give the file with --log.';
