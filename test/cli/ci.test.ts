import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultlineCli } from '../support/faultlineCli';
import { commitAll, git } from '../support/gitRepository';
import { TestFolder } from '../support/testFolder';

const cart = `export function priceOf(sku, prices) {
	return prices[sku].amount;
}

export function totalOf(lines, prices) {
	return lines.reduce((sum, { sku, count }) => sum + priceOf(sku, prices) * count, 0);
}
`;
const test =
	"import { totalOf } from './cart.js';\ntest('adds up', () => {\n\ttotalOf([{ sku: 'tea', count: 1 }], {});\n});\n";

/** As a server of GitHub Actions writes it. */
const log = [
	'##[group]Run npm ci',
	'npm ci',
	'##[endgroup]',
	'added 120 packages in 3s',
	'npm warn deprecated error-ex@1.0.0: this package reports an error',
	'##[group]Run npm test',
	'\u001b[36;1mnpm test\u001b[0m',
	'shell: /usr/bin/bash -e {0}',
	'##[endgroup]',
	'PASS lib/rates.test.js',
	'FAIL lib/cart.test.js',
	'  \u001b[1m● \u001b[22mcart › adds up',
	'',
	"    TypeError: Cannot read properties of undefined (reading 'amount')",
	'',
	'      at priceOf (lib/cart.js:2:21)',
	'      at lib/cart.js:6:52',
	'      at Array.reduce (<anonymous>)',
	'      at totalOf (lib/cart.js:6:15)',
	'      at Object.<anonymous> (lib/cart.test.js:3:2)',
	'',
	'Tests:       1 failed, 12 passed, 13 total',
	'##[error]Process completed with exit code 1.',
	'Post job cleanup.',
]
	.map((line, at) => `2026-03-04T05:06:${String(10 + at)}.1234567Z ${line}`)
	.join('\n');

/** GitHub's API, as far as it is asked for jobs, and the server that keeps its logs. */
class Jobs {
	readonly asked: { readonly path: string; readonly authorization: string | undefined }[] = [];
	readonly kept: IncomingMessage['headers'][] = [];
	failed = true;
	logStatus = 302;
	private readonly servers: Server[] = [];

	async start(): Promise<void> {
		for (const serve of [this.api, this.logs]) {
			const server = createServer((request, response) => serve(request, response)).listen(0, '127.0.0.1');
			this.servers.push(server);
			await once(server, 'listening');
		}
	}

	stop(): void {
		for (const server of this.servers) {
			server.closeAllConnections();
			server.close();
		}
	}

	origin(at: number): string {
		const address = this.servers[at]?.address() as AddressInfo;
		return `http://127.0.0.1:${address.port}`;
	}

	private readonly logs = ({ url, headers }: IncomingMessage, response: ServerResponse) => {
		this.kept.push(headers);
		if (url === '/page') {
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html></html>');
			return;
		}
		if (url === '/moved') {
			response.writeHead(302, { location: 'https://elsewhere.example/log' }).end();
			return;
		}
		response.end(log);
	};

	private readonly api = ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
		this.asked.push({ path: url, authorization: headers.authorization });
		if (url.endsWith('/logs')) {
			response.writeHead(this.logStatus, { location: `${this.origin(1)}/log?signature=1` }).end();
			return;
		}
		const steps = [
			{ name: 'Run npm ci', conclusion: 'success' },
			{ name: 'Run npm test', conclusion: 'failure' },
		];
		const job = { id: 7, name: 'test (24)', conclusion: 'failure', steps, html_url: 'https://github.example/job/7' };
		const jobs = [{ id: 6, name: 'lint', conclusion: 'success' }, job];
		const runs = this.failed ? [{ id: 5, name: 'CI', head_sha: 'a1b2c3d4e5f6a7b8' }] : [];
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(url.includes('/jobs') ? { jobs } : { workflow_runs: runs }));
	};
}

describe('faultline ci', () => {
	const folder = new TestFolder();
	let jobs: Jobs;

	beforeEach(async () => {
		folder.write({ 'project/lib/cart.js': cart, 'project/lib/cart.test.js': test, 'job.log': log });
		commitAll(folder.path('project'));
		jobs = new Jobs();
		await jobs.start();
		git(folder.path('project'), 'remote', 'add', 'origin', `${jobs.origin(0)}/octo/shop.git`);
		git(folder.path('project'), 'checkout', '-q', '-b', 'faster');
	});
	afterEach(() => jobs.stop());

	const ci = (...args: readonly string[]) =>
		faultlineCli(['ci', ...args], {
			cwd: folder.path('project'),
			env: {
				...{ GITHUB_SERVER_URL: jobs.origin(0), GITHUB_API_URL: `${jobs.origin(0)}/api/v3`, GITHUB_TOKEN: 'secret' },
				FAULTLINE_STORAGE: folder.path('storage'),
			},
		});

	it('locates the last failed job of the current branch', async () => {
		const { code, stdout, stderr } = await ci();
		assert.equal(code, 0, stderr);
		assert.match(stdout, /CI › test \(24\), a1b2c3d4e5\n/);
		assert.match(stdout, /\nFailing step\n {2}npm test\n/);
		assert.match(stdout, /\nFailing tests\n {2}cart › adds up\n/);
		assert.match(stdout, /\nRaised at\n {2}lib\/cart\.js:2 {2}priceOf {2}TypeError: Cannot read/);
		assert.match(stdout, /\nSuspect\n {1,2}1 {2}lib\/cart\.js/);
		assert.deepEqual(
			jobs.asked.map(({ path }) => path),
			[
				'/api/v3/repos/octo/shop/actions/runs?branch=faster&status=failure&per_page=10',
				'/api/v3/repos/octo/shop/actions/runs/5/jobs?filter=latest&per_page=100',
				'/api/v3/repos/octo/shop/actions/jobs/7/logs',
			],
		);
	});

	it('sends the token to GitHub only, and nothing of the request to the server with the log', async () => {
		await ci('--json');
		assert.deepEqual([...new Set(jobs.asked.map(({ authorization }) => authorization))], ['Bearer secret']);
		assert.equal(jobs.kept.length, 1);
		assert.ok(
			jobs.kept.every(headers => headers.authorization === undefined && headers['x-github-api-version'] === undefined),
		);
	});

	it('reads any log without network, and gives one JSON document', async () => {
		const { code, stdout } = await ci('--json', '--log', folder.path('job.log'));
		const { step, tests, lines, raisedAt, locations, job } = JSON.parse(stdout);
		assert.equal(code, 0);
		assert.deepEqual([step, tests, job], ['npm test', ['cart › adds up'], undefined]);
		assert.deepEqual([raisedAt.file, raisedAt.line, raisedAt.function], ['lib/cart.js', 2, 'priceOf']);
		assert.ok(lines.kept < lines.all && locations.length > 0);
		assert.deepEqual(jobs.asked, []);
	});

	it('reads the log at an address without the token', async () => {
		const { code, stdout, stderr } = await ci('--json', '--log', `${jobs.origin(1)}/job.txt?signature=key`);
		assert.equal(code, 0, stderr);
		const { tests, issue } = JSON.parse(stdout);
		assert.deepEqual([tests, issue.source.ref], [['cart › adds up'], `${jobs.origin(1)}/job.txt`]);
		assert.deepEqual(
			jobs.kept.map(({ authorization }) => authorization),
			[undefined],
		);
		assert.deepEqual(jobs.asked, []);
	});

	it('reads the log of a job whose page is given, by the API with the token', async () => {
		const { code, stdout, stderr } = await ci('--json', '--log', `${jobs.origin(0)}/octo/shop/actions/runs/5/job/7`);
		assert.equal(code, 0, stderr);
		assert.deepEqual(JSON.parse(stdout).tests, ['cart › adds up']);
		assert.deepEqual(jobs.asked, [
			{ path: '/api/v3/repos/octo/shop/actions/jobs/7/logs', authorization: 'Bearer secret' },
		]);
		assert.equal(jobs.kept[0]?.authorization, undefined);
	});

	it('says why there is no log at an address', async () => {
		const refusals = {
			'http://elsewhere.example/log': /^faultline: Refusing plain http for http:\/\/elsewhere\.example: use the https/,
			[`${jobs.origin(1)}/page`]: /gives a page instead of a log\. Download the log, and give the file with --log\./,
			[`${jobs.origin(1)}/moved`]:
				/redirects to https:\/\/elsewhere\.example \(302\), where nothing was sent\. Download/,
			'https://ada:secret@elsewhere.example/log':
				/^faultline: The address on elsewhere\.example contains a name or a password: give it without them\./,
			'https://[': /^faultline: https:\/\/\[ is no address of a log\./,
		};
		for (const [address, expected] of Object.entries(refusals)) {
			const { code, stderr } = await ci('--log', address);
			assert.equal(code, 1);
			assert.match(stderr, expected);
		}
	});

	it('says so if no job has failed', async () => {
		jobs.failed = false;
		assert.deepEqual(await ci('--branch', 'main'), {
			...{ code: 0, stdout: '' },
			stderr: 'No job of the branch main has failed in octo/shop.\n',
		});
	});

	it('says how to sign in if the log is refused', async () => {
		jobs.logStatus = 403;
		const { code, stderr } = await ci();
		assert.equal(code, 1);
		assert.match(
			stderr,
			/GitHub does not accept the token for the jobs of octo\/shop\. Sign in to GitHub, or set GITHUB_TOKEN/,
		);
	});

	it('locates a log that is given as an issue', async () => {
		const { code, stdout, stderr } = await faultlineCli(['locate', '--json', '--issue', folder.path('job.log')], {
			cwd: folder.path('project'),
			env: { FAULTLINE_STORAGE: folder.path('storage') },
		});
		assert.equal(code, 0);
		assert.match(stderr, /The issue is the log of a CI job/);
		const { issue, locations } = JSON.parse(stdout);
		assert.match(issue.title, /^cart › adds up fails: TypeError|^TypeError/);
		assert.equal(locations[0].file, 'lib/cart.js');
	});
});
