import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { fetchIssue } from '../../src/history/node/servers/fetchIssue';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';
import { UserError } from '../../src/system/pure/errors/userError';
import { TestPages } from '../support/testPages';

const megabyte = 1024 * 1024;
/** Gzip members one after the other are one stream. */
const bomb = Buffer.concat(Array(60).fill(gzipSync(Buffer.alloc(10 * megabyte, 'x'))));
const token = 'token-of-the-user-123';

describe('a server that answers with something other than an issue', () => {
	const pages = new TestPages();
	const issueAt = (url: string, options = {}) =>
		fetchIssue(readIssueUrl(url) ?? assert.fail(`${url} is no address`), { token, ...options });
	const services: [name: string, fetchHere: (options?: object) => Promise<unknown>][] = [
		['GitHub', options => issueAt('https://github.com/a/b/issues/1', { api: pages.origin, ...options })],
		['GitLab', options => issueAt(`${pages.origin}/a/b/-/issues/1`, options)],
	];
	const json = { 'content-type': 'application/json' };
	const sending = (body: string, headers: Readonly<Record<string, string>> = json) => {
		pages.always(200, body, headers);
	};
	/** Writes pieces until the client takes no more. Counts the bytes in `nSent`. */
	let nSent = 0;
	const sendingForever = (response: ServerResponse, piece: Buffer) => {
		response.on('error', () => undefined);
		const more = () => {
			do {
				nSent += piece.length;
			} while (response.write(piece));
			response.once('drain', more);
		};
		more();
	};
	beforeEach(() => {
		nSent = 0;
	});

	const answers: [what: string, arrange: () => void, message: RegExp][] = [
		['a web page', () => sending('<html>Sign in</html>', { 'content-type': 'text/html' }), /answer with an issue/],
		['a page that is called JSON', () => sending('<html>Sign in</html>'), /answer with an issue/],
		['JSON that is called text', () => sending('{"title":"x"}', { 'content-type': 'text/plain' }), /with an issue/],
		['damaged JSON', () => sending('{"title":"x"'), /answer with an issue/],
		['an empty object', () => sending('{}'), /answer with an issue/],
		['a list', () => sending('[{"title":"x"}]'), /answer with an issue/],
		['null', () => sending('null'), /answer with an issue/],
		['a title that is an object', () => sending('{"title":{"a":1}}'), /answer with an issue/],
		[
			'a text that is a list',
			() => sending('{"title":"x","body":["y"],"description":["y"]}'),
			/does not answer with an issue\. Check the address, or give the text/,
		],
		['JSON that is a million levels deep', () => sending(`${'['.repeat(1e6)}${']'.repeat(1e6)}`), /with an issue/],
		[
			'a body that is cut off',
			() => {
				pages.answer = (_request, response) => {
					response.writeHead(200, { ...json, 'content-length': '1000' });
					response.write('{"title":"x",', () => response.destroy());
				};
			},
			/cannot be reached \(.+\)\. Check the network, or give the text of the issue/,
		],
		[
			'a body without an end',
			() => {
				pages.answer = (_request, response) => {
					response.writeHead(200, json);
					sendingForever(response, Buffer.alloc(64 * 1024, 'x'));
				};
			},
			/sent more than 8 MB in one answer\. .*give the text of the issue/,
		],
		[
			'600 MB in a few hundred compressed KB',
			() => {
				pages.answer = (_request, response) => {
					response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
					response.on('error', () => undefined).end(bomb);
				};
			},
			/sent more than 8 MB in one answer/,
		],
		['an unknown status', () => pages.always(799, '{"title":"x"}', json), /answers with the unknown status 799/],
	];
	for (const [service, fetchHere] of services) {
		for (const [what, arrange, message] of answers) {
			it(`is reported as such: ${what}, in place of an issue on ${service}`, async () => {
				arrange();
				await assert.rejects(
					fetchHere(),
					error => error instanceof UserError && message.test(error.message) && !error.message.includes(token),
				);
				assert.ok(nSent < 100 * megabyte, `${nSent} bytes were taken`);
			});
		}

		it(`is left before its answer grows: 600 MB in place of an issue on ${service}`, async () => {
			pages.answer = (_request, response) => {
				response.writeHead(200, { ...json, 'content-length': String(600 * megabyte) });
				sendingForever(response, Buffer.alloc(megabyte, 'x'));
			};
			await assert.rejects(fetchHere(), /sent more than 8 MB/);
			assert.ok(nSent < 100 * megabyte, `${nSent} bytes were taken`);
		});

		it(`gets no token that is no header, and none is shown, for ${service}`, async () => {
			await assert.rejects(
				fetchHere({ token: 'first-line\nsecond-line' }),
				error =>
					error instanceof UserError && /such as a line break/.test(error.message) && !/-line/.test(String(error)),
			);
			assert.equal(pages.requests.length, 0);
		});
	}
});
