import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callbackName, calledWith } from '../../../../src/code/pure/definitions/callbackName';

/** The name of a callback in a call, and where it begins in it. */
function named(call: string, open = call.indexOf('(')): readonly [string | undefined, number | undefined] {
	const argument = { start: open + 1, end: call.length - 1 };
	const found = callbackName(call, { start: 0, end: open }, argument);
	return [found?.name, found?.start];
}

describe('the name of a callback', () => {
	it('is the called name, with the text as it is written', () => {
		assert.deepEqual(named("app.get('/users/:id')"), ["app.get('/users/:id')", 0]);
		assert.deepEqual(named('it("closes \\"it\\"")'), ['it("closes \\"it\\"")', 0]);
		assert.deepEqual(named("$('#form').on('x')", 13), ["$('#form').on('x')", 0]);
	});

	it('has one row, of some 40 characters each', () => {
		// biome-ignore lint/suspicious/noTemplateCurlyInString: code
		assert.deepEqual(named('it(`a\n\t${b}`)'), ['it(`a ${b}`)', 0]);
		const [name = ''] = named(`it('${'long '.repeat(2000)}')`);
		assert.equal(name, `it('${'long '.repeat(7)}lo…')`);
		assert.equal(calledWith('a'.repeat(100), "'x'").length, 45);
	});

	it('has the last word of a callee of several rows, with code, or too long', () => {
		assert.deepEqual(named("server\n  .on('x')"), ["on('x')", 10]);
		assert.deepEqual(named("a.on({ b: 1 }).on('x')", 17), ["on('x')", 15]);
		assert.deepEqual(named(`${'abc.'.repeat(20)}on('x')`), ["on('x')", 80]);
	});

	it('does not exist without a word', () => {
		assert.deepEqual(named("(a || b)('x')", 8), [undefined, undefined]);
	});

	it('is one row of well-formed text for any source', () => {
		const text = fc.string({ unit: 'grapheme', maxLength: 120 });
		fc.assert(
			fc.property(text, text, (callee, argument) => {
				const name = calledWith(callee, `'${argument}'`);
				assert.ok(name.length <= 82 && !/\p{Cs}/u.test(name));
				assert.doesNotMatch(name.slice(callee.length), /[\n\r]/);
			}),
		);
	});
});
