import assert from 'node:assert/strict';
import type { ChatRequest } from '../../../../src/models/pure/chatModel';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { AnsweringModel } from '../../strategies/strategyRun';
import { actionsIn, leadsToFixAt, replacedKind } from './plantedBug';
import { TreeWorld } from './treeWorld';

describe('a branch that ends in the same patch as another one', () => {
	it('is shown to the model with this patch and how it failed', async () => {
		const world = await TreeWorld.create();
		const usual = leadsToFixAt('create');
		const wrong = { path: 'calc.py', text: 'def add(a, b):\n    return a\n' };
		const model = new AnsweringModel(request => {
			const last = request.messages.at(-1)?.text ?? '';
			const isSecond = actionsIn(request.messages).filter(name => name === 'create').length === 2;
			return replacedKind(last) === 'edit'
				? ['create', wrong]
				: isSecond && replacedKind(last) === undefined
					? ['submit', { summary: 'Done.' }]
					: usual(request);
		});
		const { run } = await world.run(model, { limits: { create: 0, append: 0, edit: 1, submit: 1, error: 0 } });
		const submitted = nodesOf(run).flatMap(({ key, summary }) => (key === 'submit' ? [summary] : []));
		assert.deepEqual(submitted, [
			'submitted: a patch of calc.py, try_it.py',
			'submitted: the same patch as another branch',
		]);
		assert.equal(fixOf(run).patches.length, 1);
		const prompts = [...model.asked.keys()]
			.map(key => (JSON.parse(key) as ChatRequest).messages.at(-1)?.text ?? '')
			.filter(text => replacedKind(text) === 'submit');
		assert.equal(prompts.length, 2);
		for (const prompt of prompts) {
			assert.match(prompt, /This patch was submitted[\s\S]*\+ {4}return a\n[\s\S]*AssertionError: expected 3/);
		}
	});
});
