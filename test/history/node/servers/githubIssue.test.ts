import assert from 'node:assert/strict';
import { fetchIssue } from '../../../../src/history/node/servers/fetchIssue';
import { IssueRefused } from '../../../../src/history/node/servers/issueRefused';
import { readIssueUrl } from '../../../../src/history/node/servers/issueServers';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { TestPages } from '../../../support/testPages';

describe('fetchIssue from GitHub', () => {
	const pages = new TestPages();
	const answering = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
		pages.always(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
	const url = 'https://github.com/some-owner/some.repo/issues/12';
	const fetchFrom = (address: string, options = {}) =>
		fetchIssue(readIssueUrl(address) ?? assert.fail(`${address} is no address`), {
			api: pages.origin,
			...options,
		});
	const fails = (message: RegExp, options = {}) =>
		assert.rejects(fetchFrom(url, options), error => error instanceof UserError && message.test(error.message));

	for (const address of [
		url,
		`  ${url}\n`,
		`${url}#issuecomment-34`,
		`${url}/?a=b#c`,
		'github.com/some-owner/some.repo/issues/12',
		'http://www.github.com/some-owner/some.repo/pull/12/files',
	]) {
		it(`asks for the issue of ${address.trim()}`, async () => {
			answering(200, { title: 'Crash', body: 'It crashes.\r\n' });
			assert.deepEqual(await fetchFrom(address), {
				title: 'Crash',
				body: 'It crashes.\r\n',
				source: { kind: 'url', ref: address.trim() },
			});
			assert.deepEqual(
				pages.requests.map(request => `${request.method} ${request.url}`),
				['GET /repos/some-owner/some.repo/issues/12'],
			);
			assert.equal(pages.requests[0]?.headers.authorization, undefined);
		});
	}

	it('follows the server to the new place of a project, with the token', async () => {
		pages.answer = (request, response) => {
			const isMoved = request.url === '/repositories/7/issues/12';
			response.writeHead(isMoved ? 200 : 301, {
				'content-type': 'application/json',
				...(!isMoved && { location: `${pages.origin}/repositories/7/issues/12` }),
			});
			response.end(JSON.stringify(isMoved ? { title: 'Crash', body: 'x' } : { message: 'Moved Permanently' }));
		};
		assert.equal((await fetchFrom(url, { token: 'secret-token' })).title, 'Crash');
		assert.deepEqual(
			pages.requests.map(({ headers }) => headers.authorization),
			['Bearer secret-token', 'Bearer secret-token'],
		);
	});

	it('does not follow a circle of redirects', async () => {
		pages.always(301, '', { location: '/' });
		await fails(/redirects to http:\/\/127\.0\.0\.1:\d+ \(301\), where nothing was sent\. Give the current address/);
		assert.equal(pages.requests.length, 6);
	});

	it('takes an issue without a text', async () => {
		answering(200, { title: 'Crash', body: null });
		assert.equal((await fetchFrom(url)).body, '');
	});

	it('sends the token, and never prints it', async () => {
		answering(200, { title: 'Crash', body: '' });
		await fetchFrom(url, { token: 'secret-token' });
		assert.equal(pages.requests[0]?.headers.authorization, 'Bearer secret-token');
		answering(401, { message: 'Bad credentials' });
		await assert.rejects(
			fetchFrom(url, { token: 'secret-token' }),
			error =>
				error instanceof UserError && /not accept the token/.test(error.message) && !/secret/.test(String(error)),
		);
	});

	it('states what to do for a missing or private issue', async () => {
		answering(404, { message: 'Not Found' });
		await fails(
			/no issue at https:\/\/github\.com\/some-owner\/some\.repo\/issues\/12, or it is private: then sign in/,
		);
	});

	it('distinguishes refusals that a sign-in may resolve from others', async () => {
		for (const [status, mayEnd] of [
			[401, true],
			[403, true],
			[404, true],
			[429, true],
			[410, false],
			[502, false],
		] as const) {
			answering(status, { message: 'no' });
			await assert.rejects(fetchFrom(url), error => error instanceof IssueRefused === mayEnd);
		}
	});

	it('asks no address that is not https', async () => {
		await fails(/Refusing plain http for http:\/\/api\.example\.org: use the https address/, {
			api: 'http://api.example.org',
		});
	});

	it('reports until when the rate limit applies', async () => {
		answering(403, { message: 'limit' }, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000000' });
		await fails(/rate limit reached; retry after 2027-01-15T08:00:00\.000Z\. Sign in to GitHub or set GITHUB_TOKEN/);
		answering(429, { message: 'slow down' }, { 'retry-after': '60' });
		await fails(/rate limit reached; retry in 60 s/);
		answering(403, { message: 'SSO' }, { 'x-ratelimit-remaining': '10' });
		await fails(/forbids reading .*issues\/12\. Sign in with an account that may/);
	});

	it('reports it when the issue was deleted or GitHub is broken', async () => {
		answering(410, { message: 'deleted' });
		await fails(/was deleted/);
		answering(502, 'Bad Gateway');
		await fails(/could not answer \(502\)\. Try again later/);
	});

	it('reports it when there is no network', async () => {
		pages.answer = request => request.socket.destroy();
		await fails(/GitHub cannot be reached \(.+\)\. Check the network/);
	});

	it('ends with the reason of the signal', async () => {
		const controller = new AbortController();
		pages.answer = () => controller.abort(new Error('enough'));
		await assert.rejects(fetchFrom(url, { signal: controller.signal }), /^Error: enough$/);
	});
});
