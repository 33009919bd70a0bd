import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { zoektServer } from '../../src/code/node/codeSearch/zoektServer';
import { type OutgoingWords, outgoingWords } from '../../src/code/pure/codeSearch/outgoingWords';
import { fetchIssue } from '../../src/history/node/servers/fetchIssue';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';
import { myIssues } from '../../src/history/node/servers/myIssues';
import { GithubApi } from '../../src/patches/node/githubApi';
import { UserError } from '../../src/system/pure/errors/userError';
import { TestPages } from '../support/testPages';

const token = 'token-of-the-user-1234567890';
const words = outgoingWords('first') as OutgoingWords;
const json = { 'content-type': 'application/json' };
const megabyte = 1024 * 1024;

describe('a server that is broken', () => {
	const pages = new TestPages();
	const never = new AbortController().signal;

	/** What asks a server, and what its error advises. */
	const callers = (
		signal = never,
	): Readonly<Record<string, readonly [call: () => Promise<unknown>, advice: RegExp]>> => {
		const { origin } = pages;
		const issueAt = (url: string) => fetchIssue(readIssueUrl(url) ?? assert.fail(url), { api: origin, token, signal });
		const api = () => new GithubApi({ origin, api: origin, token }, signal);
		const pull = /Check|[Tt]ry again|Sign in|use a token|not find/;
		const issue = /Try again|give the text of the issue instead|Sign in|Check|Give a/;
		return {
			'an issue on GitHub': [() => issueAt('https://github.com/a/b/issues/1'), issue],
			'an issue on GitLab': [() => issueAt(`${origin}/a/b/-/issues/1`), issue],
			'my issues': [
				() => myIssues({ project: 'a/b', user: 'ann', token, api: origin, signal }),
				/[Tt]ry again|[Pp]aste|Sign in/,
			],
			'code search': [
				() => zoektServer({ address: origin }).filesWith(words, signal),
				/only files read here were searched/i,
			],
			'a repository': [() => api().repository('a/b'), pull],
			'the state of an issue': [() => api().issue('a/b', 1), pull],
			'the messages of commits': [() => api().messages('a/b', 'main'), pull],
			'a pull request': [() => api().findPullRequest({ project: 'a/b', head: 'a:b' }), pull],
			'a new pull request': [() => api().open({ project: 'a/b', base: 'm', head: 'a:b', title: 't', body: '' }), pull],
			'a fork': [() => api().fork('a/b'), pull],
		};
	};

	/** The error of each caller, after what all of them must have was checked. */
	const errors = (): Promise<readonly string[]> => {
		const found = Object.entries(callers()).map(async ([name, [call, advice]]) => {
			const error = await call().then(
				value => assert.fail(`${name}: ${inspect(value)}`),
				(thrown: unknown) => thrown,
			);
			assert.ok(error instanceof UserError, `${name}: ${inspect(error)}`);
			assert.match(error.message, advice, name);
			assert.ok(error.message.length < 700, `${name}: ${error.message.length}`);
			assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes(token), name);
			return error.message;
		});
		return Promise.all(found);
	};

	const wrong: readonly (readonly [what: string, body: string | Uint8Array, type?: string])[] = [
		['a page', '<!DOCTYPE html><title>Sign in</title>', 'text/html'],
		['a page that calls itself JSON', '<!DOCTYPE html><title>Sign in</title>'],
		['JSON that is cut', '{"title":"x","number":1,"full_name":"a/b","Result":{"Files":['],
		['nothing', ''],
		['null', 'null'],
		['a number', '7'],
		['a text', '"title"'],
		['a list of wrong things in place of an object, or an object in place of a list', '{"message":"ok"}'],
		['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80])],
		[
			'fields of other types',
			'{"title":7,"body":[],"description":{},"Result":"x","full_name":[],"default_branch":1,"state":2,"html_url":3}',
		],
		['text with the type of none', '\u0000\u0001', 'application/octet-stream'],
	];
	for (const [what, body, type = 'application/json'] of wrong) {
		it(`is named where it answers with ${what}`, async () => {
			pages.answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end(body);
			for (const message of await errors()) {
				assert.doesNotMatch(message, /cannot be reached|DOCTYPE|JSON at|Unexpected/, message);
			}
		});
	}

	for (const status of [500, 502, 503, 504, 529]) {
		it(`has what to do in the error of each caller where it answers ${status}`, async () => {
			pages.always(status, '<html>Bad gateway</html>', { 'content-type': 'text/html' });
			for (const message of await errors()) {
				assert.ok(message.includes(`${status}`), message);
				assert.doesNotMatch(message, /<html>/);
			}
		});
	}

	const soon = new Date(Date.now() + 43_200_000).toUTCString();
	for (const [header, shown] of [
		['60', /in 60 s/],
		['0', /in 0 s/],
		// Half a day after these tests were loaded.
		[soon, /in (?:39|4[0-3])\d{3} s/],
		['-5', /later|Try again/],
		['999999999999', /later|Try again/],
		['1e999', /later|Try again/],
		['Infinity', /later|Try again/],
		['soon', /later|Try again/],
		['Fri, 31 Dec 9999 23:59:59 GMT', /later|Try again/],
		['1'.repeat(5000), /later|Try again/],
	] as const) {
		it(`is left for as long as it asks for, where that is a time: ${header.slice(0, 40)}`, async () => {
			pages.always(429, '{"message":"slow down"}', { ...json, 'retry-after': header });
			for (const message of await errors()) {
				assert.doesNotMatch(message, /in -|NaN|Infinity|9999|GMT|1111/, message);
				if (/rate limit/.test(message)) {
					assert.match(message, shown);
				}
			}
		});
	}

	const drops: readonly (readonly [what: string, answer: (response: ServerResponse) => void])[] = [
		['before its answer', response => void response.destroy()],
		[
			'in its answer',
			response => {
				response.writeHead(200, { ...json, 'content-length': '1000' });
				response.write('{"title":"x","state":"open","full_name":"a/b"', () => response.socket?.resetAndDestroy());
			},
		],
		[
			'in a chunked answer',
			response => {
				response.writeHead(200, json);
				response.write('[{"commit":{"message":"x"}}', () => response.socket?.resetAndDestroy());
			},
		],
		[
			'in a compressed answer',
			response => void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('no gzip'),
		],
	];
	for (const [what, answer] of drops) {
		it(`is named where the connection ends ${what}`, async () => {
			pages.answer = (_request, response) => answer(response);
			for (const message of await errors()) {
				assert.match(message, /cannot be reached \(.+\)/, message);
			}
		});
	}

	it('is not believed where its compressed answer is cut', async () => {
		const whole = gzipSync(JSON.stringify({ title: 'x', state: 'open', Result: { FileCount: 0 }, full_name: 'a/b' }));
		pages.answer = (_request, response) =>
			response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(whole.subarray(0, 40));
		await errors();
	});

	it('is left at its limit where its answer is a gigabyte once it is unpacked', async () => {
		const packed = gzipSync(Buffer.alloc(64 * megabyte, '0'));
		const gigabyte = Buffer.concat(Array.from({ length: 16 }, () => packed));
		pages.answer = (_request, response) =>
			response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gigabyte);
		const before = process.memoryUsage().rss;
		for (const message of await errors()) {
			assert.match(message, /sent more than \d+ MB in one answer/);
		}
		// Ten answers, of which each has its limit.
		const grown = process.memoryUsage().rss - before;
		assert.ok(grown < 1024 * megabyte, `${grown / megabyte} MB`);
	});

	it('is left at once when that is cancelled, also while it drips', async () => {
		pages.answer = (_request, response) => {
			response.writeHead(200, json);
			const dripping = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(dripping));
		};
		const cancel = new AbortController();
		const calls = Object.values(callers(cancel.signal)).map(([call]) => call());
		while (pages.requests.length < calls.length) {
			await new Promise(resolve => setTimeout(resolve, 5));
		}
		const cancelled = new Error('cancelled');
		cancel.abort(cancelled);
		for (const call of calls) {
			await assert.rejects(call, error => error === cancelled);
		}
	});

	it('gets no token over plain http', async () => {
		const api = 'http://github.example.org';
		await assert.rejects(myIssues({ project: 'a/b', user: 'ann', token, api }), /Refusing plain http/);
		assert.throws(() => new GithubApi({ origin: api, api, token }, never), /Refusing plain http/);
	});
});
