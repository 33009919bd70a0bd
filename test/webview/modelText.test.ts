import assert from 'node:assert/strict';
import { modelText } from '../../src/webview/rows/requestItems';

describe('modelText', () => {
	it('is the answer of a model that writes prose', () => {
		assert.deepEqual(modelText('  It is the clock.\n'), { text: 'It is the clock.', isCode: false });
	});

	it('is the analysis of a JSON answer', () => {
		const text = '{"analysis": "It is the clock.", "API_calls": []}';
		assert.deepEqual(modelText(text), { text: 'It is the clock.', isCode: false });
	});

	for (const text of ['{"analysis": 7}', '{"analysis": "  "}', '{"analysis": "torn', '```json\n{}\n```', '[1]']) {
		it(`is ${JSON.stringify(text)} unchanged, for machines`, () => {
			assert.deepEqual(modelText(text), { text, isCode: true });
		});
	}

	it('is undefined for an empty answer', () => {
		assert.equal(modelText(' \n'), undefined);
	});
});
