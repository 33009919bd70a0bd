import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { UserError } from '../../src/system/pure/errors/userError';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/scriptedModelServer';
import { chatModes } from '../vscode/chatProvider/chatProviderControl';
import { chatProvider, testModel } from './chatProvider';
import { eventually } from './eventually';
import { type ModelParts, modelParts, setModelSettings } from './modelParts';

const dayMs = 24 * 60 * 60 * 1000;

describe('the model in use', () => {
	let parts: ModelParts;
	let server: ScriptedModelServer;

	beforeEach(async () => {
		parts = modelParts();
		server = await startScriptedModelServer();
		server.script(body => (body.tools ? { toolCalls: [callOf(body)] } : { text: 'Hello' }));
	});

	afterEach(async () => {
		await parts.dispose();
		await server.close();
		server.assertNothingUnexpected();
	});

	/** Calls the first tool, with the words it was asked with. */
	function callOf({ tools, messages }: (typeof server.bodies)[number]) {
		const name = tools?.[0]?.function.name ?? '';
		return { name, arguments: { word: messages.at(-1)?.content ?? '' } };
	}

	const endpoint = () => ({ name: 'Mine', baseUrl: server.baseUrl, model: 'small' });

	it('is none at first: the embedded localizer', async () => {
		assert.equal(await parts.models.current(), undefined);
		assert.deepEqual([parts.models.label, parts.models.recipient], ['Embedded localizer', undefined]);
	});

	it('is one of VS Code by its id, with who gets what is sent', async () => {
		await testModel('toolcall');
		await setModelSettings({ model: 'vscode:faultline-test/toolcall' });
		const model = await parts.models.current();
		assert.deepEqual([model?.name, model?.replyForm], ['Test toolcall', 'tools']);
		assert.equal(parts.models.label, 'VS Code: toolcall');
		assert.equal(parts.models.recipient, model?.server);
	});

	it('is one of VS Code by its family, which is not asked for more than it gives', async () => {
		await setModelSettings({ model: 'vscode:faultline-test/family-default' });
		const model = await parts.models.current();
		assert.deepEqual([model?.name, model?.replyForm], ['Test default', 'prose']);
	});

	it('is an endpoint of the settings', async () => {
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [endpoint()] });
		const model = await parts.models.current();
		const { host } = new URL(server.baseUrl);
		assert.deepEqual([model?.name, model?.server, model?.replyForm], ['small', host, 'tools']);
		assert.deepEqual([parts.models.label, parts.models.recipient], [`Endpoint: ${host}`, host]);
	});

	it('has another one of the same server beside it, which compares', async () => {
		assert.equal(await parts.models.beside('large'), undefined);
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [{ ...endpoint(), contextTokens: 9000 }] });
		await parts.models.keys.set(endpoint(), 'k-7');
		const judge = await parts.models.beside('large');
		assert.deepEqual([judge?.name, judge?.server, judge?.contextTokens], ['large', parts.models.recipient, 128_000]);
		assert.deepEqual([...new Set(server.bodies.map(({ model }) => model))], ['large']);
		assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer k-7');
		await testModel('toolcall');
		await setModelSettings({ model: 'vscode:faultline-test/family-default' });
		assert.equal((await parts.models.beside('toolcall'))?.name, 'Test toolcall');
	});

	it('is tried once in seven days', async () => {
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [endpoint()] });
		await parts.models.current();
		const nFirst = server.bodies.length;
		assert.ok(nFirst > 0);
		parts.clock.nowMs += 6 * dayMs;
		assert.equal((await parts.models.current())?.replyForm, 'tools');
		assert.equal(server.bodies.length, nFirst);
		parts.clock.nowMs += 2 * dayMs;
		await parts.models.current();
		assert.equal(server.bodies.length, 2 * nFirst);
	});

	it('is probed again on another server', async () => {
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [endpoint()] });
		await parts.models.current();
		const nFirst = server.bodies.length;
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [{ ...endpoint(), baseUrl: `${server.origin}/v2` }] });
		await parts.models.current();
		assert.equal(server.bodies.length, 2 * nFirst);
	});

	it('gets its key from the secret storage, and another server does not get it', async () => {
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [endpoint()] });
		await parts.models.keys.set(endpoint(), ' k-7 ');
		await parts.models.current();
		assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer k-7');
		const other = await startScriptedModelServer();
		other.script(() => ({ text: 'Hello' }));
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [{ ...endpoint(), baseUrl: other.baseUrl }] });
		await parts.models.current();
		assert.equal(other.requests.at(-1)?.headers.authorization, undefined);
		await other.close();
	});

	it('is waited for while its provider starts', async () => {
		const { offer } = await chatProvider();
		await testModel('toolcall');
		await setModelSettings({ model: 'vscode:faultline-test/toolcall' });
		offer([]);
		await eventually(async () => (await vscode.lm.selectChatModels({ vendor: 'faultline-test' })).length === 0);
		const model = parts.models.current();
		offer(chatModes);
		assert.equal((await model)?.name, 'Test toolcall');
	});

	it('sends nothing by being chosen', async () => {
		const { requests } = await chatProvider();
		const nBefore = requests.length;
		let nChanges = 0;
		parts.models.onDidChange(() => nChanges++);
		await setModelSettings({ model: 'vscode:faultline-test/default' });
		await setModelSettings({ model: 'endpoint:Mine', endpoints: [endpoint()] });
		assert.ok(nChanges >= 2, `${nChanges} changes`);
		assert.deepEqual([requests.length - nBefore, server.requests.length], [0, 0]);
	});

	const missing: [setting: string, message: RegExp][] = [
		['endpoint:Gone', /no endpoint "Gone".*Choose another model/],
		['vscode:faultline-test/gone-for-good', /no model "gone-for-good".*choose another one/],
		['gpt-4.1', /Unknown model "gpt-4\.1".*Choose another one/],
	];
	for (const [model, message] of missing) {
		it(`reports what to do if the setting is "${model}"`, async () => {
			await setModelSettings({ model });
			await assert.rejects(parts.models.current(), (error: UserError) => {
				assert.match(error.message, message);
				assert.equal(error.cures[0]?.kind, 'chooseModel');
				return true;
			});
		});
	}

	it('does not use an endpoint with a key in its headers', async () => {
		const endpoints = [{ ...endpoint(), headers: { authorization: 'Bearer k-7' } }];
		await setModelSettings({ model: 'endpoint:Mine', endpoints });
		await assert.rejects(parts.models.current(), {
			name: 'UserError',
			message: /looks like a key.*"Change Key"/,
		});
	});
});
