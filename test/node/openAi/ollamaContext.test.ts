import assert from 'node:assert/strict';
import { ollamaContext } from '../../../src/node/openAi/probeEndpoint';
import { startScriptedModelServer } from '../../support/scriptedModelServer';
import { TestModelServer } from '../../support/testModelServer';

describe('ollamaContext', () => {
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
		assert.deepEqual(await ollamaContext(endpoint(), signal), {
			contextTokens: 4096,
			warning:
				'Ollama gives coder 4096 tokens, and silently truncates what is longer. Start it with OLLAMA_CONTEXT_LENGTH=16384, ' +
				`or put "PARAMETER num_ctx 16384" into the model's Modelfile.`,
		});
	});

	it('has no warning where the Modelfile gives enough', async () => {
		isOllama({ show: { parameters: 'stop "<|end|>"\nnum_ctx                        32768' } });
		assert.deepEqual(await ollamaContext(endpoint(), signal), { contextTokens: 32_768 });
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
		const context = await ollamaContext(endpoint(), signal);
		assert.equal(context?.contextTokens, 8192);
		assert.match(context?.warning ?? '', /OLLAMA_CONTEXT_LENGTH=32768/);
	});

	it('has no warning for a model that cannot hold more', async () => {
		isOllama({ show: { model_info: { 'x.context_length': 2048 } } });
		assert.deepEqual(await ollamaContext(endpoint(), signal), { contextTokens: 4096 });
	});

	it('is undefined for a server of another kind, and for none', async () => {
		server.now.page('GET /api/version', ['no version']);
		assert.equal(await ollamaContext(endpoint(), signal), undefined);
		const gone = await startScriptedModelServer();
		await gone.close();
		assert.equal(await ollamaContext({ ...endpoint(), baseUrl: gone.baseUrl }, signal), undefined);
	});

	it('ends with the reason of its signal', async () => {
		const reason = new Error('the user pressed Stop');
		await assert.rejects(ollamaContext(endpoint(), AbortSignal.abort(reason)), error => error === reason);
	});
});
