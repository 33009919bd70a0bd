import assert from 'node:assert/strict';
import OpenAI from 'openai';
import type { ScriptedAnswer } from '../../support/scriptedAnswer';
import { type ScriptedModelServer, startScriptedModelServer } from '../../support/scriptedModelServer';

describe('the scripted model server', () => {
	let server: ScriptedModelServer;
	let client: OpenAI;

	beforeEach(async () => {
		server = await startScriptedModelServer();
		client = new OpenAI({ baseURL: server.baseUrl, apiKey: 'key', maxRetries: 0 });
	});
	afterEach(() => server.close());

	const ask = () => client.chat.completions.create({ model: 'any', messages: [{ role: 'user', content: 'Hi' }] });
	const streamed = async () => {
		const stream = client.chat.completions.stream({
			model: 'any',
			messages: [{ role: 'user', content: 'Hi' }],
			stream_options: { include_usage: true },
		});
		return stream.finalChatCompletion();
	};

	const full: ScriptedAnswer = {
		text: 'One two  three',
		toolCalls: [{ id: 'c1', name: 'look', arguments: { at: 'this' } }],
		usage: { input: 7, output: 3, cached: 2 },
	};
	for (const [how, complete] of [
		['whole', ask],
		['streamed', streamed],
	] as const) {
		it(`gives text, tool calls and usage, ${how}`, async () => {
			server.script([full]);
			const { choices, usage } = await complete();
			assert.equal(choices[0]?.message.content, 'One two  three');
			assert.equal(choices[0]?.finish_reason, 'tool_calls');
			const [call] = choices[0]?.message.tool_calls ?? [];
			assert.ok(call?.type === 'function');
			assert.deepEqual([call.id, call.function.name, call.function.arguments], ['c1', 'look', '{"at":"this"}']);
			assert.deepEqual(
				[usage?.prompt_tokens, usage?.completion_tokens, usage?.prompt_tokens_details?.cached_tokens],
				[7, 3, 2],
			);
			server.assertNothingUnexpected();
		});
	}

	it('answers by the content of a request', async () => {
		server.script(({ messages }) => ({ text: `You wrote ${messages[0]?.content}` }));
		assert.equal((await ask()).choices[0]?.message.content, 'You wrote Hi');
		assert.equal(server.bodies.length, 1);
	});

	it('fails a request that nobody planned, and keeps it', async () => {
		server.script([{ text: 'Only this' }]);
		await ask();
		await assert.rejects(ask(), /500 Unexpected request: .*nobody planned an answer to request 2/);
		assert.throws(() => server.assertNothingUnexpected(), /nobody planned/);
	});

	it('fails a request whose tool calls are not answered', async () => {
		server.script([{ text: 'Never sent' }]);
		const calls = [{ id: 'c1', type: 'function' as const, function: { name: 'look', arguments: '{}' } }];
		await assert.rejects(
			client.chat.completions.create({
				model: 'any',
				messages: [
					{ role: 'assistant', content: '', tool_calls: calls },
					{ role: 'user', content: 'Hi' },
				],
			}),
			/comes before the calls c1 are answered/,
		);
	});

	it('fails a path that nobody planned', async () => {
		await assert.rejects(client.embeddings.create({ model: 'any', input: 'text' }), /nobody planned POST/);
	});
});
