import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { zoektServer } from '../../src/code/node/codeSearch/zoektServer';
import { type OutgoingWords, outgoingWords } from '../../src/code/pure/codeSearch/outgoingWords';
import { fetchIssue } from '../../src/history/node/servers/fetchIssue';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';
import { myIssues } from '../../src/history/node/servers/myIssues';
import { listModels } from '../../src/models/node/listModels';
import type { ModelEndpoint } from '../../src/models/node/modelEndpoint';
import { createOpenAiModel } from '../../src/models/node/openAiModel';
import { serverContext } from '../../src/models/node/serverContext';
import { GithubApi } from '../../src/patches/node/githubApi';
import { passed } from '../support/passed';
import { TestPages } from '../support/testPages';

const key = 'key-of-the-user-1234567890';
const headers = { 'x-gateway-token': 'gateway-token-987654' };
const issueText = 'The invoice of ACME is wrong';
const { signal } = new AbortController();
const searchedWords = outgoingWords(issueText) as OutgoingWords;

describe('a redirect to another server', () => {
	const pages = new TestPages();
	let target: Server;
	/** Everything that arrived at the target, as it came over the wire. */
	let arrived: string[];

	beforeEach(async () => {
		arrived = [];
		target = createServer(socket => {
			arrived.push('a connection');
			socket.on('error', () => undefined).on('data', bytes => arrived.push(bytes.toString()));
			socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
		}).listen(0);
		await once(target, 'listening');
	});
	afterEach(() => {
		target.close();
	});

	const host = () => {
		const address = target.address();
		return `localhost:${typeof address === 'object' ? address?.port : ''}`;
	};
	const endpoint = (azure?: string): ModelEndpoint => ({
		...({ baseUrl: `${pages.origin}/v1`, model: 'small-1', replyForm: 'tools', apiKey: key, headers } as const),
		...(azure !== undefined && { azureApiVersion: azure }),
	});
	const chat = (azure?: string) =>
		createOpenAiModel(endpoint(azure)).complete({ messages: passed({ role: 'user', text: issueText }), signal });
	const github = () => new GithubApi({ origin: pages.origin, api: pages.origin, token: key }, signal);
	const issueAt = (url: string) => readIssueUrl(url) ?? assert.fail(`${url} is no address`);

	const callers: [what: string, call: () => Promise<unknown>][] = [
		['of a model', () => chat()],
		['of a model at Azure', () => chat('2024-10-21')],
		[
			'of an issue on GitHub',
			() => fetchIssue(issueAt('https://github.com/a/b/issues/1'), { api: pages.origin, token: key }),
		],
		['of a code search', () => zoektServer({ address: pages.origin }).filesWith(searchedWords, signal)],
		['of the issues of a user', () => myIssues({ project: 'a/b', user: 'ann', token: key, api: pages.origin, signal })],
		['of a repository', () => github().repository('a/b')],
		[
			'of a new pull request',
			() => github().open({ project: 'a/b', base: 'main', head: 'a:b', title: issueText, body: issueText }),
		],
		['of an issue on GitLab', () => fetchIssue(issueAt(`${pages.origin}/a/b/-/issues/1`), { token: key })],
	];
	const quietCallers: [what: string, call: () => Promise<unknown>, answer: unknown][] = [
		['of the list of models', () => listModels(endpoint(), signal), 'silent'],
		['of the context window of a model', () => serverContext(endpoint(), signal), undefined],
	];
	for (const status of [301, 302, 303, 307, 308]) {
		const redirecting = () => pages.always(status, '', { location: `http://${host()}/v1?key=${key}` });

		for (const [what, call] of callers) {
			it(`receives nothing ${what} (${status})`, async () => {
				redirecting();
				const error = await call().then(() => assert.fail('answered'), String);
				assert.ok(error.includes(`redirects to http://${host()} (${status})`), error);
				for (const secret of [key, headers['x-gateway-token'], issueText]) {
					assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(secret), error);
				}
				assert.deepEqual(arrived, []);
				assert.equal(pages.requests.length, 1);
			});
		}

		for (const [what, call, answer] of quietCallers) {
			it(`receives nothing ${what} (${status})`, async () => {
				redirecting();
				assert.equal(await call(), answer);
				assert.deepEqual(arrived, []);
				assert.notEqual(pages.requests.length, 0);
			});
		}
	}

	it('is reported without what is no address of a server', async () => {
		for (const location of ['http://[', 'javascript:alert(1)', '']) {
			pages.always(302, '', { location });
			await assert.rejects(chat(), /redirects to an unknown address \(302\)/);
		}
		pages.always(302, '', { location: 'https://user:pass@example.org/path' });
		await assert.rejects(chat(), /redirects to https:\/\/example\.org \(302\)/);
	});

	it('is not followed within the same server either, where a model is asked', async () => {
		pages.always(307, '', { location: '/v2/chat/completions' });
		await assert.rejects(chat(), /redirects to http:\/\/127\.0\.0\.1:\d+ \(307\)/);
		assert.equal(pages.requests.length, 1);
	});
});
