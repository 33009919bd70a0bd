import assert from 'node:assert/strict';
import { isRecord } from '../../../../src/system/pure/fields';
import { jsonIn } from '../../../../src/system/pure/text/jsonText';

describe('JSON in an answer', () => {
	const read = (text: string) => jsonIn(text, isRecord);

	it('keeps the backslashes of a regular expression that was not escaped', () => {
		assert.deepEqual(read(String.raw`{"pattern": "rv\.exp\s*<\s*0"}`), { pattern: String.raw`rv\.exp\s*<\s*0` });
	});

	it('keeps escapes as they are where something else has to be repaired', () => {
		assert.deepEqual(read(String.raw`{"text": "a\n\"b\" \\.",}`), { text: 'a\n"b" \\.' });
	});
});
