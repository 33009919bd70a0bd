import assert from 'node:assert/strict';
import type { Workspace } from '../../../../../src/history/pure/workspace';
import { nodesOf } from '../../../../../src/runs/pure/fold/runTree';
import type { ReplyForm } from '../../../../../src/runs/pure/model/chat';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';
import { type Scripted, ScriptedModel } from '../../../../support/scriptedModel';
import { issue, shop } from '../shop';
import { type ModelRunOptions, runModel } from './modelRun';

const given = issue('The first price fails', 'An empty basket should have no first price, but `first_price` raises.');
const searchJson = JSON.stringify({
	analysis: 'See the code first.',
	API_calls: ['search_method_in_class("first_price", "Basket")'],
	bug_locations: [],
});
const locations = [
	{ file: 'shop/basket.py', class: 'Basket', method: 'first_price', intended_behavior: 'give nothing' },
];
const namedJson = JSON.stringify({ API_calls: [], bug_locations: locations });
const searchProse = 'I need the method itself:\n\n1. `search_method_in_class("first_price", "Basket")`';
const namedProse =
	'It is the method that takes the first of no prices, I would say. The class is the basket, as everybody can see.';

describe('a model without tool calls', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	async function play(form: ReplyForm, script: readonly Scripted[], options: Partial<ModelRunOptions> = {}) {
		const model = new ScriptedModel(form, script);
		const played = await runModel(workspace, given, { model, ...options });
		model.assertAllAsked();
		assert.equal(played.run.state, 'done', played.run.message);
		return { ...played, model };
	}

	for (const form of ['jsonSchema', 'jsonObject'] as const) {
		it(`is asked for ${form} and understood`, async () => {
			const { run, model } = await play(form, [searchJson, namedJson]);
			assert.deepEqual(
				run.selected.locations.map(({ id, intendedBehavior }) => [id, intendedBehavior]),
				[['shop/basket.py#Basket.first_price', 'give nothing']],
			);
			assert.equal(typeof model.requests[0]?.json, form === 'jsonSchema' ? 'object' : 'string');
			assert.match(model.requests[1]?.messages.at(-2)?.text ?? '', /return self\.prices\[0\]/);
		});
	}

	it('may write what it thinks where a schema is enforced, and is asked for nothing that this does not allow', async () => {
		const { model } = await play('jsonSchema', [searchJson, namedJson]);
		const [first = assert.fail()] = model.requests;
		assert.ok(typeof first.json === 'object');
		const { properties } = first.json.schema;
		const required = first.json.schema.required as string[];
		assert.deepEqual(required, ['analysis', 'API_calls', 'bug_locations']);
		assert.deepEqual(Object.keys(properties ?? {}), required);
		const examples = (first.messages[0]?.text ?? '').split('\n').filter(line => line.startsWith('{'));
		assert.deepEqual(
			examples.map(line => Object.keys(JSON.parse(line))),
			[required, required],
		);
		assert.equal(typeof JSON.parse(examples[0] ?? '').API_calls[0].arguments, 'object');
		const asked = model.requests.flatMap(({ messages }) => messages.map(({ text }) => text)).join('\n');
		assert.doesNotMatch(asked, /leave (?:this|it) out/i);
	});

	it('receives what was wrong with its JSON', async () => {
		const { model } = await play('jsonObject', ['{"API_calls": ["search_class()"]}', namedJson]);
		assert.match(model.requests[1]?.messages.at(-1)?.text ?? '', /search_class\(class_name: string\)/);
	});

	it('is asked what results mean, then for a decision, in prose', async () => {
		const { model } = await play('prose', [searchProse, 'It takes the first of no prices.', namedProse, namedJson]);
		assert.deepEqual(
			model.requests.map(({ messages }) =>
				messages
					.at(-1)
					?.text.split(/[\s,.]+/)
					.slice(0, 2)
					.join(' '),
			),
			['These searches', 'First explain', 'Now decide', 'It is'],
		);
	});

	it('needs no second request where its prose holds the calls', async () => {
		const { run } = await play('prose', [searchProse, 'It takes the first of no prices.', namedProse, namedJson]);
		const [round] = nodesOf(run).filter(({ kind }) => kind === 'round');
		assert.deepEqual(
			round?.requests.map(({ purpose }) => purpose),
			['choose searches', 'analyze the results'],
		);
	});

	it('is understood whole where its prose asks for only some searches as calls', async () => {
		const mixed = 'I need:\n- search_code for `prices[0]`\n- search_method("first_price")';
		const asked = JSON.stringify({ API_calls: ['search_code("prices[0]")', 'search_method("first_price")'] });
		const { run } = await play('prose', [mixed, asked, 'It takes the first of no prices.', namedProse, namedJson]);
		assert.deepEqual(
			nodesOf(run).flatMap(({ calls }) => calls.map(({ tool }) => tool)),
			['search_code', 'search_method'],
		);
		const left = await play('prose', [mixed, '{}', '{}', 'It takes the first of no prices.', namedProse, namedJson]);
		assert.match(
			left.model.requests[3]?.messages.at(-1)?.text ?? '',
			/not understood, and not done: search_code for `prices\[0\]` \(write it as search_code\(query: string\)\)/,
		);
	});

	it('receives why its prose could not be converted to JSON, five times at most, and no longer once it repeats itself', async () => {
		const broken = (at: number) => `{"API_calls": ["search_class(${'"A", '.repeat(at + 2)})"]}`;
		const { model } = await play('prose', [
			namedProse,
			...[1, 2, 3, 4, 5].map(broken),
			namedProse,
			...[broken(1), broken(1)],
			namedProse,
			namedJson,
		]);
		assert.match(model.requests[2]?.messages.at(-1)?.text ?? '', /search_class\(class_name: string\)/);
	});
});
