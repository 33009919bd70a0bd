import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { addEndpoint } from '../../src/editor/models/addEndpoint';
import { testConnection } from '../../src/editor/models/testConnection';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { answeredDialogs, type ModelParts, modelParts, setModelSettings } from './modelParts';

const key = 'q8Zt4LmW0pXv7RkB';

describe('adding an endpoint', () => {
	let parts: ModelParts;
	let server: ScriptedModelServer;

	beforeEach(async () => {
		parts = modelParts();
		server = await startScriptedModelServer();
	});

	afterEach(async () => {
		await parts.dispose();
		await server.close();
		server.assertNothingUnexpected();
	});

	const settings = () => vscode.workspace.getConfiguration('faultline');
	const listModels = (...ids: string[]) => server.page('GET /v1/models', { data: ids.map(id => ({ id })) });
	const host = () => new URL(server.baseUrl).host;

	it('offers the models the server lists, asks for no key then, and selects the picked one', async () => {
		listModels('small', 'big');
		const dialogs = answeredDialogs('Ollama', server.baseUrl, 'big');
		assert.deepEqual(await addEndpoint(parts.models, dialogs), { kind: 'endpoint', name: 'Ollama big' });
		assert.deepEqual(dialogs.shown, ['pick: Add an Endpoint', 'input: Address of Ollama', `pick: Models of ${host()}`]);
		assert.deepEqual(settings().get('endpoints'), [{ name: 'Ollama big', baseUrl: server.baseUrl, model: 'big' }]);
		assert.equal(settings().get('model'), 'endpoint:Ollama big');
		assert.equal(parts.secrets.size, 0);
	});

	it('takes a model by its name where the server lists none', async () => {
		const dialogs = answeredDialogs('vLLM', server.baseUrl, 'mine');
		assert.deepEqual(await addEndpoint(parts.models, dialogs), { kind: 'endpoint', name: 'vLLM mine' });
		assert.equal(dialogs.shown.at(-1), 'input: Name of the model');
	});

	it('takes a model the server does not list', async () => {
		listModels('small');
		const dialogs = answeredDialogs('vLLM', server.baseUrl, '$(edit) Another model…', 'hidden');
		assert.deepEqual(await addEndpoint(parts.models, dialogs), { kind: 'endpoint', name: 'vLLM hidden' });
	});

	it('keeps the key in the secret storage, and nowhere else', async () => {
		listModels('small');
		server.script(() => ({ text: `The key is ${key}` }));
		const dialogs = answeredDialogs('OpenAI', server.baseUrl, key, 'small', undefined);
		const choice = (await addEndpoint(parts.models, dialogs)) ?? assert.fail('nothing was added');
		assert.ok(dialogs.shown.includes(`secret: API key for ${host()}`), dialogs.shown.join());
		await testConnection(parts, dialogs, choice);
		assert.ok(server.requests.length > 1);
		assert.ok(server.requests.every(({ headers }) => headers.authorization === `Bearer ${key}`));
		assert.deepEqual([...parts.secrets.values()], [key]);
		const elsewhere = [settings().inspect('endpoints'), settings().inspect('model'), [...parts.memory]];
		assert.ok(parts.memory.size > 0 && parts.logged.length > 0);
		assert.doesNotMatch(JSON.stringify([elsewhere, parts.logged, dialogs.shown]), new RegExp(key));
	});

	it('lets no key out where a server refuses it and quotes it back', async () => {
		server.script(() => ({ fault: 'status', status: 401, body: { error: { message: `Incorrect API key: ${key}` } } }));
		const dialogs = answeredDialogs('OpenAI', server.baseUrl, key, 'small', undefined);
		const choice = (await addEndpoint(parts.models, dialogs)) ?? assert.fail('nothing was added');
		await testConnection(parts, dialogs, choice);
		assert.match(dialogs.shown.at(-1) ?? '', /^complain \| .* \| Set Key \| Choose Model \| Retry$/);
		assert.doesNotMatch(JSON.stringify([parts.logged, dialogs.shown, [...parts.memory]]), new RegExp(key));
	});

	it('retries with another key', async () => {
		const right = 'Bearer second-key';
		server.script((_body, { headers }) =>
			headers.authorization === right ? { text: 'Hello' } : { fault: 'status', status: 401, body: {} },
		);
		const dialogs = answeredDialogs('OpenAI', server.baseUrl, 'first-key', 'small', 'Set Key', 'second-key', undefined);
		const choice = (await addEndpoint(parts.models, dialogs)) ?? assert.fail('nothing was added');
		await testConnection(parts, dialogs, choice);
		assert.match(dialogs.shown.at(-1) ?? '', /^inform \| small answers at /);
		assert.deepEqual([...parts.secrets.values()], ['second-key']);
	});

	it('reports the capabilities of the model once it answers', async () => {
		server.script(() => ({ text: 'Hello' }));
		await setModelSettings({
			model: 'endpoint:Mine',
			endpoints: [{ name: 'Mine', baseUrl: server.baseUrl, model: 'small', contextTokens: 8192 }],
		});
		const dialogs = answeredDialogs(undefined);
		await testConnection(parts, dialogs, parts.models.choice);
		const [message = ''] = dialogs.shown;
		assert.ok(message.startsWith(`inform | small answers at ${host()}.`), message);
		assert.match(message, /It answers in prose.*8,192 tokens of context\.$/);
	});

	it('asks for a key if the server requires one to list its models', async () => {
		const strict = await startStrictServer();
		const dialogs = answeredDialogs('Ollama', strict.baseUrl, key, 'small');
		assert.deepEqual(await addEndpoint(parts.models, dialogs), { kind: 'endpoint', name: 'Ollama small' });
		assert.ok(dialogs.shown.includes(`secret: API key for ${new URL(strict.baseUrl).host}`), dialogs.shown.join());
		await strict.close();
	});

	const dialogsLeft: [where: string, answers: readonly (string | undefined)[]][] = [
		['which server', [undefined]],
		['the address', ['OpenAI', undefined]],
		['the key', ['OpenAI', '=', undefined]],
	];
	for (const [where, answers] of dialogsLeft) {
		it(`keeps nothing when the user cancels at ${where}`, async () => {
			assert.equal(await addEndpoint(parts.models, answeredDialogs(...answers)), undefined);
			assert.deepEqual([settings().get('endpoints'), settings().get('model'), parts.secrets.size], [[], 'embedded', 0]);
		});
	}

	it('keeps no key when the user cancels at the model', async () => {
		listModels('small');
		assert.equal(await addEndpoint(parts.models, answeredDialogs('OpenAI', server.baseUrl, key, undefined)), undefined);
		assert.deepEqual([settings().get('endpoints'), parts.secrets.size], [[], 0]);
	});

	it('changes the endpoint of the same server and model, and keeps what else is set of it', async () => {
		listModels('small');
		const set = { name: 'Mine', baseUrl: server.baseUrl, model: 'small', headers: { 'x-team': 'search' } };
		await setModelSettings({ endpoints: [set] });
		const dialogs = answeredDialogs('OpenAI', server.baseUrl, key, 'small');
		assert.deepEqual(await addEndpoint(parts.models, dialogs), { kind: 'endpoint', name: 'Mine' });
		assert.deepEqual(settings().get('endpoints'), [set]);
		assert.deepEqual([...parts.secrets.values()], [key]);
	});

	it('does not take the name of another endpoint', async () => {
		listModels('small');
		const other = { name: 'Ollama small', baseUrl: 'http://localhost:1/v1', model: 'small' };
		await setModelSettings({ endpoints: [other] });
		const choice = await addEndpoint(parts.models, answeredDialogs('Ollama', server.baseUrl, 'small'));
		assert.deepEqual(choice, { kind: 'endpoint', name: 'Ollama small 2' });
	});
});

/** Lists a model to those who have a key. */
async function startStrictServer() {
	const server = createServer(({ headers }, response) => {
		response.writeHead(headers.authorization === `Bearer ${key}` ? 200 : 401, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ data: [{ id: 'small' }] }));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
