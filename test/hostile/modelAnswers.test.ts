import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createOpenAiModel } from '../../src/models/node/openAiModel';
import { ModelError, type ModelErrorKind } from '../../src/models/pure/modelError';
import type { HttpLimits } from '../../src/outgoing/node/outgoingHttp';
import { passed } from '../support/passed';
import { TestPages } from '../support/testPages';

const megabyte = 1024 * 1024;

describe('a model that answers', () => {
	const pages = new TestPages();
	let nSent = 0;
	beforeEach(() => {
		nSent = 0;
	});
	const fails = async (kind: ModelErrorKind, message: RegExp, limits: Partial<HttpLimits> = {}) => {
		const model = createOpenAiModel({ baseUrl: `${pages.origin}/v1`, model: 'small-1', replyForm: 'tools', limits });
		await assert.rejects(
			model.complete({ messages: passed({ role: 'user', text: 'Hello' }) }),
			error => error instanceof ModelError && error.kind === kind && message.test(error.message),
		);
	};
	const types = { stream: 'text/event-stream', document: 'application/json' } as const;
	const sending = (form: keyof typeof types, body: string) =>
		pages.always(200, form === 'stream' ? `data: ${body}\n\n` : body, { 'content-type': types[form] });
	/** Sends the pieces over and over until the client takes no more. */
	const sendingForever = (form: keyof typeof types, start: string, piece: string) => {
		pages.answer = (_request, response) => {
			response.writeHead(200, { 'content-type': types[form] });
			response.on('error', () => undefined).write(start);
			const bytes = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)));
			const more = (to: ServerResponse) => {
				do {
					nSent += bytes.length;
				} while (to.write(bytes));
				to.once('drain', () => more(to));
			};
			more(response);
		};
	};
	const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
	const choice = (delta: string) => `{"choices":[{"delta":${delta},"message":${delta},"finish_reason":"stop"}]}`;

	for (const [body, why] of [
		['[]', /a piece of it is not an object|contains no choices/],
		['3', /not an object|damaged/],
		['{"choices":{}}', /its choices are not a list/],
		['{"choices":3}', /its choices are not a list/],
		['{"choices":[null]}', /a choice is not an object/],
		['{"choices":["x"]}', /a choice is not an object/],
		[choice('"x"'), /a message is not an object/],
		[choice('{"content":3}'), /its content is not text/],
		[choice('{"content":{"a":1}}'), /its content is not text/],
		[choice('{"content":[null]}'), /a part of its content is not an object/],
		[choice('{"content":[{"type":"text","text":{}}]}'), /its content is not text/],
		[choice('{"refusal":[]}'), /a refusal is not text/],
		[choice('{"tool_calls":{}}'), /the tool calls are not a list/],
		[choice('{"tool_calls":[null]}'), /a tool call is not an object/],
		[choice('{"tool_calls":[{"function":null}]}'), /the function of a tool call is not an object/],
		[choice('{"tool_calls":[{"function":{"name":{}}}]}'), /the name of a tool is not text/],
		[choice('{"tool_calls":[{"id":{},"function":{"name":"x"}}]}'), /the id of a tool call is not text/],
		[choice(`{"tool_calls":[{"function":{"name":"x","arguments":${deep(100_000)}}}]}`), /nested too deeply/],
		['{"choices":[{"finish_reason":{}}]}', /the reason of the end is not text/],
	] as const) {
		for (const form of ['stream', 'document'] as const) {
			it(`in another shape is reported as malformed, not as unreachable: ${form} ${body.slice(0, 70)}`, async () => {
				sending(form, body);
				await fails('malformed', new RegExp(`does not answer as a Chat Completions server \\(.*(${why.source})`));
			});
		}
	}

	for (const usage of ['{"prompt_tokens":{}}', '{"prompt_tokens":-1,"completion_tokens":"x"}', '[]', '"x"']) {
		it(`with the usage ${usage} is taken, and its usage is not`, async () => {
			sending('document', `{"choices":[{"message":{"content":"Yes"},"finish_reason":"stop"}],"usage":${usage}}`);
			const model = createOpenAiModel({ baseUrl: `${pages.origin}/v1`, model: 'small-1', replyForm: 'tools' });
			const reply = await model.complete({ messages: passed({ role: 'user', text: 'Hello' }) });
			assert.deepEqual(reply, { text: 'Yes', toolCalls: [], finish: 'done' });
		});
	}

	it('with bytes that are no text, and with names that every object has, is taken as it is', async () => {
		const call = '{"id":"1","function":{"name":"constructor","arguments":"{\\"__proto__\\":{\\"tainted\\":1}}"}}';
		const names = '"__proto__":{"tainted":1},"constructor":{"prototype":{"tainted":1}}';
		const [start, end] = [
			`{${names},"choices":[{${names},"message":{${names},"content":"a`,
			`b","tool_calls":[${call}]}}]}`,
		];
		pages.answer = (_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xc3, 0xed, 0xa0, 0x80]), Buffer.from(end)]));
		};
		const model = createOpenAiModel({ baseUrl: `${pages.origin}/v1`, model: 'small-1', replyForm: 'tools' });
		const { text, toolCalls } = await model.complete({ messages: passed({ role: 'user', text: 'Hello' }) });
		assert.match(text, /^a\ufffd+b$/);
		assert.deepEqual(
			toolCalls.map(({ name }) => name),
			['constructor'],
		);
		assert.equal('tainted' in {}, false);
	});

	for (const [what, sent] of [
		['nothing but a line', 'HTTP/1.1 200 OK\r\n\r\n'],
		['no headers and a page', 'HTTP/1.1 200 OK\r\n\r\n<html>Hello</html>'],
		['no headers and a list', 'HTTP/1.1 200 OK\r\n\r\n[]'],
		['something other than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
		['a line without an end', `HTTP/1.1 200 ${'x'.repeat(megabyte)}`],
	] as const) {
		it(`with ${what} is reported`, async () => {
			pages.answer = (_request, { socket }) => socket?.end(sent);
			const model = createOpenAiModel({ baseUrl: `${pages.origin}/v1`, model: 'small-1', replyForm: 'tools' });
			await assert.rejects(
				model.complete({ messages: passed({ role: 'user', text: 'Hello' }) }),
				error => error instanceof ModelError && error.kind !== 'refused' && error.message.length < 500,
			);
		});
	}

	for (const status of [200, 400, 500]) {
		it(`with an error that is nested without an end is reported (${status})`, async () => {
			pages.always(status, `{"error":{"metadata":${deep(100_000)},"details":${deep(100_000)}}}`, {
				'content-type': 'application/json',
			});
			await fails('malformed', /sent JSON that is nested too deeply/);
		});
	}

	for (const [what, body] of [
		['a megabyte of text', 'x'.repeat(megabyte)],
		['a megabyte of JSON', `{"error":{"message":"${'x'.repeat(megabyte - 100)}"}}`],
		['more than a megabyte', 'x'.repeat(megabyte + 1)],
	] as const) {
		it(`with an error is reported in short: ${what}`, async () => {
			pages.always(500, body, { 'content-type': body.startsWith('{') ? 'application/json' : 'text/plain' });
			await fails('serverError', /^127.{20,500}$/);
		});
	}

	const text = 'x'.repeat(1000);
	const piece = (delta: string) => `data: {"choices":[{"delta":${delta}}]}\n\n`;
	for (const [what, form, start, repeated, message] of [
		['text', 'stream', '', piece(`{"content":"${text}"}`), /more than 4 million characters/],
		['reasoning', 'stream', '', piece(`{"reasoning_content":"${text}"}`), /more than 4 million characters/],
		['thinking', 'stream', piece('{"content":"<think>"}'), piece(`{"content":"${text}"}`), /4 million characters/],
		[
			'arguments of a call',
			'stream',
			'',
			piece(`{"tool_calls":[{"index":0,"function":{"arguments":"${text}"}}]}`),
			/more than 4 million characters/,
		],
		['calls', 'stream', '', piece('{"tool_calls":[{"function":{"name":"x","arguments":"{}"}}]}'), /128 tool calls/],
		['pieces of no answer', 'stream', '', `data: {"id":"${text}"}\n\n`, /more than 5 MB in one answer/],
		['comments', 'stream', '', `: ${text}\n\n`, /more than 5 MB in one answer/],
		['one line', 'stream', 'data: {"choices":[{"delta":{"content":"', text, /more than 4 MB in one line of an answer/],
		['one document', 'document', '{"choices":[{"message":{"content":"', text, /more than 5 MB in one answer/],
	] as const) {
		it(`without an end is stopped: ${what}`, async () => {
			sendingForever(form, start, repeated);
			await fails('tooLong', message, { answerBytes: 5 * megabyte });
			assert.ok(nSent < 20 * megabyte, `${nSent} bytes were taken`);
		});
	}

	it('with a document of any size is stopped', async () => {
		sendingForever('document', '{"choices":[{"message":{"content":"', text);
		await fails('tooLong', /more than 64 MB in one answer/);
	});

	it('with a hundred thousand calls is stopped', async () => {
		const call = '{"function":{"name":"x","arguments":"{}"}}';
		sending('document', `{"choices":[{"message":{"tool_calls":[${Array(1e5).fill(call).join()}]}}]}`);
		await fails('tooLong', /more than 128 tool calls/);
	});
});
