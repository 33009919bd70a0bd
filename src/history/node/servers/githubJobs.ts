import { HttpFailure, outgoingFetch } from '../../../outgoing/node/outgoingHttp';
import { isLoopback, requireHttps } from '../../../outgoing/node/requireHttps';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { type Fields, fieldsOf, isRecord } from '../../../system/pure/fields';
import { githubApiVersion, rateLimit } from './githubServer';
import { IssueRefused } from './issueRefused';

/** A job of GitHub Actions that failed, and its log. */
export interface FailedJob {
	/** `owner/name` */
	readonly project: string;
	readonly workflow: string;
	readonly name: string;
	/** The page of the job for a browser. */
	readonly url: string;
	readonly commit: string;
	/** ISO 8601; of the end of the job. */
	readonly at: string;
	/** The names of the steps that failed. */
	readonly steps: readonly string[];
	readonly log: string;
}

/** A server of GitHub, and how the user is known there. */
export interface JobAccess {
	/** Base URL of GitHub's REST API. */
	readonly api: string;
	readonly token: string | undefined;
	readonly signal?: AbortSignal;
}

export interface FailedJobOptions extends JobAccess {
	/** The repositories whose runs are asked for, in this order. */
	readonly projects: readonly string[];
	readonly branch: string;
	/** The name of the job, or a part of it; the first failed one unless given. */
	readonly job?: string;
}

const megabyte = 1024 * 1024;
const listLimits = { deadlineMs: 30_000, silenceMs: 30_000, answerBytes: 16 * megabyte };
export const logLimits = { deadlineMs: 300_000, silenceMs: 60_000, answerBytes: 64 * megabyte };
const failures = ['failure', 'timed_out', 'startup_failure'];
/** Where GitHub keeps logs: it answers with an address there, which is valid for a minute. */
const logServers = /\.(?:blob\.core\.windows\.net|githubusercontent\.com)$/;

/**
 * Returns the newest failed job of a branch with its log; undefined if there is none. Throws `UserError` (`IssueRefused` if
 * signing in may help), and the signal's reason. Source: https://docs.github.com/rest/actions
 */
export async function failedJob(options: FailedJobOptions): Promise<FailedJob | undefined> {
	for (const project of options.projects) {
		const found = await failedJobOf(project, options);
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

async function failedJobOf(project: string, options: FailedJobOptions): Promise<FailedJob | undefined> {
	const { branch, job: wanted } = options;
	const query = new URLSearchParams({ branch, status: 'failure', per_page: '10' });
	const answer = await askJson(`/repos/${project}/actions/runs?${query}`, project, options);
	const runs = recordsOf(answer.workflow_runs);
	for (const run of runs.slice(0, wanted === undefined ? 1 : runs.length)) {
		const path = `/repos/${project}/actions/runs/${Number(run.id)}/jobs?filter=latest&per_page=100`;
		const jobs = recordsOf((await askJson(path, project, options)).jobs);
		const failed = jobs.filter(({ conclusion }) => failures.includes(String(conclusion)));
		const job = failed.find(({ name }) => wanted === undefined || String(name).includes(wanted));
		if (job !== undefined) {
			return described(project, run, job, await jobLog(project, Number(job.id), options));
		}
	}
	return undefined;
}

function described(project: string, run: Fields, job: Fields, log: string): FailedJob {
	const steps = recordsOf(job.steps).filter(({ conclusion }) => failures.includes(String(conclusion)));
	return {
		...{ project, log, workflow: textOf(run.name), name: textOf(job.name), url: textOf(job.html_url) },
		...{ commit: textOf(run.head_sha), at: textOf(job.completed_at), steps: steps.map(({ name }) => textOf(name)) },
	};
}

/** The log of a job by its number. Throws as `failedJob` does. */
export async function jobLog(project: string, job: number, options: JobAccess): Promise<string> {
	const send = outgoingFetch({ limits: logLimits, redirects: 3, mayAnswer: target => keepsLogs(target, options.api) });
	const path = `/repos/${project}/actions/jobs/${job}/logs`;
	return ask(path, { project, isLog: true, send, read: response => response.text() }, options);
}

/** Whether GitHub may refer to an address for a log. */
export function keepsLogs(target: URL, api: string): boolean {
	const isKnown = target.protocol === 'https:' && logServers.test(target.hostname);
	return isKnown || (isLoopback(api) && isLoopback(target.href));
}

function askJson(path: string, project: string, options: JobAccess): Promise<Fields> {
	const send = outgoingFetch({ limits: listLimits, redirects: 3 });
	const read = async (response: Response) => fieldsOf(parsed(await response.text()));
	return ask(path, { project, isLog: false, send, read }, options);
}

interface Asked<T> {
	readonly project: string;
	readonly isLog: boolean;
	readonly send: ReturnType<typeof outgoingFetch>;
	readonly read: (response: Response) => Promise<T>;
}

async function ask<T>(path: string, { send, read, ...asked }: Asked<T>, options: JobAccess): Promise<T> {
	const { api, token, signal } = options;
	requireHttps(api, ' of GitHub');
	const headers = {
		...{ accept: 'application/vnd.github+json', 'user-agent': 'faultline', 'x-github-api-version': githubApiVersion },
		...(token !== undefined && { authorization: `Bearer ${token}` }),
	};
	try {
		const response = await send(api + path, { headers, signal: signal ?? null });
		if (!response.ok) {
			await response.body?.cancel();
			throw refusal(response, asked, token !== undefined);
		}
		return await read(response);
	} catch (error) {
		signal?.throwIfAborted();
		throw error instanceof UserError ? error : new UserError(unreachable(error), { cures: [{ kind: 'retry' }] });
	}
}

function refusal(
	{ status, headers }: Response,
	{ project, isLog }: Pick<Asked<unknown>, 'project' | 'isLog'>,
	hasToken: boolean,
): UserError {
	const isDenied = status === 401 || status === 403 || status === 429;
	const limited = status === 401 ? undefined : rateLimit(headers, `${signIn}, or download the log of the job`);
	if (isDenied && limited !== undefined) {
		return new IssueRefused(limited);
	}
	if (isDenied || (status === 404 && !hasToken)) {
		return new IssueRefused(deniedText(project, isLog, hasToken));
	}
	switch (status) {
		case 404:
			return new IssueRefused(`GitHub has no jobs of ${project}, or this account may not see them.`);
		case 410:
			return new UserError('The log of the failed job is no longer kept. Run the job again.');
		default:
			return new UserError(`GitHub could not answer (${status}). Try again later, or download the log of the job.`, {
				cures: [{ kind: 'retry' }],
			});
	}
}

const signIn = 'Sign in to GitHub, or set GITHUB_TOKEN to a token that may read Actions';

function deniedText(project: string, isLog: boolean, hasToken: boolean): string {
	if (hasToken) {
		return `GitHub does not accept the token for the jobs of ${project}. Sign in to GitHub, or set GITHUB_TOKEN to a token that may read Actions.`;
	}
	return isLog
		? 'GitHub shows logs to signed-in users only. Sign in to GitHub, or set GITHUB_TOKEN.'
		: `GitHub does not show the jobs of ${project}. Sign in to GitHub, or set GITHUB_TOKEN to a token that may read Actions.`;
}

function unreachable(error: unknown): string {
	if (error instanceof HttpFailure) {
		return `${error.message} Try again later, or download the log of the job.`;
	}
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	return `GitHub cannot be reached (${errorText(cause)}). Check the network, or download the log of the job.`;
}

function recordsOf(value: unknown): readonly Fields[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
