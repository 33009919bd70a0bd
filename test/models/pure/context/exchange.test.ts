import assert from 'node:assert/strict';
import { Exchange, sentTurns } from '../../../../src/models/pure/context/exchange';

/** The texts sent of the results of one call, which is made again and again. */
function sentOf(...results: readonly string[]): readonly string[] {
	const exchanges = results.map((text, at) => {
		const exchange = new Exchange({ role: 'assistant', text: `Try ${at}.` });
		exchange.add({
			message: { role: 'tool', text, call: `c${at}` },
			result: { written: 'submit()', keys: ['submit'] },
		});
		return exchange;
	});
	return sentTurns(exchanges).flatMap(({ message }) => (message.role === 'tool' ? [message.text] : []));
}

describe('the result of a call that was made before', () => {
	it('is sent where it differs, as after an edit', () => {
		assert.deepEqual(sentOf('2 tests fail.', '1 test fails.'), ['2 tests fail.', '1 test fails.']);
	});

	it('refers to the result above where that is the same', () => {
		const [first, second] = sentOf('2 tests fail.', '2 tests fail.');
		assert.equal(first, '2 tests fail.');
		assert.match(second ?? '', /made before, and its result has not changed/);
	});
});
