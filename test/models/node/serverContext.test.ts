import assert from 'node:assert/strict';
import type { ModelEndpoint } from '../../../src/models/node/modelEndpoint';
import { createOpenAiModel } from '../../../src/models/node/openAiModel';
import { probeEndpoint } from '../../../src/models/node/probeEndpoint';
import { serverContext } from '../../../src/models/node/serverContext';
import { startScriptedModelServer } from '../../support/scriptedModelServer';
import { TestModelServer } from '../../support/testModelServer';

describe('the context window of a model at Ollama', () => {
	const server = new TestModelServer();
	const { signal } = new AbortController();
	const endpoint = () => ({ baseUrl: server.now.baseUrl, model: 'coder', replyForm: 'prose' }) as const;
	const isOllama = (pages: { show?: unknown; ps?: unknown } = {}) => {
		server.now.page('GET /api/version', { version: '0.13.0' });
		server.now.page('POST /api/show', pages.show ?? {});
		server.now.page('GET /api/ps', pages.ps ?? { models: [] });
	};

	it('warns of the default, with the exact setting for what the model can hold', async () => {
		isOllama({ show: { model_info: { 'general.architecture': 'x', 'x.context_length': 16_384 } } });
		assert.deepEqual(await serverContext(endpoint(), signal), {
			contextTokens: 4096,
			warning:
				'Ollama gives coder 4096 tokens, and silently truncates what is longer. Start it with OLLAMA_CONTEXT_LENGTH=16384, ' +
				`or put "PARAMETER num_ctx 16384" into the model's Modelfile.`,
		});
	});

	it('has no warning where the Modelfile gives enough', async () => {
		isOllama({ show: { parameters: 'stop "<|end|>"\nnum_ctx                        32768' } });
		assert.deepEqual(await serverContext(endpoint(), signal), { contextTokens: 32_768 });
	});

	it('believes the context a model is loaded with before all settings', async () => {
		isOllama({
			show: { parameters: 'num_ctx 32768' },
			ps: {
				models: [
					{ name: 'other:latest', context_length: 1 },
					{ name: 'coder:latest', context_length: 8192 },
				],
			},
		});
		const context = await serverContext(endpoint(), signal);
		assert.equal(context?.contextTokens, 8192);
		assert.match(context?.warning ?? '', /OLLAMA_CONTEXT_LENGTH=32768/);
	});

	it('has no warning for a model that cannot hold more', async () => {
		isOllama({ show: { model_info: { 'x.context_length': 2048 } } });
		assert.deepEqual(await serverContext(endpoint(), signal), { contextTokens: 4096 });
	});

	it('ends with the reason of its signal', async () => {
		const reason = new Error('the user pressed Stop');
		await assert.rejects(serverContext(endpoint(), AbortSignal.abort(reason)), error => error === reason);
	});
});

describe('the context window of a model', () => {
	const server = new TestModelServer();
	const { signal } = new AbortController();
	const ask = (model: string, more: Partial<ModelEndpoint> = {}) =>
		serverContext({ baseUrl: server.now.baseUrl, model, replyForm: 'prose', ...more }, signal);

	for (const [name, model, pages, contextTokens] of [
		[
			'vLLM',
			'Qwen/Qwen3-Coder-30B',
			{
				'GET /v1/models': {
					object: 'list',
					data: [
						{ id: 'Qwen/Qwen3-Coder-30B', object: 'model', owned_by: 'vllm', root: '/models/q', max_model_len: 65_536 },
						{ id: 'my-lora', object: 'model', owned_by: 'vllm', parent: 'Qwen/Qwen3-Coder-30B', max_model_len: 1 },
					],
				},
			},
			65_536,
		],
		[
			'OpenRouter',
			'z-ai/glm-4.5',
			{
				'GET /v1/models': {
					data: [
						{ id: 'other/model', context_length: 1 },
						{
							...{ id: 'z-ai/glm-4.5', context_length: 131_072, supported_parameters: ['tools'] },
							top_provider: { context_length: 98_304, max_completion_tokens: null, is_moderated: false },
						},
					],
				},
			},
			98_304,
		],
		[
			'LM Studio with the model loaded',
			'qwen2.5-coder-7b',
			{
				'GET /v1/models': { data: [{ id: 'qwen2.5-coder-7b', object: 'model' }] },
				'GET /api/v0/models': {
					data: [
						{ id: 'text-embed', state: 'not-loaded', max_context_length: 2048 },
						{ id: 'qwen2.5-coder-7b', state: 'loaded', max_context_length: 32_768, loaded_context_length: 8192 },
					],
				},
			},
			8192,
		],
		[
			'llama.cpp, which names its model after a file',
			'whatever',
			{
				'GET /v1/models': { data: [{ id: '/models/q4.gguf', object: 'model', meta: { n_ctx_train: 131_072 } }] },
				'GET /props': { default_generation_settings: { n_ctx: 16_384, params: { seed: 1 } }, total_slots: 1 },
			},
			16_384,
		],
		['Groq', 'big', { 'GET /v1/models': { data: [{ id: 'big', context_window: 131_072 }] } }, 131_072],
	] as const) {
		it(`is what ${name} reports`, async () => {
			for (const [page, body] of Object.entries(pages)) {
				server.now.page(page, body);
			}
			assert.deepEqual(await ask(model), { contextTokens });
		});
	}

	it('is unknown where the server does not report it, or there is none', async () => {
		server.now.page('GET /api/version', ['no version']);
		server.now.page('GET /v1/models', { data: [{ id: 'a' }, { id: 'b', context_length: 'many' }] });
		assert.equal(await ask('b'), undefined);
		const gone = await startScriptedModelServer();
		await gone.close();
		assert.equal(await ask('b', { baseUrl: gone.baseUrl }), undefined);
	});

	it('is not asked of Azure', async () => {
		assert.equal(await ask('b', { azureApiVersion: '2024-10-21' }), undefined);
		assert.deepEqual(server.now.requests, []);
	});

	it('is known to the probe, unless the endpoint states it', async () => {
		server.now.script(() => ({ toolCalls: [{ name: 'look_up', arguments: { word: 'harbor' } }] }));
		server.now.page('GET /v1/models', { data: [{ id: 'small', max_model_len: 20_000 }] });
		const endpoint = { baseUrl: server.now.baseUrl, model: 'small' };
		assert.equal((await probeEndpoint(endpoint, signal)).contextTokens, 20_000);
		assert.equal((await probeEndpoint({ ...endpoint, contextTokens: 9000 }, signal)).contextTokens, undefined);
	});

	for (const [model, contextTokens] of [
		['gpt-4', 8192],
		['openai/gpt-4.1-mini', 1_047_576],
		['GPT-4-turbo-2024-04-09', 128_000],
		['a-model-of-next-year', 128_000],
	] as const) {
		it(`is that of the table for ${model}, else 128k`, () => {
			const endpoint = { baseUrl: 'http://localhost:1/v1', model, replyForm: 'prose' } as const;
			assert.equal(createOpenAiModel(endpoint).contextTokens, contextTokens);
			assert.equal(createOpenAiModel({ ...endpoint, contextTokens: 5000 }).contextTokens, 5000);
		});
	}
});
