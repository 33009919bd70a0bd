import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../../src/core/util/userError';
import { fetchIssue } from '../../../src/node/issues/fetchIssue';
import { readIssueUrl } from '../../../src/node/issues/issueAddress';
import { IssueRefused } from '../../../src/node/issues/issueRefused';

describe('fetchIssue from GitLab', () => {
	let server: Server;
	let origin: string;
	let answer: (request: IncomingMessage, response: ServerResponse) => void;
	let requests: IncomingMessage[];

	beforeEach(async () => {
		requests = [];
		server = createServer((request, response) => {
			requests.push(request);
			answer(request, response);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	const answering = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) => {
		answer = (_request, response) => {
			response.writeHead(status, headers);
			response.end(body);
		};
	};
	const fetchFrom = (url: string, options = {}) =>
		fetchIssue(readIssueUrl(url) ?? assert.fail(`${url} is no address`), options);
	const fetchHere = (options = {}) => fetchFrom(`${origin}/group/sub/tally/-/issues/12`, options);
	const fails = (message: RegExp, mayHelp: boolean, options = {}) =>
		assert.rejects(
			fetchHere(options),
			error => error instanceof UserError && error instanceof IssueRefused === mayHelp && message.test(error.message),
		);

	it('asks the API of the server for title and description', async () => {
		answering(200, JSON.stringify({ title: 'Crash', description: 'It crashes.\r\n', web_url: 'x' }));
		const url = `${origin}/group/sub/tally/-/issues/12#note_3`;
		assert.deepEqual(await fetchFrom(url), {
			title: 'Crash',
			body: 'It crashes.\r\n',
			source: { kind: 'url', ref: url },
		});
		assert.equal(requests[0]?.url, '/api/v4/projects/group%2Fsub%2Ftally/issues/12');
		assert.equal(requests[0]?.headers['private-token'], undefined);
	});

	it('takes a merge request, and an issue without a description', async () => {
		answering(200, JSON.stringify({ title: 'Fix', description: null }));
		assert.equal((await fetchFrom(`${origin}/a/b/-/merge_requests/3`)).body, '');
		assert.equal(requests[0]?.url, '/api/v4/projects/a%2Fb/merge_requests/3');
	});

	it('sends the token, and never tells it', async () => {
		answering(200, JSON.stringify({ title: 'Crash' }));
		await fetchHere({ token: 'secret-token' });
		assert.equal(requests[0]?.headers['private-token'], 'secret-token');
		answering(401, '{"message":"401 Unauthorized"}');
		await fails(/^(?!.*secret).*does not accept the token/, true, { token: 'secret-token' });
	});

	it('does not take the token along to another address', async () => {
		answering(302, '', { location: `${origin}/elsewhere` });
		await fails(/sends on to another address \(302\): the project moved/, false, { token: 'secret-token' });
		assert.equal(requests.length, 1);
	});

	it('says what to do when it is refused', async () => {
		answering(401, '{}');
		await fails(/127\.0\.0\.1:\d+ wants a token before it tells of .*issues\/12: one with the scope read_api/, true);
		answering(403, '{}');
		await fails(/forbids reading .*issues\/12\. Give a token/, true);
		answering(404, '{"message":"404 Project Not Found"}');
		await fails(/no issue at .*issues\/12, or it is private: then give a token/, true);
		answering(429, '', { 'retry-after': '60' });
		await fails(/wants no more requests for 60 seconds/, false);
		answering(503, 'down');
		await fails(/could not answer \(503\)\. Try again later/, false);
	});

	it('says so when the server is no GitLab', async () => {
		for (const page of ['<html>Welcome</html>', '[]', '{"title":3}']) {
			answering(200, page);
			await fails(/does not answer as GitLab does/, false);
		}
	});

	it('reads no answer without an end', async () => {
		answer = (_request, response) => {
			response.on('error', () => undefined);
			const more = () => {
				while (response.write('x'.repeat(100_000))) {
					// Until nobody takes more for now.
				}
				response.once('drain', more);
			};
			more();
		};
		await fails(/is too long/, false);
	});

	it('says so when there is no network', async () => {
		answer = request => request.socket.destroy();
		await fails(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached \(.+\)\. Check the network/, false);
	});

	it('asks no server without https but this machine', async () => {
		await assert.rejects(fetchFrom('http://gitlab.example.org/a/b/-/issues/1'), /is not asked, as it is not https/);
	});

	it('ends with the reason of the signal', async () => {
		const controller = new AbortController();
		answer = () => controller.abort(new Error('enough'));
		await assert.rejects(fetchHere({ signal: controller.signal }), /^Error: enough$/);
	});
});
