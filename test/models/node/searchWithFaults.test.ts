import assert from 'node:assert/strict';
import type { Workspace } from '../../../src/history/pure/workspace';
import { createOpenAiModel } from '../../../src/models/node/openAiModel';
import type { Run } from '../../../src/runs/pure/fold/run';
import { nodesOf } from '../../../src/runs/pure/fold/runTree';
import { runModel } from '../../engine/stages/locate/agent/modelRun';
import { issue, shop } from '../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../support/memoryWorkspace';
import type { ScriptedAnswer } from '../../support/scriptedAnswer';
import { TestModelServer } from '../../support/testModelServer';

const given = issue('The first price fails', 'An empty basket should have no first price, but `first_price` raises.');
const look: ScriptedAnswer = {
	text: 'Looking.',
	toolCalls: [{ name: 'search_method_in_class', arguments: { method_name: 'first_price', class_name: 'Basket' } }],
};
const report: ScriptedAnswer = {
	toolCalls: [
		{
			name: 'report_bug_locations',
			arguments: {
				bug_locations: [
					{ file: 'shop/basket.py', class: 'Basket', method: 'first_price', intended_behavior: 'give nothing' },
				],
			},
		},
	],
};

describe('a search over the network', () => {
	const server = new TestModelServer();
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	async function search(script: readonly ScriptedAnswer[]): Promise<Run> {
		server.now.script(script);
		const { baseUrl } = server.now;
		const model = createOpenAiModel({
			baseUrl,
			model: 'm',
			apiKey: 'sk-nobody',
			replyForm: 'tools',
			firstByteMs: 300,
			silenceMs: 300,
		});
		const { run } = await runModel(workspace, given, { model });
		assert.equal(server.now.bodies.length, script.length, 'requests made');
		return run;
	}

	for (const [kind, fault] of [
		['rateLimited', { fault: 'rateLimited', retryAfter: '3' }],
		['serverError', { fault: 'status', status: 500, body: { error: { message: 'oops' } } }],
		['cutOff', { fault: 'cutStream', text: 'Let me loo' }],
		['malformed', { fault: 'garbage' }],
		['malformed', { fault: 'htmlPage' }],
		['empty', { fault: 'emptyChoices' }],
		['cutOff', { fault: 'droppedConnection' }],
		['timeout', { fault: 'hang' }],
	] as const) {
		it(`survives ${JSON.stringify(fault)}, which the run records`, async () => {
			const run = await search([look, fault, report]);
			assert.deepEqual([run.state, run.message], ['done', undefined]);
			assert.deepEqual(
				nodesOf(run).flatMap(({ requests }) => requests.flatMap(({ failures }) => failures.map(each => each.kind))),
				[kind],
			);
			assert.deepEqual(
				run.selected.locations.map(({ id }) => id),
				['shop/basket.py#Basket.first_price'],
			);
		});
	}

	it('survives arguments that are wrong and JSON that is broken', async () => {
		const run = await search([
			{ toolCalls: [{ name: 'search_class', arguments: { of: 'Basket' } }] },
			{ toolCalls: [{ name: 'search_class', arguments: '{"class_name": "Bask' }] },
			report,
		]);
		assert.equal(run.state, 'done', run.message);
		assert.equal(run.selected.locations.length, 1);
	});

	it('ends with a message that names the server when it never answers', async () => {
		const run = await search(
			Array.from({ length: 5 }, () => ({ fault: 'status', status: 503, body: 'busy' }) as const),
		);
		assert.equal(run.state, 'failed');
		assert.match(run.message ?? '', /127\.0\.0\.1/);
		assert.equal(run.nodes.n1?.requests[0]?.failures.length, 5);
	});

	it("streams the model's output", async () => {
		const pieces: string[] = [];
		server.now.script([look, report]);
		const model = createOpenAiModel({ baseUrl: server.now.baseUrl, model: 'm', replyForm: 'tools' });
		await runModel(workspace, given, { model, onText: (node, piece) => pieces.push(`${node} ${piece}`) });
		assert.deepEqual(pieces, ['n1 Looking.']);
	});

	it('keeps the key out of everything written', async () => {
		server.now.script([look, { fault: 'status', status: 401, body: { error: { message: 'bad key sk-nobody' } } }]);
		const model = createOpenAiModel({
			baseUrl: server.now.baseUrl,
			model: 'm',
			apiKey: 'sk-nobody',
			replyForm: 'tools',
		});
		const { run, events } = await runModel(workspace, given, { model });
		assert.equal(run.state, 'failed');
		assert.doesNotMatch(JSON.stringify(events), /sk-nobody/);
	});

	it('asks again with a remark after an empty answer, and not for ever', async () => {
		await search([look, { text: ' ' }, report]);
		assert.equal(
			server.now.bodies[2]?.messages.at(-1)?.content,
			'Your last answer was empty. Answer now, in the form that was asked for.',
		);
	});

	it('ends when all answers are empty', async () => {
		const run = await search([{ text: ' ' }, { fault: 'emptyChoices' }, { text: '' }]);
		assert.equal(run.state, 'failed');
		assert.match(run.message ?? '', /answered nothing/);
	});

	it('works with a model that reasons: no temperature, reasoning apart, and answers cut off in it', async () => {
		const refused = { message: "Unsupported value: 'temperature' does not support 0 with this model." };
		const run = await search([
			{ fault: 'status', status: 400, body: { error: refused } },
			{ ...look, reasoning: 'First I look.' },
			{ reasoning: 'Hm, so many ways.', text: '', finish: 'length' },
			{ reasoning: 'It is: `search_class("Basket")`' },
			report,
		]);
		assert.deepEqual([run.state, run.message], ['done', undefined]);
		assert.deepEqual(
			server.now.bodies.map(({ temperature }) => temperature),
			[0, undefined, undefined, undefined, undefined],
		);
		assert.match(
			server.now.bodies[3]?.messages.at(-1)?.content ?? '',
			/reached its longest allowed length.*answer now/,
		);
		assert.deepEqual(
			nodesOf(run).flatMap(({ calls }) => calls.map(({ tool }) => tool)),
			['search_method_in_class', 'search_class'],
		);
	});

	it('waits for a slow server longer at each try', async () => {
		const { baseUrl } = server.now;
		server.now.script(async ({ messages }) => {
			// A prompt takes longer than the limit, but not than twice the limit.
			await new Promise(resolve => setTimeout(resolve, 1.5 * firstByteMs));
			return messages.some(({ role }) => role === 'tool') ? report : look;
		});
		const firstByteMs = 300;
		const model = createOpenAiModel({ baseUrl, model: 'm', replyForm: 'tools', firstByteMs });
		const { run } = await runModel(workspace, given, { model });
		assert.deepEqual([run.state, run.message], ['done', undefined]);
		assert.ok(server.now.bodies.length > 2);
	});
});
