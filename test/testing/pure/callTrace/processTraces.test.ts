import assert from 'node:assert/strict';
import type { CallTrace, TracedCall } from '../../../../src/testing/pure/callTrace/callTrace';
import { mainTrace, testsLike, withErrorText } from '../../../../src/testing/pure/callTrace/processTraces';

function call(id: number, raised?: { readonly text: string }): TracedCall {
	const place = { id, parent: id - 1, file: 'src/a', line: id, name: `f${id}`, calledAt: 7, args: {}, lines: [] };
	return { ...place, ...(raised && { raised: { line: 7, type: 'panic', values: {}, ...raised } }) };
}

const passing: CallTrace = { test: 'other-0123456789abcdef', calls: [call(1), call(2)] };
const failing: CallTrace = { test: 'shop-0123456789abcdef', calls: [call(1, { text: '' })] };

describe('the traces of the processes of one run', () => {
	it('are those of the one that failed, with the id of the test', () => {
		assert.deepEqual(mainTrace([passing, failing], 'a'), { ...failing, test: 'a' });
		assert.equal(mainTrace([{ test: '', calls: [] }], 'a'), undefined);
	});

	it('are those of the program that the test is in, where two have a test of its name', () => {
		assert.equal(mainTrace([passing, failing], 'other::adds')?.calls.length, 2);
		assert.equal(mainTrace([passing, failing], 'shop::adds')?.calls.length, 1);
	});

	it('get the text of an error from the output', () => {
		const read = (output: string) => withErrorText(failing, '^panicked:\\n(?<text>.+)', output).calls[0]?.raised?.text;
		assert.deepEqual([read('panicked:\nindex 7\n'), read('nothing')], ['index 7', '']);
		const own: CallTrace = { test: '', calls: [call(1, { text: 'own' })] };
		assert.equal(withErrorText(own, '(?<text>.+)', 'other').calls[0]?.raised?.text, 'own');
	});
});

describe('tests to compare with', () => {
	it('are those whose ids begin most like that of the failing one', () => {
		assert.deepEqual(testsLike('a::total_of_two', ['b::x', 'a::adds', 'a::total', 'a::total_of_two'], 2), [
			'a::total',
			'a::adds',
		]);
	});
});
