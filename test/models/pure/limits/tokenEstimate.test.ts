import assert from 'node:assert/strict';
import { estimatedUsage } from '../../../../src/models/pure/limits/tokenEstimate';

const messages = [{ role: 'user', text: 'Where is the total computed?' }] as const;
const answer = { role: 'assistant', text: 'In basket.py.' } as const;
const tool = {
	name: 'search_code',
	description: 'Finds lines of code by words.',
	parameters: { type: 'object', properties: { words: { type: 'string' } } },
};

describe('the usage of a model that reports none', () => {
	it('counts the definitions of tools and the schema of the answer, which are sent as well', () => {
		const tokens = (more: object) => estimatedUsage({ messages, ...more }, answer).inputTokens;
		const plain = tokens({});
		assert.ok(tokens({ tools: [tool] }) >= plain + JSON.stringify(tool).length / 4);
		assert.ok(tokens({ json: { name: 'report', schema: tool.parameters } }) > plain);
		assert.equal(tokens({ json: 'object' }), plain);
	});
});
