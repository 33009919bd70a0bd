import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { git } from './gitRepository';

export interface FakeIssue {
	readonly state?: 'open' | 'closed';
	readonly locked?: boolean;
	readonly assignees?: readonly string[];
}

/** A request as it arrived. */
export interface FakeRequest {
	readonly method: string;
	/** Path and query, without the base of the API. */
	readonly path: string;
	readonly authorization: string | undefined;
	readonly body: string;
}

/** A pull request that was opened. */
export interface FakePull {
	readonly project: string;
	readonly title: string;
	readonly body: string;
	readonly head: string;
	readonly base: string;
	readonly draft: boolean;
}

/**
 * A GitHub Enterprise server on this machine: its REST API, and its repositories, bare and on disk, over HTTP by git's own
 * `http-backend`. Both demand a login.
 */
export class FakeGithub {
	readonly requests: FakeRequest[] = [];
	readonly pulls: FakePull[] = [];
	/** The pushes that arrived, by repository. */
	readonly pushes: string[] = [];
	readonly issues = new Map<string, FakeIssue>();
	/** Where the user of the token may push to. */
	readonly writable = new Set<string>();
	readonly user = 'ann';
	readonly token = 'token-of-ann-123456';
	readonly password = 'password-of-ann';
	/** Requests that get no answer: the connection is closed. */
	dropped: (request: FakeRequest) => boolean = () => false;
	/** In place of the usual answer. */
	answer: (request: FakeRequest) => { readonly status: number; readonly data: unknown } | undefined = () => undefined;
	private readonly parents = new Map<string, string>();
	private server: Server | undefined;

	constructor(private readonly folder: string) {}

	async start(): Promise<void> {
		this.server = createServer((request, response) => {
			this.serve(request, response).catch(error => {
				response.destroy(error);
			});
		}).listen(0, '127.0.0.1');
		await once(this.server, 'listening');
	}

	async stop(): Promise<void> {
		this.server?.closeAllConnections();
		this.server?.close();
	}

	get origin(): string {
		const address = this.server?.address();
		if (typeof address !== 'object' || address === null) {
			throw new Error('the server is not started');
		}
		return `http://127.0.0.1:${address.port}`;
	}

	/** What a user sets for it. */
	get env(): Record<string, string> {
		return {
			...{ GITHUB_SERVER_URL: this.origin, GITHUB_API_URL: `${this.origin}/api/v3`, GITHUB_TOKEN: this.token },
		};
	}

	/** A line of `.git-credentials`. */
	get credentials(): string {
		return `${this.origin.replace('//', `//ann:${this.password}@`)}\n`;
	}

	/** Makes a repository with the commits of another one. */
	create(project: string, from: string): void {
		const bare = this.bare(project);
		mkdirSync(dirname(bare), { recursive: true });
		git(dirname(bare), 'clone', '-q', '--bare', from, bare);
		git(bare, 'config', 'http.receivepack', 'true');
	}

	bare(project: string): string {
		return join(this.folder, `${project}.git`);
	}

	url(project: string): string {
		return `${this.origin}/${project}.git`;
	}

	/** The commit of a branch; undefined for none. */
	branch(project: string, name: string): string | undefined {
		return git(this.bare(project), 'for-each-ref', '--format=%(objectname)', `refs/heads/${name}`) || undefined;
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', url = '', headers } = request;
		const isApi = url.startsWith('/api/v3/');
		const body = isApi ? await text(request) : '';
		const path = isApi ? url.slice('/api/v3'.length) : url;
		const seen = { method, path, authorization: headers.authorization, body };
		this.requests.push(seen);
		if (this.dropped(seen)) {
			request.socket.destroy();
			return;
		}
		if (!isApi) {
			this.serveGit(request, response);
			return;
		}
		const isKnown = [`token ${this.token}`, `Bearer ${this.token}`].includes(headers.authorization ?? '');
		const { status, data } = this.answer(seen) ?? (isKnown ? this.api(seen) : notKnown);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(data));
	}

	private serveGit(request: IncomingMessage, response: ServerResponse): void {
		const login = Buffer.from(`ann:${this.password}`).toString('base64');
		const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
		if (request.headers.authorization !== `Basic ${login}`) {
			response.writeHead(401, { 'www-authenticate': 'Basic realm="fake"' }).end();
			return;
		}
		const project = /^\/([^/]+\/[^/]+)\.git\//.exec(pathname)?.[1] ?? '';
		const isPush = pathname.endsWith('git-receive-pack') || searchParams.get('service') === 'git-receive-pack';
		if (!existsSync(this.bare(project)) || (isPush && !this.writable.has(project))) {
			response.writeHead(isPush ? 403 : 404).end();
			return;
		}
		if (request.method === 'POST' && isPush) {
			this.pushes.push(project);
		}
		const child = spawn('git', ['http-backend'], {
			env: {
				...{ PATH: process.env.PATH, HOME: this.folder, GIT_PROJECT_ROOT: this.folder, GIT_HTTP_EXPORT_ALL: '1' },
				...{ REQUEST_METHOD: request.method, PATH_INFO: pathname, QUERY_STRING: searchParams.toString() },
				...{ CONTENT_TYPE: request.headers['content-type'] ?? '', REMOTE_USER: 'ann' },
				...{ HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '' },
				...(request.headers['git-protocol'] && { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
			},
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		request.pipe(child.stdin);
		const pieces: Buffer[] = [];
		child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
		child.on('close', () => {
			const answer = Buffer.concat(pieces);
			const end = answer.indexOf('\r\n\r\n');
			const headers = answer.subarray(0, end).toString('latin1').split('\r\n');
			const pairs = headers.map(line => line.split(': ', 2) as [string, string]);
			const status = pairs.find(([name]) => name === 'Status')?.[1];
			response.writeHead(Number(status?.slice(0, 3) ?? 200), Object.fromEntries(pairs)).end(answer.subarray(end + 4));
		});
	}

	private api({ method, path, body }: FakeRequest): { status: number; data: unknown } {
		const { pathname, searchParams } = new URL(path, this.origin);
		const [, project = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(pathname) ?? [];
		if (pathname === '/user') {
			return ok({ login: this.user });
		}
		if (!existsSync(this.bare(project))) {
			return notFound;
		}
		const bare = this.bare(project);
		if (rest === '') {
			return ok(this.described(project));
		}
		const issue = /^\/issues\/(\d+)$/.exec(rest)?.[1];
		if (issue !== undefined) {
			const { state = 'open', locked = false, assignees = [] } = this.issues.get(`${project}#${issue}`) ?? {};
			return ok({ state, locked, assignees: assignees.map(login => ({ login })) });
		}
		if (rest === '/commits') {
			const messages = git(bare, 'log', '-100', '--format=%B%x00', searchParams.get('sha') ?? '').split('\0');
			return ok(messages.slice(0, -1).map(message => ({ commit: { message: message.trim() } })));
		}
		if (rest.startsWith('/compare/')) {
			return this.compared(bare, decodeURIComponent(rest.slice('/compare/'.length)));
		}
		if (rest === '/forks' && method === 'POST') {
			const fork = `${this.user}/${project.split('/')[1]}`;
			if (!existsSync(this.bare(fork))) {
				this.create(fork, bare);
				this.writable.add(fork);
				this.parents.set(fork, project);
			}
			return { status: 202, data: this.described(fork) };
		}
		if (rest === '/pulls' && method === 'POST') {
			const pull = JSON.parse(body) as Omit<FakePull, 'project'>;
			this.pulls.push({ project, ...pull });
			return { status: 201, data: this.pullOf(this.pulls.length) };
		}
		if (rest === '/pulls') {
			const isAsked = (each: FakePull) => each.project === project && each.head === searchParams.get('head');
			return ok(this.pulls.flatMap((each, at) => (isAsked(each) ? [this.pullOf(at + 1)] : [])));
		}
		return notFound;
	}

	private described(project: string): object {
		const parent = this.parents.get(project);
		return {
			full_name: project,
			default_branch: 'main',
			permissions: { push: this.writable.has(project) },
			fork: parent !== undefined,
			...(parent !== undefined && { parent: { full_name: parent } }),
		};
	}

	private pullOf(number: number): object {
		return { number, html_url: `${this.origin}/${this.pulls[number - 1]?.project}/pull/${number}` };
	}

	private compared(bare: string, range: string): { status: number; data: unknown } {
		const [base = '', commit = ''] = range.split('...');
		try {
			return ok({ ahead_by: Number(git(bare, 'rev-list', '--count', `${base}..${commit}`)) });
		} catch {
			return notFound;
		}
	}
}

const ok = (data: unknown) => ({ status: 200, data });
const notFound = { status: 404, data: { message: 'Not Found' } };
const notKnown = { status: 401, data: { message: 'Bad credentials' } };
