import assert from 'node:assert/strict';
import { fetchIssue } from '../../../../src/history/node/servers/fetchIssue';
import { IssueRefused } from '../../../../src/history/node/servers/issueRefused';
import { readIssueUrl } from '../../../../src/history/node/servers/issueServers';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { TestPages } from '../../../support/testPages';

describe('fetchIssue from GitLab', () => {
	const pages = new TestPages();
	const fetchFrom = (url: string, options = {}) =>
		fetchIssue(readIssueUrl(url) ?? assert.fail(`${url} is no address`), options);
	const fetchHere = (options = {}) => fetchFrom(`${pages.origin}/group/sub/tally/-/issues/12`, options);
	const fails = (message: RegExp, mayHelp: boolean, options = {}) =>
		assert.rejects(
			fetchHere(options),
			error => error instanceof UserError && error instanceof IssueRefused === mayHelp && message.test(error.message),
		);

	const answering = (body: unknown) =>
		pages.always(200, JSON.stringify(body), { 'content-type': 'application/json; charset=utf-8' });

	it('asks the API of the server for title and description', async () => {
		answering({ title: 'Crash', description: 'It crashes.\r\n', web_url: 'x' });
		const url = `${pages.origin}/group/sub/tally/-/issues/12#note_3`;
		assert.deepEqual(await fetchFrom(url), {
			title: 'Crash',
			body: 'It crashes.\r\n',
			source: { kind: 'url', ref: url },
		});
		assert.equal(pages.requests[0]?.url, '/api/v4/projects/group%2Fsub%2Ftally/issues/12');
		assert.equal(pages.requests[0]?.headers['private-token'], undefined);
	});

	it('takes a merge request, and an issue without a description', async () => {
		answering({ title: 'Fix', description: null });
		assert.equal((await fetchFrom(`${pages.origin}/a/b/-/merge_requests/3`)).body, '');
		assert.equal(pages.requests[0]?.url, '/api/v4/projects/a%2Fb/merge_requests/3');
	});

	it('sends the token, and never prints it', async () => {
		answering({ title: 'Crash' });
		await fetchHere({ token: 'secret-token' });
		assert.equal(pages.requests[0]?.headers['private-token'], 'secret-token');
		pages.always(401, '{"message":"401 Unauthorized"}');
		await fails(/^(?!.*secret).*does not accept the token/, true, { token: 'secret-token' });
	});

	it('states what to do when it is refused', async () => {
		pages.always(401, '{}');
		await fails(/127\.0\.0\.1:\d+ requires a token with the scope read_api to read .*issues\/12/, true);
		pages.always(403, '{}');
		await fails(/forbids reading .*issues\/12\. Give a token/, true);
		pages.always(404, '{"message":"404 Project Not Found"}');
		await fails(/no issue at .*issues\/12, or it is private: then give a token/, true);
		pages.always(429, '', { 'retry-after': '60' });
		await fails(/rate limit reached; retry in 60 s/, false);
		pages.always(503, 'down');
		await fails(/could not answer \(503\)\. Try again later/, false);
	});

	it('reports it when there is no network', async () => {
		pages.answer = request => request.socket.destroy();
		await fails(/^127\.0\.0\.1:\d+ cannot be reached \(.+\)\. Check the network/, false);
	});

	it('asks no server without https but this machine', async () => {
		await assert.rejects(fetchFrom('http://gitlab.example.org/a/b/-/issues/1'), /Refusing plain http/);
	});

	it('ends with the reason of the signal', async () => {
		const controller = new AbortController();
		pages.answer = () => controller.abort(new Error('enough'));
		await assert.rejects(fetchHere({ signal: controller.signal }), /^Error: enough$/);
	});
});
