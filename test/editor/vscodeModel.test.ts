import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createVscodeModel } from '../../src/editor/models/vscodeModel';
import type { ChatRequest, ToolSchema } from '../../src/models/pure/chatModel';
import { ModelError } from '../../src/models/pure/modelError';
import { passed } from '../support/passed';
import { chatProvider, testModel } from './chatProvider';
import { eventually } from './eventually';

const hello: ChatRequest = { messages: passed({ role: 'user', text: 'Hello?' }) };
const look: ToolSchema = {
	name: 'look',
	description: 'Looks something up',
	parameters: { type: 'object', properties: { what: { type: 'string' }, line: { type: 'integer' } } },
};

async function modelOf(id: string) {
	return createVscodeModel(await testModel(id), 'tools');
}

/** What reached the provider in the newest request, part by part. */
async function newestParts(): Promise<[role: string, parts: unknown[]][]> {
	const { requests } = await chatProvider();
	return (requests.at(-1)?.messages ?? []).map(({ role, content }) => [
		vscode.LanguageModelChatMessageRole[role] ?? '',
		[...content],
	]);
}

function textOf(part: unknown): string {
	return part instanceof vscode.LanguageModelTextPart ? part.value : assert.fail('not a text part');
}

describe('a model of VS Code', () => {
	it('reports its name, its server and its context window', async () => {
		const { name, server, contextTokens } = await modelOf('default');
		assert.deepEqual([name, server, contextTokens], ['Test default', 'VS Code (faultline-test)', 4000]);
	});

	it('answers in text, piece by piece, and its tokens are estimated', async () => {
		const pieces: string[] = [];
		const model = await modelOf('default');
		const { text, toolCalls, usage, finish } = await model.complete({ ...hello, onText: piece => pieces.push(piece) });
		assert.deepEqual([text, toolCalls, finish], ['Hello there.', [], 'done']);
		assert.equal(pieces.join(''), text);
		assert.ok(usage?.isEstimated && usage.inputTokens > 0 && usage.outputTokens > 0, JSON.stringify(usage));
	});

	it('calls a tool it is offered, and unknown parts are skipped', async () => {
		const { text, toolCalls } = await (await modelOf('toolcall')).complete({ ...hello, tools: [look] });
		assert.equal(text, 'Looking. ');
		assert.deepEqual(toolCalls, [{ id: 'call_1', name: 'look', arguments: '{"what":"Hello?","line":3}' }]);
		const { options } = (await chatProvider()).requests.at(-1) ?? assert.fail('no request');
		assert.deepEqual(
			options.tools?.map(({ name, inputSchema }) => [name, inputSchema]),
			[['look', look.parameters]],
		);
	});

	it('counts the tools that are sent as tokens', async () => {
		const model = await modelOf('default');
		const without = (await model.complete(hello)).usage?.inputTokens ?? assert.fail('no usage');
		const withTool = (await model.complete({ ...hello, tools: [look] })).usage?.inputTokens ?? 0;
		assert.ok(withTool > without, `${withTool} > ${without}`);
	});

	it('gets instructions within the first user message, as it knows no system role', async () => {
		await (await modelOf('default')).complete({
			messages: passed({ role: 'system', text: 'Be brief.' }, { role: 'user', text: 'Hello?' }),
		});
		const [[role, parts] = ['', []], ...others] = await newestParts();
		assert.deepEqual([role, parts.map(textOf), others], ['User', ['Be brief.\n\nHello?'], []]);
	});

	it('gets tool calls and their results as parts, the results of one turn together', async () => {
		await (await modelOf('default')).complete({
			messages: passed(
				...hello.messages,
				{
					role: 'assistant',
					text: '',
					toolCalls: [
						{ id: 'a', name: 'look', arguments: '{"what":"b"}' },
						{ id: 'c', name: 'look', arguments: 'half of {' },
					],
				},
				{ role: 'tool', call: 'a', text: 'found' },
				{ role: 'tool', call: 'c', text: 'no such call' },
				{ role: 'user', text: 'Go on.' },
			),
		});
		const [, [, calls] = ['', []], [role, results] = ['', []], ...rest] = await newestParts();
		assert.deepEqual(
			calls.map(part => part instanceof vscode.LanguageModelToolCallPart && [part.callId, part.input]),
			[
				['a', { what: 'b' }],
				['c', { arguments: 'half of {' }],
			],
		);
		assert.equal(role, 'User');
		assert.deepEqual(
			results.map(
				part => part instanceof vscode.LanguageModelToolResultPart && [part.callId, ...part.content.map(textOf)],
			),
			[
				['a', 'found'],
				['c', 'no such call'],
			],
		);
		assert.equal(rest.length, 1);
	});

	it('is stopped when the user cancels, without waiting for it', async () => {
		const abort = new AbortController();
		const model = await modelOf('slow');
		const { requests } = await chatProvider();
		const reason = new Error('enough');
		const answer = model.complete({ ...hello, signal: abort.signal, onText: () => abort.abort(reason) });
		await assert.rejects(answer, reason);
		assert.ok(await eventually(() => requests.at(-1)?.wasCancelled()));
	});

	it('gets no request after the user has cancelled', async () => {
		const model = await modelOf('default');
		const { requests } = await chatProvider();
		const nBefore = requests.length;
		await assert.rejects(model.complete({ ...hello, signal: AbortSignal.abort(new Error('enough')) }), /enough/);
		assert.equal(requests.length, nBefore);
	});

	it('is not asked for JSON, which VS Code cannot ask for', async () => {
		const model = await modelOf('default');
		const { requests } = await chatProvider();
		const nBefore = requests.length;
		await assert.rejects(model.complete({ ...hello, json: 'object' }), { kind: 'unsupported' });
		assert.equal(requests.length, nBefore);
	});

	const failures: [mode: string, kind: string, message: RegExp][] = [
		['error', 'serverError', /\(The upstream fell over\)/],
		['cancel', 'refused', /Retry and allow it/],
		['quota', 'quota', /The quota is used up \(.*premium request allowance/i],
		['rate', 'rateLimited', /Wait a moment/],
		['empty', 'empty', /empty answer/],
		['blocked', 'quota', /Choose another model/],
		['gone', 'unknownModel', /Choose another model/],
		['forbidden', 'refused', /allow it when VS Code asks/],
	];
	for (const [mode, kind, message] of failures) {
		it(`fails as ${kind} when its provider does as "${mode}"`, async () => {
			const error = await (await modelOf(mode)).complete(hello).then(
				() => assert.fail('it answered'),
				(thrown: unknown) => thrown,
			);
			assert.ok(error instanceof ModelError, String(error));
			assert.equal(error.kind, kind, error.message);
			assert.match(error.message, message);
			assert.match(error.message, /^VS Code \(faultline-test\)/);
			assert.equal(error.retryAfterMs, mode === 'rate' ? 7000 : undefined);
		});
	}
});
