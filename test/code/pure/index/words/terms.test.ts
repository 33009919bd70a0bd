import assert from 'node:assert/strict';
import { stem } from '../../../../../src/code/pure/index/words/terms';

describe('the stem of a word', () => {
	for (const [words, expected] of [
		[['check', 'checks', 'checked', 'checking'], 'check'],
		[['query', 'queries'], 'query'],
		[['class', 'classes'], 'class'],
		[['prices'], 'price'],
	] as const) {
		it(`is ${expected} for ${words.join(', ')}`, () => {
			assert.deepEqual([...new Set(words.map(stem))], [expected]);
		});
	}

	for (const word of ['bus', 'red', 'ring', 'ties', 'status', 'address', 'bring', '']) {
		it(`is the word itself for ${word || 'nothing'}`, () => {
			assert.equal(stem(word), word);
		});
	}
});
