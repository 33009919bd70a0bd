import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Workspace } from '../../src/history/pure/workspace';
import { createOpenAiModel } from '../../src/models/node/openAiModel';
import { unattended } from '../../src/models/pure/limits/supervisor';
import { nodesOf } from '../../src/runs/pure/fold/runTree';
import type { ReplyForm } from '../../src/runs/pure/model/chat';
import { type ModelRunOptions, runModel } from '../engine/stages/locate/agent/modelRun';
import { issue, shop } from '../engine/stages/locate/shop';
import { memoryWorkspace } from '../support/memoryWorkspace';
import { TestPages } from '../support/testPages';

const megabyte = 1024 * 1024;
const given = issue('The first price fails', 'An empty basket should have no first price, but `first_price` raises.');

describe('a run with a model', () => {
	const pages = new TestPages();
	let workspace: Workspace;
	let nSent = 0;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});
	beforeEach(() => {
		nSent = 0;
	});

	const locate = (replyForm: ReplyForm, options: Partial<ModelRunOptions> = {}) => {
		const model = createOpenAiModel({ baseUrl: `${pages.origin}/v1`, model: 'm', replyForm });
		return runModel(workspace, given, { model, ...options });
	};
	const sendMessage = (response: ServerResponse, message: object) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
	};
	const sendForever = (response: ServerResponse, delta: object) => {
		const bytes = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`.repeat(20));
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.on('error', () => undefined);
		const more = () => {
			do {
				nSent += bytes.length;
			} while (response.write(bytes));
			response.once('drain', more);
		};
		more();
	};
	const report = {
		content: JSON.stringify({
			bug_locations: [{ file: 'shop/basket.py', method: 'first_price', intended_behavior: 'give nothing' }],
		}),
	};
	const words = 'word '.repeat(200);

	for (const [what, delta] of [
		['text', { content: words }],
		['reasoning', { reasoning_content: words }],
		['a call', { tool_calls: [{ index: 0, function: { name: 'search_class', arguments: words } }] }],
	] as const) {
		it(`is stopped at its limit on tokens while ${what} arrives`, async () => {
			pages.answer = (_request, response) => sendForever(response, delta);
			const { run, events } = await locate('tools', { caps: { tokens: 20_000 } });
			const failed = events.find(({ type }) => type === 'modelFailed');
			assert.ok(failed?.type === 'modelFailed');
			assert.equal(failed.kind, 'capReached');
			assert.match(failed.message, /^The answer was stopped\. The limit of 20,000 tokens for this run is reached\.$/);
			assert.ok(run.usage.outputTokens >= 20_000 && run.usage.isEstimated, `${run.usage.outputTokens} tokens`);
			assert.ok(run.usage.outputTokens < 40_000, `${run.usage.outputTokens} tokens`);
			assert.equal(run.state, 'done');
			assert.ok(events.some(event => event.type === 'locationsNamed' && event.provisional));
			assert.equal(pages.requests.length, 1);
			assert.ok(nSent < 20 * megabyte, `${nSent} bytes were taken`);
		});
	}

	it('is stopped at its limit on cost while an answer arrives', async () => {
		pages.answer = (_request, response) => sendForever(response, { content: words });
		const { events } = await locate('tools', { caps: { cost: 2 }, price: { input: 0, output: 100 } });
		const failed = events.find(({ type }) => type === 'modelFailed');
		assert.match(failed?.type === 'modelFailed' ? failed.message : '', /^The answer was stopped\. The limit of .*2/);
		assert.ok(nSent < 20 * megabyte, `${nSent} bytes were taken`);
	});

	it('asks again where the user raises the limit within an answer', async () => {
		pages.answer = (_request, response) =>
			pages.requests.length === 1 ? sendForever(response, { content: words }) : sendMessage(response, report);
		const raised: number[] = [];
		const { run, events } = await locate('jsonObject', {
			caps: { tokens: 20_000 },
			supervisor: { ...unattended, raiseCap: async (_cap, limit) => raised.push(limit) && 1_000_000 },
		});
		assert.deepEqual(raised, [20_000]);
		assert.deepEqual([run.state, pages.requests.length, run.nRequests], ['done', 2, 2]);
		assert.deepEqual(
			events.flatMap(event => (event.type === 'modelFailed' ? [event.retryInMs] : [])),
			[0],
		);
		assert.ok(run.usage.outputTokens >= 20_000, `${run.usage.outputTokens} tokens`);
	});

	it('is cancelled where the user cancels just before a request is sent, and sends nothing', async () => {
		pages.answer = () => undefined;
		const stop = new AbortController();
		const onEvent = ({ type }: { readonly type: string }) => type === 'modelAsked' && stop.abort();
		const { run } = await locate('tools', { signal: stop.signal, onEvent: event => void onEvent(event) });
		assert.deepEqual([run.state, pages.requests.length], ['cancelled', 0]);
	});

	it('says that an answer is too long, and sends the request no second time', async () => {
		pages.answer = (_request, response) => sendForever(response, { content: words });
		const { run, events } = await locate('tools');
		const kinds = events.flatMap(event => (event.type === 'modelFailed' ? [event.kind] : []));
		assert.deepEqual(kinds, ['tooLong']);
		assert.match(run.message ?? '', /its answer has more than 4 million characters/);
		assert.equal(pages.requests.length, 1);
	});

	it('makes the first calls of an answer with twenty thousand, and says so', async () => {
		const calls = Array.from({ length: 20_000 }, (_, at) => `search_class("Basket${at}")`);
		const bodies: string[] = [];
		pages.answer = (request, response) => {
			const isFirst = pages.requests.length === 1;
			request.on('data', bytes => bodies.push(String(bytes)));
			request.on('end', () =>
				sendMessage(response, isFirst ? { content: JSON.stringify({ API_calls: calls }) } : report),
			);
		};
		const { run, events } = await locate('jsonObject');
		assert.equal(events.filter(({ type }) => type === 'toolCalled').length, 32);
		const notes = nodesOf(run).flatMap(node => node.notes);
		assert.ok(notes.includes('Made only the first 32 calls of an answer.'), notes.join('\n'));
		assert.match(bodies.join(''), /Only the first 32 calls of your answer could be made\./);
		assert.match(bodies.join(''), /API_calls: of 20000 elements, 128 were read\./);
		assert.equal(run.state, 'done');
	});

	it('reports the first problems of an answer with twenty thousand', async () => {
		const calls = Array.from({ length: 20_000 }, (_, at) => `unknown_tool_${at}("x")`);
		let nBytes = 0;
		pages.answer = (request, response) => {
			nBytes = 0;
			request.on('data', bytes => {
				nBytes += bytes.length;
			});
			const isFirst = pages.requests.length === 1;
			sendMessage(response, isFirst ? { content: JSON.stringify({ API_calls: calls }) } : report);
		};
		const { run } = await locate('jsonObject');
		assert.equal(run.state, 'done');
		assert.ok(nBytes < 2 * megabyte, `${nBytes} bytes were sent`);
	});
});
