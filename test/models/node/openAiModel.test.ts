import assert from 'node:assert/strict';
import type { ModelEndpoint } from '../../../src/models/node/modelEndpoint';
import { createOpenAiModel } from '../../../src/models/node/openAiModel';
import type { ChatRequest } from '../../../src/models/pure/chatModel';
import { passed } from '../../support/passed';
import type { ScriptedAnswer } from '../../support/scriptedAnswer';
import { TestModelServer } from '../../support/testModelServer';

describe('createOpenAiModel', () => {
	const server = new TestModelServer();
	const model = (endpoint: Partial<ModelEndpoint> = {}) =>
		createOpenAiModel({ baseUrl: server.now.baseUrl, model: 'small-1', replyForm: 'tools', ...endpoint });
	const hello = passed({ role: 'user', text: 'Hello' });
	const ask = (request: Partial<ChatRequest> = {}, endpoint: Partial<ModelEndpoint> = {}) =>
		model(endpoint).complete({ messages: hello, ...request });
	const rejects = (text: RegExp) => (body: Readonly<Record<string, unknown>>) =>
		Object.keys(body).some(name => text.test(name));
	const badRequest = (message: string): ScriptedAnswer => ({
		fault: 'status',
		status: 400,
		body: { error: { message, type: 'invalid_request_error' } },
	});

	it('joins the pieces of a streamed answer, and passes each on', async () => {
		server.now.script([{ text: ['It ', 'works', '.'] }]);
		const pieces: string[] = [];
		const reply = await ask({ onText: piece => pieces.push(piece) });
		assert.deepEqual(reply, {
			text: 'It works.',
			toolCalls: [],
			usage: { inputTokens: 100, cachedTokens: 0, outputTokens: 10, isEstimated: false },
			finish: 'done',
		});
		assert.deepEqual(pieces, ['It ', 'works', '.']);
	});

	it('asks for a stream with usage, at temperature 0', async () => {
		server.now.script([{ text: 'Yes' }]);
		await ask();
		assert.deepEqual(server.now.bodies, [
			{
				model: 'small-1',
				messages: [{ role: 'user', content: 'Hello' }],
				temperature: 0,
				stream: true,
				stream_options: { include_usage: true },
			},
		]);
	});

	it('counts the cached part of the input', async () => {
		server.now.script([{ text: 'Yes', usage: { input: 50, output: 5, cached: 40 } }]);
		assert.deepEqual((await ask()).usage, { inputTokens: 50, cachedTokens: 40, outputTokens: 5, isEstimated: false });
	});

	it('reports no usage where the server does not', async () => {
		server.now.script([{ text: 'Yes', usage: 'none' }]);
		assert.ok(!('usage' in (await ask())));
	});

	it('gives the tool calls of an answer, each with its arguments', async () => {
		server.now.script([
			{
				toolCalls: [
					{ id: 'a', name: 'search_class', arguments: { class_name: 'Clock' } },
					{ id: 'b', name: 'search_code', arguments: '{"code_str": "tick' },
				],
			},
		]);
		assert.deepEqual((await ask()).toolCalls, [
			{ id: 'a', name: 'search_class', arguments: '{"class_name":"Clock"}' },
			{ id: 'b', name: 'search_code', arguments: '{"code_str": "tick' },
		]);
	});

	it('offers tools with their parameters', async () => {
		server.now.script([{ text: 'Yes' }]);
		const parameters = { type: 'object', properties: { name: { type: 'string' } } };
		await ask({ tools: [{ name: 'look', description: 'Looks', parameters }] });
		assert.deepEqual(server.now.bodies[0]?.tools, [
			{ type: 'function', function: { name: 'look', description: 'Looks', parameters } },
		]);
	});

	it('sends the server the whole conversation with calls and their answers', async () => {
		server.now.script([{ text: 'Yes' }]);
		await ask({
			messages: passed(
				{ role: 'system', text: 'Be short.' },
				{ role: 'user', text: 'Hello' },
				{ role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'look', arguments: '{"at":1}' }] },
				{ role: 'tool', call: 'a', text: 'Nothing there' },
				{ role: 'assistant', text: 'Nothing.' },
			),
		});
		assert.deepEqual(server.now.bodies[0]?.messages, [
			{ role: 'system', content: 'Be short.' },
			{ role: 'user', content: 'Hello' },
			{
				role: 'assistant',
				content: null,
				tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
			},
			{ role: 'tool', tool_call_id: 'a', content: 'Nothing there' },
			{ role: 'assistant', content: 'Nothing.' },
		]);
	});

	it('does not repeat damaged arguments to the server, which would fail on them', async () => {
		server.now.script([{ text: 'Yes' }]);
		await ask({
			messages: passed(
				...hello,
				{ role: 'assistant', text: 'I look.', toolCalls: [{ id: 'a', name: 'look', arguments: '{"at":' }] },
				{ role: 'tool', call: 'a', text: 'The arguments are no JSON' },
			),
		});
		const [, sent] = server.now.bodies[0]?.messages ?? [];
		assert.equal(sent?.tool_calls?.[0]?.function.arguments, '{}');
	});

	it('asks for JSON by a schema, or any object', async () => {
		server.now.script([{ text: '{}' }, { text: '{}' }]);
		const schema = { type: 'object', properties: {} };
		await ask({ json: { name: 'reply', schema } });
		await ask({ json: 'object' });
		assert.deepEqual(
			server.now.bodies.map(body => body.response_format),
			[{ type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } }, { type: 'json_object' }],
		);
	});

	it('reports when an answer was cut off at a limit', async () => {
		server.now.script([{ text: 'It wor', finish: 'length' }]);
		const { text, finish } = await ask({ maxOutputTokens: 2 });
		assert.deepEqual([text, finish, server.now.bodies[0]?.max_completion_tokens], ['It wor', 'length', 2]);
	});

	it('leaves thinking out of the answer, in its own field and in tags', async () => {
		server.now.script([
			{ reasoning: 'Hm, hm.', text: 'Yes' },
			{ text: ['<th', 'ink>', 'Hm', '</thi', 'nk>', '\n\nYes', '!'] },
		]);
		assert.equal((await ask()).text, 'Yes');
		const pieces: string[] = [];
		assert.equal((await ask({ onText: piece => pieces.push(piece) })).text, 'Yes!');
		assert.deepEqual(pieces, ['Yes', '!']);
	});

	it('sends key, organization and further headers', async () => {
		server.now.script([{ text: 'Yes' }]);
		await ask({}, { apiKey: 'key-12345678', organization: 'org-1', headers: { 'x-team': 'blue' } });
		const {
			authorization,
			'openai-organization': organization,
			'x-team': team,
		} = server.now.requests[0]?.headers ?? {};
		assert.deepEqual([authorization, organization, team], ['Bearer key-12345678', 'org-1', 'blue']);
	});

	it('sends no key that is not given, though the environment has some for another server', async () => {
		server.now.script([{ text: 'Yes' }]);
		const others = ['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'];
		const before = others.map(name => [name, process.env[name]] as const);
		try {
			others.forEach(name => {
				process.env[name] = 'of-another-server';
			});
			await ask();
		} finally {
			for (const [name, value] of before) {
				delete process.env[name];
				Object.assign(process.env, value !== undefined && { [name]: value });
			}
		}
		assert.ok(!JSON.stringify(server.now.requests[0]?.headers).includes('of-another-server'));
		assert.equal(server.now.requests[0]?.headers.authorization, undefined);
	});

	it('uses the fetch it is given', async () => {
		server.now.script([{ text: 'Yes' }]);
		const urls: string[] = [];
		const counted: typeof fetch = (input, init) => {
			urls.push(String(input));
			return fetch(input, init);
		};
		await ask({}, { transport: counted });
		assert.deepEqual(urls, [`${server.now.baseUrl}/chat/completions`]);
	});

	it('takes the address of the chat page for that of the server', async () => {
		server.now.script([{ text: 'Yes' }]);
		await ask({}, { baseUrl: `${server.now.baseUrl}/chat/completions/` });
		assert.equal(server.now.requests[0]?.url, '/v1/chat/completions');
	});

	it('addresses a deployment of Azure, with its key in its own header', async () => {
		server.now.script([{ text: 'Yes' }, { text: 'Yes' }, { text: 'Yes' }]);
		const azure = { apiKey: 'azure-key', azureApiVersion: '2024-10-21' };
		await ask({}, { ...azure, baseUrl: server.now.origin });
		await ask({}, { ...azure, baseUrl: `${server.now.origin}/openai/deployments/mine` });
		const pasted = `${server.now.origin}/openai/deployments/mine/chat/completions?api-version=2025-01-01`;
		await ask({}, { apiKey: 'azure-key', baseUrl: pasted });
		assert.deepEqual(
			server.now.requests.map(({ url, headers }) => [url, headers['api-key'], headers.authorization]),
			[
				['/openai/deployments/small-1/chat/completions?api-version=2024-10-21', 'azure-key', undefined],
				['/openai/deployments/mine/chat/completions?api-version=2024-10-21', 'azure-key', undefined],
				['/openai/deployments/mine/chat/completions?api-version=2025-01-01', 'azure-key', undefined],
			],
		);
	});

	for (const [baseUrl, advice] of [
		['localhost:1234', /looks like http:\/\/localhost/],
		['', /looks like/],
		['https://me:hunter2@example.org/v1', /example\.org contains a user or password/],
	] as const) {
		it(`refuses "${baseUrl}" as an address and does not repeat it`, () => {
			assert.throws(
				() => model({ baseUrl }),
				error => error instanceof Error && advice.test(error.message) && !error.message.includes('hunter2'),
			);
		});
	}

	it('reports who answers', () => {
		const { name, server: host, contextTokens } = model({ contextTokens: 8000 });
		assert.deepEqual([name, host, contextTokens], ['small-1', new URL(server.now.origin).host, 8000]);
	});

	it('does without what the server turns down, and remembers it', async () => {
		const complaints = [
			[/^max_completion_tokens$/, "Unrecognized request argument supplied: 'max_completion_tokens'"],
			[/^temperature$/, "Unsupported value: 'temperature' does not support 0 with this model."],
			[/^stream_options$/, 'stream_options: Extra inputs are not permitted'],
		] as const;
		server.now.script(body => {
			const [, complaint] = complaints.find(([name]) => rejects(name)(body)) ?? [];
			return complaint === undefined ? { text: 'Yes' } : badRequest(complaint);
		});
		const same = model();
		await same.complete({ messages: hello, maxOutputTokens: 9 });
		assert.equal(server.now.bodies.length, 4);
		await same.complete({ messages: hello, maxOutputTokens: 9 });
		assert.equal(server.now.bodies.length, 5);
		assert.deepEqual(server.now.bodies[4], {
			model: 'small-1',
			messages: [{ role: 'user', content: 'Hello' }],
			max_tokens: 9,
			stream: true,
		});
	});

	it('puts instructions into the first message of a user for a model without a system role', async () => {
		server.now.script(({ messages }) =>
			messages.some(({ role }) => role === 'system') ? badRequest('System role not supported') : { text: 'Yes' },
		);
		await ask({ messages: passed({ role: 'system', text: 'Be short.' }, ...hello) });
		assert.deepEqual(server.now.bodies[1]?.messages, [{ role: 'user', content: 'Be short.\n\nHello' }]);
	});

	it('asks without a stream where the server has none', async () => {
		server.now.script(body =>
			body.stream ? badRequest('Streaming is not supported') : { text: '<think>x</think>Yes' },
		);
		assert.equal((await ask()).text, 'Yes');
		assert.ok(!('stream_options' in (server.now.bodies[1] ?? {})));
	});

	it('asks for a schema that is not strict where the strict one is rejected', async () => {
		server.now.script(body =>
			JSON.stringify(body).includes('"strict":true')
				? badRequest("Invalid schema for response_format 'reply': 'additionalProperties' is required")
				: { text: '{}' },
		);
		assert.equal((await ask({ json: { name: 'reply', schema: { type: 'object' } } })).text, '{}');
	});

	it('reads a whole document from a server that does not stream', async () => {
		const message = { role: 'assistant', content: 'Yes', tool_calls: [{ function: { name: 'look', arguments: {} } }] };
		server.now.script([{ fault: 'status', status: 200, body: { choices: [{ message }] } }]);
		const { text, toolCalls, finish } = await ask();
		assert.deepEqual([text, toolCalls, finish], ['Yes', [{ id: 'call_1', name: 'look', arguments: '{}' }], 'done']);
	});
});
