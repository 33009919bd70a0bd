import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IssueRefused } from '../../../../src/history/node/servers/issueRefused';
import { myIssues } from '../../../../src/history/node/servers/myIssues';

/** Against a stand-in for GitHub's list of issues. */
describe('the issues of a user on GitHub', () => {
	let server: Server;
	let api: string;
	let status = 200;
	let asked: string[] = [];

	const issue = (number: number, day: number, more: object = {}) => ({
		...{ number, title: `Issue ${number}`, body: null, html_url: `https://github.com/a/b/issues/${number}` },
		...{ updated_at: `2026-01-0${day}T00:00:00Z`, ...more },
	});
	const answers: Readonly<Record<string, readonly object[]>> = {
		assignee: [issue(3, 3, { body: 'It crashes.' }), issue(1, 1)],
		creator: [issue(1, 1), issue(7, 5, { pull_request: {} })],
		mentioned: [issue(2, 4), { number: 'x' }],
	};
	const read = (options: Partial<Parameters<typeof myIssues>[0]> = {}) =>
		myIssues({ project: 'a/b', user: 'ann', token: 't0ken', api, ...options });

	beforeEach(async () => {
		status = 200;
		asked = [];
		server = createServer((request, response) => {
			const { searchParams, pathname } = new URL(request.url ?? '', 'http://localhost');
			asked.push(`${pathname} ${searchParams} ${request.headers.authorization}`);
			const name = Object.keys(answers).find(each => searchParams.get(each) === 'ann') ?? '';
			response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '60' });
			response.end(JSON.stringify(answers[name]));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	it('are those assigned, created and mentioning, each once, the newest first, without pull requests', async () => {
		const found = await read();
		assert.deepEqual(
			found.map(({ number, relations }) => [number, relations.join()]),
			[
				[2, 'mentioned'],
				[3, 'assigned'],
				[1, 'assigned,created'],
			],
		);
		const source = { kind: 'url', ref: 'https://github.com/a/b/issues/3' };
		assert.deepEqual(found[1]?.issue, { title: 'Issue 3', body: 'It crashes.', source });
	});

	it('are asked for with the token, for this project and open ones only', async () => {
		await read();
		assert.equal(asked.length, 3);
		for (const request of asked) {
			assert.match(request, /^\/repos\/a\/b\/issues state=open&sort=updated&per_page=100&\w+=ann Bearer t0ken$/);
		}
	});

	for (const [code, isRefused, message] of [
		[401, true, /does not accept the sign-in\. Sign in again/],
		[403, true, /rate limit reached; retry in 60 s\. Sign in with another account, or paste/],
		[404, true, /a\/b does not exist on GitHub, or this account may not see it/],
		[410, false, /a\/b has no issues on GitHub\. Paste the text/],
		[500, false, /could not answer \(500\)\. Try again later, or paste/],
	] as const) {
		it(`state what to do where the server answers ${code}`, async () => {
			status = code;
			await assert.rejects(read(), (error: Error) => {
				assert.equal(error instanceof IssueRefused, isRefused);
				assert.match(error.message, message);
				return true;
			});
		});
	}

	it('state what to do without a network', async () => {
		server.closeAllConnections();
		server.close();
		await assert.rejects(read(), /GitHub cannot be reached \(.*\)\. Check the network, or paste the text of the issue/);
	});

	it('end when that is cancelled', async () => {
		await assert.rejects(read({ signal: AbortSignal.abort(new Error('cancelled')) }), /cancelled/);
	});
});
