import assert from 'node:assert/strict';
import { readSharedTexts, withSharedTexts } from '../../../../src/code/node/languages/sharedTexts';

describe('shared texts', () => {
	it('are written once, and read where they were', () => {
		const text = 'a line\n'.repeat(200);
		const value = { runners: [{ text }, { text, short: 'x', none: null, count: 3 }], text };
		const json = withSharedTexts(value);
		assert.ok(json.length < text.length * 2);
		assert.deepEqual(readSharedTexts(json), value);
	});
});
