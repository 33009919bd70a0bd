import assert from 'node:assert/strict';
import { jsonIn } from '../../../../src/core/agent/reply/jsonText';
import { isRecord } from '../../../../src/core/util/fields';

describe('JSON in an answer', () => {
	const read = (text: string) => jsonIn(text, isRecord);

	it('keeps the backslashes of a regular expression that was not escaped', () => {
		assert.deepEqual(read(String.raw`{"pattern": "rv\.exp\s*<\s*0"}`), { pattern: String.raw`rv\.exp\s*<\s*0` });
	});

	it('keeps escapes as they are where something else has to be repaired', () => {
		assert.deepEqual(read(String.raw`{"text": "a\n\"b\" \\.",}`), { text: 'a\n"b" \\.' });
	});
});
