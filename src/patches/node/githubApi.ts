import { Octokit } from '@octokit/core';
import { type GithubAccess, githubApiVersion, rateLimit } from '../../history/node/servers/githubServer';
import { HttpFailure, type HttpLimits, httpFailureOf, outgoingFetch } from '../../outgoing/node/outgoingHttp';
import { requireHttps } from '../../outgoing/node/requireHttps';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import { type Fields, fieldsOf } from '../../system/pure/fields';
import type { IssueState } from '../pure/delivery/objections';

/** A repository on a GitHub server. */
export interface GithubRepository {
	/** `owner/name`, as the server writes it now. */
	readonly project: string;
	readonly defaultBranch: string;
	readonly canPush: boolean;
	/** The repository it is a fork of. */
	readonly parent?: string;
}

export interface NewPullRequest {
	readonly project: string;
	/** The branch to merge into. */
	readonly base: string;
	/** `owner:branch` */
	readonly head: string;
	readonly title: string;
	readonly body: string;
}

const limits: HttpLimits = { deadlineMs: 60_000, silenceMs: 30_000, answerBytes: 16 * 1024 * 1024 };
/** Within the server: it redirects from the former name of a repository. */
const maxRedirects = 5;

type Parameters = Readonly<Record<string, string | number | boolean>>;

/**
 * The part of GitHub's REST API that pull requests need. Every method throws `UserError`, which states the remedy, if
 * the server refuses or cannot be reached, and the signal's reason.
 */
export class GithubApi {
	private readonly octokit: Octokit;

	constructor(
		private readonly access: GithubAccess,
		private readonly signal: AbortSignal,
	) {
		requireHttps(access.api, '');
		if (access.token === undefined) {
			throw new UserError(`Opening a pull request on ${access.origin} needs a token: sign in, or set GITHUB_TOKEN.`);
		}
		const [reading, writing] = [outgoingFetch({ limits, redirects: maxRedirects }), outgoingFetch({ limits })];
		this.octokit = new Octokit({
			auth: access.token,
			baseUrl: access.api.replace(/(?<!\/)\/+$/, ''),
			userAgent: 'faultline',
			log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
			request: {
				fetch: (url: string, init: RequestInit) => whole((init.method === 'GET' ? reading : writing)(url, init)),
			},
		});
	}

	/** Name of the user that the token belongs to; undefined for a token of no user. */
	async user(): Promise<string | undefined> {
		const { status, data } = await this.ask('GET /user', {}, 'who you are', [401, 403]);
		if (status === 401) {
			throw this.refused(status, 'who you are');
		}
		return nameOf(data.login);
	}

	async repository(project: string): Promise<GithubRepository> {
		const found = await this.findRepository(project);
		if (found === undefined) {
			throw this.refused(404, `the repository ${project}`);
		}
		return found;
	}

	async findRepository(project: string): Promise<GithubRepository | undefined> {
		const { status, data } = await this.ask(`GET /repos/${pathOf(project)}`, {}, `the repository ${project}`, [404]);
		if (status === 404) {
			return undefined;
		}
		const fullName = projectOf(data.full_name);
		const parent = projectOf(fieldsOf(data.parent).full_name);
		if (fullName === undefined || typeof data.default_branch !== 'string') {
			throw this.unexpected();
		}
		return {
			...{ project: fullName, defaultBranch: data.default_branch, canPush: fieldsOf(data.permissions).push === true },
			...(data.fork === true && parent !== undefined && { parent }),
		};
	}

	async issue(project: string, number: number): Promise<IssueState> {
		const { data } = await this.ask(`GET /repos/${pathOf(project)}/issues/${number}`, {}, `issue #${number}`);
		const { assignees = [] } = data;
		if (typeof data.state !== 'string' || !Array.isArray(assignees)) {
			throw this.unexpected();
		}
		return {
			...{ number, isOpen: data.state === 'open', isLocked: data.locked === true },
			assignees: assignees.flatMap(each => nameOf(fieldsOf(each).login) ?? []),
		};
	}

	/** The newest commit messages of a branch, at most 100. */
	async messages(project: string, branch: string): Promise<string[]> {
		const query = { sha: branch, per_page: 100 };
		const answer = await this.ask(`GET /repos/${pathOf(project)}/commits`, query, `the commits of ${branch}`);
		return this.listOf(answer).map(each => String(fieldsOf(fieldsOf(each).commit).message ?? ''));
	}

	/** Whether a branch contains a commit. */
	async contains(project: string, branch: string, commit: string): Promise<boolean> {
		const route = `GET /repos/${pathOf(project)}/compare/{range}`;
		const { status, data } = await this.ask(route, { range: `${branch}...${commit}` }, `commit ${commit}`, [404, 422]);
		return status === 200 && data.ahead_by === 0;
	}

	/** The user's fork of a repository, which need not be ready yet. Creates it unless there is one. */
	async fork(project: string): Promise<string> {
		const { data } = await this.ask(`POST /repos/${pathOf(project)}/forks`, {}, `a fork of ${project}`);
		const fork = projectOf(data.full_name);
		if (fork === undefined) {
			throw this.unexpected();
		}
		return fork;
	}

	/** Address of a pull request from this branch, open or not; undefined for none. */
	async findPullRequest({ project, head }: Pick<NewPullRequest, 'project' | 'head'>): Promise<string | undefined> {
		const query = { head, state: 'all' };
		const answer = await this.ask(`GET /repos/${pathOf(project)}/pulls`, query, 'the pull requests');
		const [first] = this.listOf(answer);
		return first === undefined ? undefined : this.urlOf(fieldsOf(first));
	}

	/** Opens a draft, and returns its address. */
	async open({ project, ...request }: NewPullRequest): Promise<string> {
		const fields = { ...request, draft: true, maintainer_can_modify: true };
		const { data } = await this.ask(`POST /repos/${pathOf(project)}/pulls`, fields, 'the pull request');
		return this.urlOf(data);
	}

	private listOf({ list }: Answer): readonly unknown[] {
		if (list === undefined) {
			throw this.unexpected();
		}
		return list;
	}

	/** An answer never leads to another server. */
	private urlOf({ html_url: url }: Fields): string {
		if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).origin !== this.access.origin) {
			throw this.unexpected();
		}
		return new URL(url).href;
	}

	private async ask(
		route: string,
		parameters: Parameters,
		what: string,
		expected: readonly number[] = [],
	): Promise<Answer> {
		try {
			const headers = { 'x-github-api-version': githubApiVersion };
			const answer = await this.octokit.request(route, { ...parameters, headers, request: { signal: this.signal } });
			return answerOf(answer.status, answer.data);
		} catch (error) {
			this.signal.throwIfAborted();
			const { status, response } = error as { status?: unknown; response?: { data?: unknown; headers?: Fields } };
			if (httpFailureOf(error) === undefined && typeof status === 'number' && response !== undefined) {
				if (expected.includes(status)) {
					return answerOf(status, undefined);
				}
				throw this.refused(status, what, fieldsOf(response.data), response.headers);
			}
			throw this.unreachable(error);
		}
	}

	private unreachable(error: unknown): UserError {
		const { host } = new URL(this.access.api);
		const failure = httpFailureOf(error);
		const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
		const why = failure instanceof HttpFailure ? failure.message : `${host} cannot be reached (${errorText(cause)}).`;
		return new UserError(`${why} Check the network, then try again.`, { cures: [{ kind: 'retry' }] });
	}

	private refused(status: number, what: string, data: Fields = {}, headers: Fields = {}): UserError {
		const { origin } = this.access;
		if (status === 401) {
			return new UserError(`${origin} does not accept the token. Sign in again, or set GITHUB_TOKEN to a valid one.`);
		}
		if (status === 403 || status === 429) {
			const limited = rateLimit(new Headers(headers as Record<string, string>), 'Try again then');
			return new UserError(
				limited ?? `${origin} forbids ${what}: use a token that may read issues, write pull requests and fork.`,
			);
		}
		if (status === 404) {
			return new UserError(`${origin} does not find ${what}, or your account may not see it.`);
		}
		if (status >= 500) {
			return new UserError(`${origin} could not answer (${status}). Try again later.`, { cures: [{ kind: 'retry' }] });
		}
		const errors = Array.isArray(data.errors) ? data.errors.map(each => fieldsOf(each).message) : [];
		const reasons = [data.message, ...errors].filter(each => typeof each === 'string');
		return new UserError(
			`${origin} refuses ${what} (${status}): ${reasons.join(' ').slice(0, 500) || 'no reason given'}`,
		);
	}

	private unexpected(): UserError {
		return new UserError(`${this.access.api} does not answer like GitHub. Check GITHUB_API_URL.`);
	}
}

/** An answer of the server: the fields of an object, or the elements of a list. */
interface Answer {
	readonly status: number;
	readonly data: Fields;
	readonly list: readonly unknown[] | undefined;
}

/** The answer once all of it has arrived: Octokit takes a body that fails on its way for an empty one. */
async function whole(answer: Promise<Response>): Promise<Response> {
	const response = await answer;
	return response.body === null ? response : new Response(await response.text(), response);
}

function answerOf(status: number, body: unknown): Answer {
	return { status, data: fieldsOf(body), list: Array.isArray(body) ? body : undefined };
}

function ignore(): void {
	// The errors are thrown, and shown once.
}

function nameOf(value: unknown): string | undefined {
	return typeof value === 'string' && /^[\w-]+(?:\[bot\])?$/.test(value) ? value : undefined;
}

const project = /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/;

/** An answer never leads to another part of the API. */
function projectOf(value: unknown): string | undefined {
	return typeof value === 'string' && project.test(value) ? value : undefined;
}

function pathOf(name: string): string {
	if (!project.test(name)) {
		throw new UserError(`${JSON.stringify(name)} is not the name of a repository on GitHub.`);
	}
	return name;
}
