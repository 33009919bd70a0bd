import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { zoektQuery, zoektServer } from '../../../../src/code/node/codeSearch/zoektServer';
import { type OutgoingWords, outgoingWords } from '../../../../src/code/pure/codeSearch/outgoingWords';
import type { NeededText } from '../../../../src/code/pure/index/trigrams/neededText';
import { TestPages } from '../../../support/testPages';

function words(needed: NeededText): OutgoingWords {
	const passed = outgoingWords(needed);
	assert.ok(passed !== undefined && passed !== 'secret');
	return passed;
}

/** A file as Zoekt's JSON API lists it: the line is the file's name, as it was asked for names. */
const file = (FileName: string) => ({
	FileName,
	Repository: 'github.com/a/b',
	LineMatches: [{ Line: Buffer.from(FileName).toString('base64'), LineNumber: 0, FileName: true }],
	Checksum: 'GmhFpPMosEU=',
	Score: 7.5,
});

const many = Array.from({ length: 400 }, (_, at) => file(`${at}.c`));

describe('a Zoekt server', () => {
	const pages = new TestPages();
	const json = { 'content-type': 'application/json' };
	/** Answers as the server does, and keeps what it was sent. */
	const answer = (value: unknown, status = 200) => {
		const sent: Promise<string>[] = [];
		pages.answer = (request: IncomingMessage, response) => {
			sent.push(text(request));
			response.writeHead(status, json).end(JSON.stringify(value));
		};
		return sent;
	};
	const ask = (limits = {}) => zoektServer({ address: pages.origin }, limits).filesWith(words('first thing'));

	it('is asked for the names of files, by its documented API', async () => {
		const sent = answer({ Result: { FileCount: 2, Files: [file('a/x.c'), file('b/y.c'), file('a/x.c')] } });
		assert.deepEqual(await ask(), { paths: ['a/x.c', 'b/y.c'], isAll: true });
		const [request] = pages.requests;
		assert.equal(`${request?.method} ${request?.url}`, 'POST /api/search');
		assert.deepEqual(JSON.parse((await sent[0]) ?? ''), {
			Q: 'type:filename case:no content:"first" content:"thing"',
			Opts: { MaxDocDisplayCount: 300, MaxWallTime: 10_000_000_000 },
		});
		assert.deepEqual(
			Object.keys(request?.headers ?? {}).filter(name => /auth|cookie|token/.test(name)),
			[],
		);
	});

	for (const [what, result, expected] of [
		['no file', { FileCount: 0, Files: null }, { paths: [], isAll: true }],
		['no list', { FileCount: 0 }, { paths: [], isAll: true }],
		['more than it lists', { FileCount: 9, Files: [file('a.c')] }, { paths: ['a.c'], isAll: false }],
		['other things', { Files: [1, null, {}, { FileName: '' }, { FileName: 7 }] }, { paths: [], isAll: false }],
		['a number that is none', { FileCount: '9', Files: [file('a.c')] }, { paths: ['a.c'], isAll: false }],
		[
			'no time for all of it',
			{ FileCount: 1, ShardsSkipped: 3, Files: [file('a.c')] },
			{ paths: ['a.c'], isAll: false },
		],
		['crashed in a part', { FileCount: 1, Crashes: 1, Files: [file('a.c')] }, { paths: ['a.c'], isAll: false }],
		[
			'more than it was asked for',
			{ FileCount: 400, Files: many },
			{ paths: many.slice(0, 300).map(each => each.FileName), isAll: false },
		],
	] as const) {
		it(`may have ${what}`, async () => {
			answer({ Result: result });
			assert.deepEqual(await ask(), expected);
		});
	}

	const failures: [what: string, arrange: () => void, message: RegExp][] = [
		[
			'an error',
			() => answer({ Error: 'error parsing regexp' }, 400),
			/could not search \(400\): only files read here/,
		],
		['another API', () => answer({ results: [] }), /does not answer as Zoekt does/],
		['no list of files', () => answer({ Result: { Files: 'a.c' } }), /does not answer as Zoekt does/],
		['a page', () => pages.always(200, '<html>', { 'content-type': 'text/html' }), /does not answer as Zoekt does/],
		[
			'nothing',
			() => {
				pages.answer = (_request, response) => response.destroy();
			},
			/cannot be reached \(.*\)\. Only files read here were searched\.$/,
		],
		['torn JSON', () => pages.always(200, '{"Result":', json), /does not answer as Zoekt does/],
		[
			'too much',
			() => pages.always(200, `{"x":"${'x'.repeat(3000)}"}`, json),
			/sent more than .* Only files read here/,
		],
		['a redirect', () => pages.always(307, '', { location: 'https://other.example/' }), /redirects to https:\/\/other/],
	];
	for (const [what, arrange, message] of failures) {
		it(`that answers with ${what} is a failure that the answer states`, async () => {
			arrange();
			await assert.rejects(ask({ answerBytes: 2000 }), { name: 'UserError', message });
		});
	}

	it('is given up after a time, and when the search is cancelled', async () => {
		pages.answer = () => undefined;
		await assert.rejects(ask({ deadlineMs: 20 }), /did not end its answer within 0.02 s. Only files read here/);
		const abort = new AbortController();
		pages.answer = () => abort.abort(new Error('cancelled'));
		await assert.rejects(zoektServer({ address: pages.origin }).filesWith(words('first'), abort.signal), /cancelled/);
	});

	it('has an encrypted address, or one of this machine, without a password', () => {
		for (const [address, message] of [
			['http://search.example.com', /Refusing plain http/],
			['search.example.com', /no valid address/],
			['file:///etc/passwd', /no valid address/],
			['https://me:secret@search.example.com', /^UserError: The address of search\.example\.com contains a user/],
		] as const) {
			assert.throws(() => zoektServer({ address }), message);
		}
		for (const address of ['https://search.example.com/zoekt/api/search/', 'http://localhost:6070', 'http://[::1]:1']) {
			assert.equal(zoektServer({ address }).server, new URL(address).host);
		}
	});

	it('is asked in its own language', () => {
		const query = words({ any: [{ all: ['open', 'file'] }, 'close'] });
		assert.equal(
			zoektQuery(query, 'github.com/a/b"c'),
			String.raw`type:filename case:no repo:"^github\\.com/a/b\\\"c$" ((content:"open" content:"file") or content:"close")`,
		);
	});
});
