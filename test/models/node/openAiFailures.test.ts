import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import type { ModelEndpoint } from '../../../src/models/node/modelEndpoint';
import { createOpenAiModel } from '../../../src/models/node/openAiModel';
import type { ChatRequest } from '../../../src/models/pure/chatModel';
import { ModelError, type ModelErrorKind } from '../../../src/models/pure/modelError';
import { passed } from '../../support/passed';
import type { ScriptedAnswer } from '../../support/scriptedAnswer';
import { TestModelServer } from '../../support/testModelServer';

const apiKey = 'a-secret-key-1234567890';

describe('an OpenAI-compatible model that fails', () => {
	const server = new TestModelServer();
	const ask = (request: Partial<ChatRequest> = {}, endpoint: Partial<ModelEndpoint> = {}) =>
		createOpenAiModel({
			...{ baseUrl: server.now.baseUrl, model: 'small-1', replyForm: 'tools', apiKey },
			...endpoint,
		}).complete({ messages: passed({ role: 'user', text: 'Hello' }), ...request });
	const failure = async (answer: Promise<unknown>): Promise<ModelError> => {
		const error = await answer.then(
			() => undefined,
			(reason: unknown) => reason,
		);
		assert.ok(error instanceof ModelError, inspect(error));
		return error;
	};
	const complaint = (status: number, message: string, more = {}): ScriptedAnswer => ({
		fault: 'status',
		status,
		body: { error: { message, ...more } },
	});
	const withTools = { tools: [{ name: 'look', description: 'Looks', parameters: { type: 'object' } }] };
	const withJson = { json: 'object' } as const;

	const cases: [
		what: string,
		answer: ScriptedAnswer,
		kind: ModelErrorKind,
		text: RegExp,
		request?: Partial<ChatRequest>,
	][] = [
		['a wrong key', complaint(401, 'Incorrect API key'), 'refused', /does not accept the API key \(Incorrect/],
		['a forbidden model', complaint(403, 'Country not supported'), 'refused', /does not allow this \(Country/],
		['a spent quota', complaint(429, 'x', { code: 'insufficient_quota' }), 'quota', /no quota left.*plan and billing/],
		['an empty account', complaint(402, 'Insufficient Balance'), 'quota', /Insufficient Balance/],
		['a broken server', complaint(500, 'CUDA error'), 'serverError', /failed with 500 \(CUDA error\)\. Try again/],
		['an overloaded server', complaint(503, 'Loading model'), 'serverError', /failed with 503/],
		[
			'a page for a gateway',
			{ fault: 'status', status: 502, body: '<html>no</html>' },
			'serverError',
			/with 502\. Try/,
		],
		['a web page', { fault: 'htmlPage' }, 'malformed', /a web page.*usually ends in \/v1/],
		['damaged JSON', { fault: 'garbage' }, 'malformed', /its JSON is damaged/],
		['no choices', { fault: 'emptyChoices' }, 'empty', /small-1 at .* answered nothing/],
		['an empty answer', { text: ' ' }, 'empty', /answered nothing/],
		['a cut stream', { fault: 'cutStream', text: 'It wor' }, 'cutOff', /closed the connection/],
		['a dropped connection', { fault: 'droppedConnection' }, 'cutOff', /closed the connection/],
		[
			'an error with status 200',
			{ fault: 'status', status: 200, body: { error: { message: 'no', code: 429 } } },
			'rateLimited',
			/Rate limit reached/,
		],
		['another bad request', complaint(400, 'Roles must alternate'), 'unsupported', /Roles must alternate/],
		[
			'no tools at Ollama',
			complaint(400, 'registry.ollama.ai/library/small-1 does not support tools'),
			'unsupported',
			/Check the model again/,
			withTools,
		],
		[
			'no tools at vLLM',
			complaint(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
			'unsupported',
			/--enable-auto/,
			withTools,
		],
		['no tools at llama.cpp', complaint(500, 'tools param requires --jinja flag'), 'unsupported', /--jinja/, withTools],
		[
			'no tools at OpenRouter',
			complaint(404, 'No endpoints found that support tool use'),
			'unsupported',
			/tool use/,
			withTools,
		],
		[
			'no JSON objects at LM Studio',
			complaint(400, "'response_format.type' must be 'json_schema' or 'text'"),
			'unsupported',
			/must be/,
			withJson,
		],
		[
			'a tool call the server cannot read',
			complaint(500, 'error parsing tool call'),
			'serverError',
			/parsing/,
			withTools,
		],
		[
			'too long a text for OpenAI',
			complaint(400, 'Too many', { code: 'context_length_exceeded' }),
			'contextTooLong',
			/larger context window/,
		],
		[
			'too long a text for vLLM',
			complaint(400, "This model's maximum context length is 4096 tokens."),
			'contextTooLong',
			/4096/,
		],
		[
			'too long a text for llama.cpp',
			complaint(400, 'the request exceeds the available context size'),
			'contextTooLong',
			/too long for small-1/,
		],
		[
			'too long a text for LM Studio',
			complaint(400, 'Trying to keep the first 5000 tokens when context overflows'),
			'contextTooLong',
			/5000/,
		],
		[
			'too long a text for Anthropic',
			complaint(400, 'prompt is too long: 210000 tokens > 200000 maximum'),
			'contextTooLong',
			/200000/,
		],
		[
			'too long a text for Gemini',
			complaint(400, 'The input token count (9) exceeds the maximum number of tokens allowed (8).'),
			'contextTooLong',
			/too long/,
			withTools,
		],
		['too large a body', { fault: 'status', status: 413, body: '' }, 'contextTooLong', /too long/],
		['a timeout of the server', { fault: 'status', status: 408, body: '' }, 'timeout', /timed out/],
	];
	for (const [what, answer, kind, text, request] of cases) {
		it(`with ${what} is reported as "${kind}", with the server and what to do`, async () => {
			server.now.script([answer]);
			const error = await failure(ask(request));
			assert.equal(error.kind, kind, error.message);
			assert.match(error.message, text);
			assert.ok(error.message.includes(new URL(server.now.origin).host), error.message);
		});
	}

	for (const fault of ['garbage', 'emptyChoices', 'cutStream'] as const) {
		it(`is reported the same way without a stream: ${fault}`, async () => {
			server.now.script(body =>
				body.stream
					? complaint(400, 'stream is not supported')
					: ({ fault, ...(fault === 'cutStream' && { text: 'It' }) } as ScriptedAnswer),
			);
			const kinds = { garbage: 'malformed', emptyChoices: 'empty', cutStream: 'cutOff' } as const;
			assert.equal((await failure(ask())).kind, kinds[fault]);
		});
	}

	it('is reported as unreachable where nothing listens, with how to start what should', async () => {
		const { port } = await freePort();
		const { kind, message } = await failure(ask({}, { baseUrl: `http://127.0.0.1:${port}/v1` }));
		assert.equal(kind, 'unreachable');
		assert.match(message, new RegExp(`Nothing answers at 127\\.0\\.0\\.1:${port}\\. Start the model's server`));
		const refused: typeof fetch = () =>
			Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }));
		const ollama = await failure(ask({}, { baseUrl: 'http://localhost:11434/v1', transport: refused }));
		assert.match(ollama.message, /at localhost:11434\. If Ollama should run there, start it with "ollama serve"/);
	});

	for (const [code, text] of [
		['ENOTFOUND', /server example\.org was not found/],
		['SELF_SIGNED_CERT_IN_CHAIN', /certificate of example\.org is not trusted.*NODE_EXTRA_CA_CERTS/],
		['EHOSTUNREACH', /example\.org cannot be reached \(.*EHOSTUNREACH/],
	] as const) {
		it(`is reported as unreachable with ${code}`, async () => {
			const cause = Object.assign(new Error('no'), { code });
			const broken: typeof fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
			const error = await failure(ask({}, { baseUrl: 'https://example.org/v1', transport: broken }));
			assert.equal(error.kind, 'unreachable');
			assert.match(error.message, text);
		});
	}

	it('names the models a server has that are like the one it has not', async () => {
		server.now.page('GET /v1/models', {
			object: 'list',
			data: [{ id: 'other' }, { id: 'small-2' }, { id: 'Small_1' }],
		});
		server.now.script([complaint(404, "The model 'small-1' does not exist")]);
		const { kind, message } = await failure(ask());
		assert.equal(kind, 'unknownModel');
		assert.match(message, /has no model "small-1"\. Did you mean Small_1, small-2\?/);
	});

	it('names some models of a server that has none like it', async () => {
		server.now.page('GET /v1/models', { data: [1, 2, 3, 4, 5, 6, 7].map(id => ({ id: `family/${id}` })) });
		server.now.script([complaint(400, 'Invalid model', { code: 'model_not_found' })]);
		assert.match((await failure(ask())).message, /It has family\/1, .*family\/5, and 2 more\./);
	});

	it('names the address where a server has no list of models', async () => {
		server.now.script([{ fault: 'status', status: 404, body: '404 page not found' }]);
		const { kind, message } = await failure(ask());
		assert.equal(kind, 'unknownModel');
		assert.match(message, /Check its name, and the endpoint's address: http:\/\/127.*\/v1$/);
	});

	for (const [retryAfter, waitMs] of [
		['7', 7000],
		['0.5', 500],
		[undefined, undefined],
	] as const) {
		it(`reports how long to wait after Retry-After: ${retryAfter}`, async () => {
			server.now.script([{ fault: 'rateLimited', ...(retryAfter && { retryAfter }) }]);
			const { kind, retryAfterMs, message } = await failure(ask());
			assert.deepEqual([kind, retryAfterMs], ['rateLimited', waitMs]);
			assert.match(
				message,
				waitMs === undefined
					? /Rate limit reached at [^ ]+\. Try again later/
					: /Rate limit reached at [^ ]+\. Try again in \d+ s, or/,
			);
		});
	}

	it('is rate limited, not out of quota, where the server states how long to wait', async () => {
		server.now.script([complaint(429, 'You exceeded your current quota. Please retry in 31.5s.')]);
		const { kind, retryAfterMs } = await failure(ask());
		assert.deepEqual([kind, retryAfterMs], ['rateLimited', 31_500]);
	});

	for (const text of [undefined, 'It wor']) {
		it(`is reported as a timeout when the server falls silent ${text === undefined ? 'at once' : 'within an answer'}`, async () => {
			server.now.script([{ fault: 'hang', ...(text && { text }) }]);
			const { kind, message } = await failure(ask({}, { firstByteMs: 50, silenceMs: 50 }));
			assert.equal(kind, 'timeout');
			assert.match(message, /sent nothing for 0\.05 s/);
			await server.now.requests[0]?.closed;
		});
	}

	it('takes an answer that was finished though the connection hangs after it', async () => {
		const chunk = { choices: [{ delta: { content: 'Yes' }, finish_reason: 'stop' }] };
		const hanging: typeof fetch = async () =>
			new Response(
				new ReadableStream({
					start: stream => stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`)),
				}),
				{ headers: { 'content-type': 'text/event-stream' } },
			);
		assert.equal((await ask({}, { firstByteMs: 50, silenceMs: 50, transport: hanging })).text, 'Yes');
	});

	for (const [when, text] of [
		['before it answers', undefined],
		['within an answer', 'It wor'],
	] as const) {
		it(`ends with the signal's reason when aborted ${when}, and lets go of the server`, async () => {
			const controller = new AbortController();
			const reason = new Error('the user pressed Stop');
			server.now.script(() => {
				if (text === undefined) {
					controller.abort(reason);
				}
				return { fault: 'hang', ...(text && { text }) };
			});
			const answer = ask({ signal: controller.signal, onText: () => controller.abort(reason) });
			await assert.rejects(answer, error => error === reason);
			await server.now.requests[0]?.closed;
		});
	}

	it('ends with the reason of a signal that notices nothing else', async () => {
		const controller = new AbortController();
		const reason = new Error('the user pressed Stop');
		const deaf: typeof fetch = () => {
			queueMicrotask(() => controller.abort(reason));
			return new Promise(() => undefined);
		};
		await assert.rejects(
			ask({ signal: controller.signal }, { transport: deaf, firstByteMs: 50, silenceMs: 50 }),
			error => error === reason,
		);
	});

	it('sends nothing when the signal is aborted before', async () => {
		const reason = new Error('too late');
		await assert.rejects(ask({ signal: AbortSignal.abort(reason) }), error => error === reason);
		assert.equal(server.now.requests.length, 0);
	});

	const headers = { 'x-gateway-token': 'gateway-token-987' };
	for (const status of [400, 401, 403, 404, 429, 500]) {
		it(`keeps its secrets with status ${status}, though the server repeats them`, async () => {
			const echo = `Wrong key ${apiKey} or ${headers['x-gateway-token']}, like sk-proj-abcdef and a-s***890`;
			server.now.script([complaint(status, echo)]);
			const error = await failure(ask({}, { headers }));
			const everything = inspect(error, { depth: 9, showHidden: true });
			for (const secret of [apiKey, headers['x-gateway-token'], 'sk-proj', 'a-s*']) {
				assert.ok(!everything.includes(secret), everything);
			}
		});
	}

	it('keeps its secrets when the key is not even a valid header', async () => {
		const error = await failure(ask({}, { apiKey: 'line-one\nline-two' }));
		assert.ok(!inspect(error, { depth: 9, showHidden: true }).includes('line-two'), inspect(error));
	});
});

/** A port that nothing listens on. */
async function freePort(): Promise<{ port: number }> {
	const listener = createServer().listen(0, '127.0.0.1');
	await once(listener, 'listening');
	const address = listener.address();
	listener.close();
	await once(listener, 'close');
	assert.ok(typeof address === 'object' && address !== null);
	return address;
}
